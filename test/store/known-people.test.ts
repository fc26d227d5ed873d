import { beforeEach, describe, expect, test } from "vitest";
import { databaseKinds } from "./test-databases.ts";
import { account, accountNames, guildId, link, now, otherGuildId } from "./sample-rows.ts";
import { useStore } from "./with-store.ts";

const dayMs = 24 * 60 * 60_000;
const other = { ...link, guildId: otherGuildId };
const second = { ...link, linkKey: "k002", workspaceId: "64b000000000000000000002" };

describe.each(databaseKinds)("on %s", (kind) => {
  const { store } = useStore(kind);
  beforeEach(async () => {
    for (const each of [link, other, second]) await store.guildLinks.save(each, 5);
  });

  const note = (userIds: readonly string[], at = now, through = link) =>
    store.people.note([{ link: through, userIds }], { now: at, staleBefore: at - 7 * dayMs });
  const learn = (userId: string, displayName: string, at = now, through = link) => {
    const foldedNames = [displayName.toLowerCase(), `${displayName.toLowerCase()}_1`];
    const person = { userId, displayName, username: `${displayName}_1`, colour: "#0B7285", foldedNames };
    return store.people.learn(through, [person], at);
  };
  const toAsk = (at = now, through = link) => store.people.toAsk(through, at, 100);
  const known = async (userId: string, through = link) =>
    (await store.people.ofUsers(through.guildId, through.linkKey, [userId]))[0];
  const found = async (text: string, linkKey: string | undefined = link.linkKey, limit = 20) =>
    (await store.people.search(guildId, linkKey, text, limit)).map(({ userId }) => userId);

  test("a noted person is looked up, not again once known, and again when seen a week later", async () => {
    await note(["1", "2"]);
    expect((await toAsk()).toSorted()).toEqual(["1", "2"]);
    await learn("1", "Rosa");
    expect(await toAsk()).toEqual(["2"]);
    expect(await known("1")).toMatchObject({ state: "known", displayName: "Rosa", lookedUpAt: now });
    await note(["1"], now + 6 * dayMs);
    expect(await toAsk(now + 6 * dayMs)).toEqual(["2"]);
    await note(["1"], now + 8 * dayMs);
    expect((await toAsk(now + 8 * dayMs)).toSorted()).toEqual(["1", "2"]);
    expect(await known("1")).toMatchObject({ displayName: "Rosa", seenAt: now + 8 * dayMs });
  });

  test("a person noted again keeps their place in the queue, and is asked for once", async () => {
    await note(["1"]);
    await note(["2"], now + 500);
    await note(["1", "1"].slice(1), now + 1_000);
    expect(await toAsk(now + 2_000)).toEqual(["1", "2"]);
  });

  test("of twenty processes that want to ask for the same person, one may, until the claim ends", async () => {
    await note(["1"]);
    const claims = await Promise.all(
      Array.from({ length: 20 }, () => store.people.claim(link, ["1"], now, now + 60_000)),
    );
    expect(claims.flat()).toEqual(["1"]);
    expect(await toAsk(now + 59_999)).toEqual([]);
    expect(await toAsk(now + 60_000)).toEqual(["1"]);
  });

  test("the link with the longest wait comes first", async () => {
    await note(["1"], now, second);
    await note(["1"], now - 2, other);
    await note(["1"], now - 1);
    const links = await store.people.linksToAsk(now);
    expect(links.map(({ guildId: at, linkKey }) => `${at} ${linkKey}`)).toEqual([
      `${otherGuildId} k001`,
      `${guildId} k001`,
      `${guildId} k002`,
    ]);
  });

  test("nobody of another guild or link is seen, named, found or asked for", async () => {
    await note(["1"]);
    await learn("1", "Rosa");
    await note(["2"]);
    expect(await known("1", other)).toBeUndefined();
    expect(await known("1", second)).toBeUndefined();
    expect(await toAsk(now, other)).toEqual([]);
    expect(await store.people.named(otherGuildId, undefined, "rosa", 5)).toEqual([]);
    expect(await store.people.search(otherGuildId, undefined, "", 5)).toEqual([]);
    expect(await found("ros", "k002")).toEqual([]);
    expect(await found("ros")).toEqual(["1"]);
    expect(await store.people.ofUsers(guildId, undefined, ["1"])).toHaveLength(1);
    expect(await store.people.linksToAsk(now)).toEqual([{ guildId, linkKey: link.linkKey }]);
  });

  test("a search lists prefix matches first, finds usernames and ids, and skips people without a name", async () => {
    await note(["31", "32", "33", "34"]);
    await learn("31", "Ankara");
    await learn("32", "Kara");
    await learn("33", "Oskar");
    expect(await found("kar")).toEqual(["32", "31", "33"]);
    expect(await found("kara_1")).toEqual(["32", "31"]);
    expect(await found("3")).toEqual(["31", "32", "33"]);
    expect(await found("", undefined, 2)).toEqual(["31", "32"]);
    expect((await store.people.named(guildId, "k001", "kara", 5)).map(({ userId }) => userId)).toEqual([
      "32",
    ]);
    expect(await found("%")).toEqual([]);
  });

  test("a person unknown to the service loses their name, and is looked up again after a week", async () => {
    await note(["1"]);
    await learn("1", "Rosa");
    await store.people.learn(
      link,
      [{ userId: "1", displayName: undefined, username: undefined, colour: undefined, foldedNames: [] }],
      now,
    );
    expect(await known("1")).toMatchObject({ state: "missing", displayName: undefined, username: undefined });
    expect(await found("rosa")).toEqual([]);
    await note(["1"], now + 6 * dayMs);
    expect(await toAsk(now + 6 * dayMs)).toEqual([]);
  });

  test("a zero character in a name or an id doesn't keep other people's names from being stored", async () => {
    await note(["1", "2\0"]);
    const named = (userId: string, displayName: string) => {
      const foldedNames = [displayName.toLowerCase()];
      return { userId, displayName, username: undefined, colour: undefined, foldedNames };
    };
    await store.people.learn(link, [named("1", "Rosa"), named("2\0", "Bru\0no")], now);
    expect(await known("1")).toMatchObject({ displayName: "Rosa" });
    expect(await known("2\0")).toMatchObject({ state: "known" });
    expect(await found("ros\0")).toEqual([]);
  });

  test("a link that may not ask is skipped with everyone waiting in it, until it may", async () => {
    await note(["1", "2"]);
    await note(["3"], now, second);
    await store.people.postponeAll(link, now + 1_000);
    expect(await store.people.linksToAsk(now)).toEqual([{ guildId, linkKey: "k002" }]);
    expect((await toAsk(now + 1_000)).toSorted()).toEqual(["1", "2"]);
  });

  test("people not seen for long are deleted, and so are leftovers of removed links", async () => {
    await note(["1"]);
    await note(["2"], now + dayMs);
    await note(["3"], now + dayMs, { ...link, linkKey: "gone" });
    expect(await store.people.removeBefore(now + 1)).toBe(2);
    expect(await known("2")).toBeDefined();
  });

  test("when a link has too many people, those seen last are kept", async () => {
    const ids = Array.from({ length: 5_010 }, (_, index) => `${index}`);
    await note(ids.slice(0, 10), now - 1);
    await note(ids.slice(10));
    expect(await known("0")).toBeUndefined();
    expect(await known("10")).toBeDefined();
    expect(await store.people.ofUsers(guildId, link.linkKey, ids)).toHaveLength(5_000);
  });

  test("deleted people aren't stored again, and nobody asks for them", async () => {
    await note(["1"]);
    await learn("1", "Rosa");
    await store.forgetPerson({ guildId, userId: "1", discordUserId: undefined, disconnects: false });
    await note(["1"], now + 30 * dayMs);
    await learn("1", "Rosa", now + 30 * dayMs);
    expect(await toAsk(now + 30 * dayMs)).toEqual([]);
    expect(await known("1")).toMatchObject({ state: "forgotten", displayName: undefined });
    await note(["1"], now + 30 * dayMs, second);
    expect(await known("1", second)).toMatchObject({ state: "forgotten" });
    expect(await known("1", other)).toBeUndefined();
  });

  test("a forgotten person stays nameless through a new link, after 90 days unseen and once connected again", async () => {
    const third = { ...link, linkKey: "k003", workspaceId: "64b000000000000000000003" };
    await store.forgetPerson({ guildId, userId: "1", discordUserId: undefined, disconnects: true });
    await store.guildLinks.save(third, 5);
    await store.accounts.connect({ ...account, userId: "1" }, accountNames);
    await store.accounts.disconnect(guildId, account.discordUserId);
    const later = now + 91 * dayMs;
    await store.people.removeBefore(later - 90 * dayMs);
    for (const through of [link, third]) {
      await note(["1", "2"], later, through);
      expect(await toAsk(later, through)).toEqual(["2"]);
      await learn("1", "Rosa", later, through);
      expect(await known("1", through)).toMatchObject({ state: "forgotten", displayName: undefined });
    }
    expect(await found("rosa", undefined)).toEqual([]);
  });

  test("in another guild, or once all of the guild's data is deleted, a forgotten person has a name again", async () => {
    await store.forgetPerson({ guildId, userId: "1", discordUserId: undefined, disconnects: false });
    await note(["1"], now, other);
    await learn("1", "Rosa", now, other);
    expect(await known("1", other)).toMatchObject({ displayName: "Rosa" });
    await store.forgetGuild(guildId);
    await store.guildLinks.save(link, 5);
    await note(["1"]);
    await learn("1", "Rosa");
    expect(await known("1")).toMatchObject({ displayName: "Rosa" });
  });
});
