import { beforeEach, describe, expect, test } from "vitest";
import type { GuildLink } from "../../src/store/guild-links.ts";
import { databaseKinds } from "./test-databases.ts";
import { account, accountNames, guildId, link, now, otherGuildId } from "./sample-rows.ts";
import { useStore } from "./with-store.ts";

const anotherLink = (number: number, change: Partial<GuildLink> = {}): GuildLink => ({
  ...link,
  linkKey: `n${number}`,
  workspaceId: `w${number}`,
  name: `Workspace ${number}`,
  ...change,
});

describe.each(databaseKinds)("on %s", (kind) => {
  let clock = now;
  const { store } = useStore(kind, () => clock);
  beforeEach(() => {
    clock = now;
  });

  describe("a guild link", () => {
    test("is stored unchanged, and removed", async () => {
      expect(await store.guildLinks.find(guildId, "k001")).toBeUndefined();
      expect(await store.guildLinks.save(link, 5)).toBe("created");
      expect(await store.guildLinks.find(guildId, "k001")).toEqual(link);
      expect(await store.guildLinks.find(otherGuildId, "k001")).toBeUndefined();
      expect(await store.guildLinks.count()).toBe(1);
      expect(await store.guildLinks.remove(otherGuildId, "k001")).toBe(false);
      expect(await store.guildLinks.remove(guildId, "k001")).toBe(true);
      expect(await store.guildLinks.remove(guildId, "k001")).toBe(false);
      expect(await store.guildLinks.count()).toBe(0);
    });

    test("keeps its key and its creation time when its workspace is linked again, full or not", async () => {
      await store.guildLinks.save(link, 1);
      const renewed = {
        ...link,
        linkKey: "k002",
        name: "Café am Markt",
        sealedToken: "v1.newer",
        linkedByDiscordUserId: "4",
        linkedAt: now + 5,
        createdAt: now + 5,
      };
      expect(await store.guildLinks.save(renewed, 1)).toBe("renewed");
      expect(await store.guildLinks.list(guildId)).toEqual([{ ...renewed, linkKey: "k001", createdAt: now }]);
    });

    test("stays read-only or not when its workspace is linked again, unless that is chosen anew", async () => {
      const isReadOnly = async () => (await store.guildLinks.find(guildId, "k001"))?.isReadOnly;
      const { isReadOnly: _isReadOnly, ...unchosen } = link;
      await store.guildLinks.save(unchosen, 1);
      expect(await isReadOnly()).toBe(false);
      expect(await store.guildLinks.setReadOnly(guildId, "k001", true)).toBe(true);
      expect(await store.guildLinks.setReadOnly(otherGuildId, "k001", true)).toBe(false);
      await store.guildLinks.save(unchosen, 1);
      expect(await isReadOnly()).toBe(true);
      await store.guildLinks.save(link, 1);
      expect(await isReadOnly()).toBe(false);
    });

    test("keeps what its key could do until it gets another key", async () => {
      const capabilities = { at: now, reads: { listBanComments: { state: "refused" as const } } };
      const known = async () => (await store.guildLinks.list(guildId))[0]?.capabilities;
      await store.guildLinks.save(link, 1);
      expect(await store.guildLinks.learn({ ...link, linkedAt: now - 1 }, capabilities, now)).toBe(false);
      expect(await known()).toBeUndefined();
      expect(await store.guildLinks.learn(link, capabilities, now)).toBe(true);
      expect(await known()).toEqual(capabilities);
      await store.guildLinks.save({ ...link, linkedAt: now + 1 }, 1);
      expect(await known()).toBeUndefined();
    });

    test("is given to one of those who try keys at once, and to nobody before it's due again", async () => {
      await store.guildLinks.save(link, 5);
      await store.guildLinks.save(anotherLink(1), 5);
      await store.guildLinks.learn(link, { at: now, reads: {} }, now + 10);
      const keys = async (at: number) => {
        const claims = [1, 2, 3].map(() => store.guildLinks.claimChecks(at, at + 100, 10));
        return (await Promise.all(claims)).flat().map(({ linkKey }) => linkKey);
      };
      expect(await keys(now)).toEqual([anotherLink(1).linkKey]);
      expect(await keys(now + 10)).toEqual([link.linkKey]);
      expect(await keys(now + 99)).toEqual([]);
      expect((await keys(now + 200)).toSorted()).toEqual([anotherLink(1).linkKey, link.linkKey].toSorted());
    });

    test("is refused when the guild has its maximum, and other guilds' links don't count", async () => {
      await store.guildLinks.save(link, 2);
      await store.guildLinks.save({ ...link, guildId: otherGuildId }, 2);
      expect(await store.guildLinks.save(anotherLink(1), 2)).toBe("created");
      expect(await store.guildLinks.save(anotherLink(2), 2)).toBe("full");
      expect(await store.guildLinks.list(guildId)).toHaveLength(2);
      await store.guildLinks.remove(guildId, "k001");
      expect(await store.guildLinks.save(anotherLink(2), 2)).toBe("created");
    });

    test("never exceeds the limit when several are saved at once, twenty times over", async () => {
      const saved = [];
      for (let round = 0; round < 20; round++) {
        await store.forgetGuild(guildId);
        const outcomes = await Promise.all(
          [1, 2, 3, 4].map((number) => store.guildLinks.save(anotherLink(number), 2)),
        );
        saved.push(outcomes.toSorted().join());
        expect(await store.guildLinks.list(guildId)).toHaveLength(2);
      }
      expect(new Set(saved)).toEqual(new Set(["created,created,full,full"]));
    });

    test("is made once when the same workspace is linked several times at once", async () => {
      const outcomes = await Promise.all(
        [1, 2, 3, 4].map((number) => store.guildLinks.save(anotherLink(number, { workspaceId: "w" }), 4)),
      );
      expect(outcomes.toSorted()).toEqual(["created", "renewed", "renewed", "renewed"]);
      expect(await store.guildLinks.list(guildId)).toHaveLength(1);
    });

    test("is listed oldest first", async () => {
      await store.guildLinks.save(anotherLink(3, { createdAt: now + 1 }), 9);
      await store.guildLinks.save(anotherLink(2, { createdAt: now + 1, linkedAt: now + 9 }), 9);
      await store.guildLinks.save(anotherLink(4), 9);
      await store.guildLinks.save({ ...link, guildId: otherGuildId }, 9);
      const keys = (await store.guildLinks.list(guildId)).map(({ linkKey }) => linkKey);
      expect(keys).toEqual(["n4", "n2", "n3"]);
    });

    test("is renamed, and no other with it", async () => {
      await store.guildLinks.save(link, 9);
      await store.guildLinks.save(anotherLink(1), 9);
      expect(await store.guildLinks.rename(guildId, "none", "Bar")).toBe(false);
      expect(await store.guildLinks.rename(otherGuildId, "k001", "Bar")).toBe(false);
      expect(await store.guildLinks.rename(guildId, "k001", "Bar")).toBe(true);
      expect(await store.guildLinks.find(guildId, "k001")).toEqual({ ...link, name: "Bar" });
      expect(await store.guildLinks.find(guildId, "n1")).toEqual(anotherLink(1));
    });

    test("is re-sealed only while it has the value that was read, and no other with it", async () => {
      await store.guildLinks.save(link, 9);
      await store.guildLinks.save(anotherLink(1), 9);
      await store.guildLinks.reseal(guildId, "k001", "v1.older", "v1.lost");
      expect(await store.guildLinks.find(guildId, "k001")).toEqual(link);
      await store.guildLinks.reseal(guildId, "k001", link.sealedToken, "v1.newer");
      expect(await store.guildLinks.find(guildId, "k001")).toEqual({ ...link, sealedToken: "v1.newer" });
      expect(await store.guildLinks.find(guildId, "n1")).toEqual(anotherLink(1));
    });

    test("is removed with its channels and who was on, and leaves those of others", async () => {
      await store.guildLinks.save(link, 9);
      await store.channelLinks.bind(guildId, "1", "k001");
      await store.channelLinks.bind(guildId, "2", "n1");
      await store.channelLinks.bind(otherGuildId, "3", "k001");
      await store.guildSettings.set(guildId, "machines:k001", "[]");
      await store.guildSettings.set(guildId, "machines:n1", "[]");
      await store.guildSettings.set(otherGuildId, "machines:k001", "[]");
      await store.accounts.connect(account, accountNames);
      for (const linkKey of ["k001", "n1"]) await store.presences.claim({ guildId, linkKey }, now);
      await store.guildLinks.remove(guildId, "k001");
      const { presences } = await store.personalData.of(guildId, account.discordUserId, 1);
      expect(presences.map(({ linkKey }) => linkKey)).toEqual(["n1"]);
      expect(await store.channelLinks.list(guildId)).toEqual([{ channelId: "2", linkKey: "n1" }]);
      expect(await store.channelLinks.find(otherGuildId, "3")).toBe("k001");
      expect(await store.guildSettings.all(guildId)).toEqual(new Map([["machines:n1", "[]"]]));
      expect(await store.guildSettings.get(otherGuildId, "machines:k001")).toBe("[]");
    });
  });

  test("a channel uses the last link it was bound to, in its guild alone", async () => {
    expect(await store.channelLinks.find(guildId, "1")).toBeUndefined();
    await store.channelLinks.bind(guildId, "1", "k001");
    await store.channelLinks.bind(guildId, "1", "k002");
    await store.channelLinks.bind(otherGuildId, "1", "k003");
    expect(await store.channelLinks.find(guildId, "1")).toBe("k002");
    expect(await store.channelLinks.list(guildId)).toEqual([{ channelId: "1", linkKey: "k002" }]);
    expect(await store.channelLinks.unbind(guildId, "1")).toBe(true);
    expect(await store.channelLinks.unbind(guildId, "1")).toBe(false);
    expect(await store.channelLinks.find(otherGuildId, "1")).toBe("k003");
  });

  test("a role has one tier in its guild and keeps its place in the list", async () => {
    await store.accessRoles.set(guildId, "9", "staff");
    clock++;
    await store.accessRoles.set(guildId, "10", "manager");
    await store.accessRoles.set(otherGuildId, "9", "staff");
    clock++;
    await store.accessRoles.set(guildId, "9", "admin");
    expect(await store.accessRoles.list(guildId)).toEqual([
      { roleId: "9", tier: "admin" },
      { roleId: "10", tier: "manager" },
    ]);
    expect(await store.accessRoles.list(otherGuildId)).toEqual([{ roleId: "9", tier: "staff" }]);
    expect(await store.accessRoles.remove(guildId, "11")).toBe(false);
    expect(await store.accessRoles.remove(guildId, "9")).toBe(true);
    expect(await store.accessRoles.list(guildId)).toEqual([{ roleId: "10", tier: "manager" }]);
  });

  test("a role's tier changes once from each tier, even when many change it at once", async () => {
    const change = (from?: "staff" | "manager", to?: "staff" | "manager") =>
      store.accessRoles.change(guildId, "9", { from, to });
    for (const step of [
      ["staff", undefined],
      ["manager", "staff"],
    ] as const)
      expect(await change(...step)).toBe(false);
    for (const [from, to] of [
      [undefined, "staff"],
      ["staff", "manager"],
      ["manager", undefined],
    ] as const) {
      const done = await Promise.all(Array.from({ length: 10 }, () => change(from, to)));
      expect(done.filter(Boolean)).toHaveLength(1);
      expect((await store.accessRoles.list(guildId)).map(({ tier }) => tier)).toEqual(to ? [to] : []);
    }
  });

  test("a guild's settings return the last value stored, until they are removed", async () => {
    const { guildSettings } = store;
    expect(await guildSettings.get(guildId, "default-link")).toBeUndefined();
    await guildSettings.set(guildId, "default-link", "k001");
    await guildSettings.set(guildId, "default-link", "k002");
    await guildSettings.set(guildId, "audit-channel", "5");
    await guildSettings.set(otherGuildId, "default-link", "k003");
    expect(await guildSettings.get(guildId, "default-link")).toBe("k002");
    expect(await guildSettings.all(guildId)).toEqual(
      new Map([
        ["default-link", "k002"],
        ["audit-channel", "5"],
      ]),
    );
    expect(await guildSettings.remove(guildId, "default-link")).toBe(true);
    expect(await guildSettings.remove(guildId, "default-link")).toBe(false);
    expect(await guildSettings.all(guildId)).toEqual(new Map([["audit-channel", "5"]]));
    expect(await guildSettings.get(otherGuildId, "default-link")).toBe("k003");
  });
});
