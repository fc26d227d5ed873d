import { describe, expect, test } from "vitest";
import { foldNames } from "../../src/domain/search.ts";
import { foldPersonNames } from "../../src/noted-people.ts";
import { databaseKinds } from "./test-databases.ts";
import { account, guildId, link, now, otherGuildId } from "./sample-rows.ts";
import { useStore } from "./with-store.ts";

// As versions did that kept the apostrophe, the digits and the spaces of a keyboard.
const names = ["Sam O’Brien", "Room １２", "Ada\u202fLee"];
const foldBefore = (name: string) => [name.toLowerCase(), name.toLowerCase(), name.toLowerCase()];
const typed = ["sam o'brien", "room 12", "ada lee"];

describe.each(databaseKinds)("on %s", (kind) => {
  const { store, place } = useStore(kind);

  const connect = (userId: string, displayName: string, inGuild = guildId) =>
    store.accounts.connect(
      {
        ...account,
        guildId: inGuild,
        discordUserId: `8${userId}`,
        userId,
        displayName,
        memberName: displayName,
      },
      foldBefore(displayName),
    );
  const learn = async (userId: string, displayName: string) => {
    await store.people.note([{ link, userIds: [userId] }], { now, staleBefore: 0 });
    const person = { userId, displayName, username: displayName, colour: undefined };
    await store.people.learn(link, [{ ...person, foldedNames: foldBefore(displayName) }], now);
  };
  const foldAll = async (): Promise<number> => {
    let slices = 0;
    for (let after: Parameters<typeof store.foldedNames.accounts>[1]; ; slices += 1) {
      ({ next: after } = await store.foldedNames.accounts(foldNames, after));
      if (after === undefined) break;
    }
    for (let after: Parameters<typeof store.foldedNames.people>[1]; ; slices += 1) {
      ({ next: after } = await store.foldedNames.people(foldPersonNames, after));
      if (after === undefined) return slices;
    }
  };

  test("names folded by an earlier version are found as they are typed today, in every guild and link", async () => {
    await store.guildLinks.save(link, 5);
    for (const [index, name] of names.entries()) {
      await connect(`1${index}`, name);
      await connect(`1${index}`, name, otherGuildId);
      await learn(`2${index}`, name);
    }
    for (const text of typed) {
      expect(await store.accounts.named(guildId, text, 5)).toEqual([]);
      expect(await store.people.named(guildId, link.linkKey, text, 5)).toEqual([]);
    }
    await foldAll();
    for (const [index, text] of typed.entries()) {
      for (const each of [guildId, otherGuildId])
        expect(await store.accounts.named(each, text, 5)).toMatchObject([{ userId: `1${index}` }]);
      expect(await store.people.named(guildId, link.linkKey, text, 5)).toMatchObject([
        { userId: `2${index}`, displayName: names[index] },
      ]);
    }
    expect(await store.accounts.list(guildId, { limit: 1, offset: 0 })).toMatchObject([
      { displayName: "Ada\u202fLee" },
    ]);
  });

  test("all of them, however many there are, from where the last slice ended", async () => {
    await Promise.all(Array.from({ length: 1_001 }, (_, index) => connect(`${index}`, `Guest’s ${index}`)));
    expect(await foldAll()).toBe(2);
    for (const index of [0, 499, 500, 501, 999, 1_000])
      expect(await store.accounts.named(guildId, `guest's ${index}`, 5)).toMatchObject([
        { userId: String(index) },
      ]);
    expect(await place.query("select 1 from accounts where names like '%’%'")).toEqual([]);
  });

  test("but not of people who are forgotten", async () => {
    await store.guildLinks.save(link, 5);
    await connect("1", "Mia’s");
    await learn("2", "Ida’s");
    for (const userId of ["1", "2"])
      await store.forgetPerson({ guildId, userId, discordUserId: undefined, disconnects: false });
    const folded: string[] = [];
    const note = ({ displayName }: { readonly displayName: string }) => {
      folded.push(displayName);
      return ["anyone"];
    };
    await store.foldedNames.accounts(note);
    await store.foldedNames.people(note);
    expect(folded).toEqual([]);
    expect(await store.accounts.search(guildId, "anyone", 5)).toEqual([]);
    expect(await store.people.search(guildId, undefined, "anyone", 5)).toEqual([]);
  });

  test("but not over a name that was read again meanwhile", async () => {
    await connect("1", "Mia’s");
    const renamed = { ...account, displayName: "Zoë", memberName: "Zoë" };
    let refreshed: Promise<boolean> | undefined;
    await store.foldedNames.accounts((read) => {
      refreshed = store.accounts.refresh(guildId, "81", renamed, ["zoe"]);
      return foldNames(read);
    });
    expect(await refreshed).toBe(true);
    expect(await store.accounts.named(guildId, "zoe", 5)).toMatchObject([{ userId: "1" }]);
  });
});
