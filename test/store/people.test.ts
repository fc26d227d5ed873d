import { describe, expect, test } from "vitest";
import type { Account } from "../../src/store/accounts.ts";
import { databaseKinds } from "./test-databases.ts";
import { account, accountNames, discordUserId, guildId, otherGuildId } from "./sample-rows.ts";
import { useStore } from "./with-store.ts";

describe.each(databaseKinds)("on %s", (kind) => {
  const { store } = useStore(kind);

  /** Connects someone whose ids no text of these tests begins with. */
  async function connectNamed(number: number, names: readonly string[], inGuild = guildId): Promise<void> {
    const [displayName = "", username, memberName = ""] = names;
    const ids = { guildId: inGuild, discordUserId: `8${number}`, userId: `7${number}` };
    await store.accounts.connect({ ...account, ...ids, displayName, username, memberName }, names);
  }
  const displayNames = (accounts: readonly Account[]): readonly string[] =>
    accounts.map(({ displayName }) => displayName);
  const search = async (text: string, limit = 25): Promise<readonly string[]> =>
    displayNames(await store.accounts.search(guildId, text, limit));

  describe("an account", () => {
    test("is found from either side, in its guild alone", async () => {
      expect(await store.accounts.connect(account, accountNames)).toBe("connected");
      expect(await store.accounts.ofMember(guildId, discordUserId)).toEqual(account);
      expect(await store.accounts.ofUser(guildId, "9001")).toEqual(account);
      expect(await store.accounts.ofMember(otherGuildId, discordUserId)).toBeUndefined();
      expect(await store.accounts.ofUser(otherGuildId, "9001")).toBeUndefined();
    });

    test("is one-to-one in a guild, and independent across guilds", async () => {
      await store.accounts.connect(account, accountNames);
      const { accounts } = store;
      expect(await accounts.connect(account, accountNames)).toBe("member-taken");
      expect(await accounts.connect({ ...account, userId: "9002" }, accountNames)).toBe("member-taken");
      expect(await accounts.connect({ ...account, discordUserId: "4" }, accountNames)).toBe("user-taken");
      expect(await accounts.connect({ ...account, guildId: otherGuildId }, accountNames)).toBe("connected");
      expect(await accounts.list(guildId, { limit: 10, offset: 0 })).toEqual([account]);
    });

    test.each([
      ["member", "member-taken", (number: number) => ({ userId: `9${number}` })],
      ["user", "user-taken", (number: number) => ({ discordUserId: `3${number}` })],
    ])("is given to one of many that request the same %s at once", async (_what, refusal, change) => {
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, number) =>
          store.accounts.connect({ ...account, ...change(number) }, accountNames),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === "connected")).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === refusal)).toHaveLength(19);
      expect(await store.accounts.count(guildId)).toBe(1);
    });

    test("is returned once when it is disconnected, and frees both sides", async () => {
      await store.accounts.connect(account, accountNames);
      await store.accounts.connect({ ...account, guildId: otherGuildId }, accountNames);
      expect(await store.accounts.disconnect(guildId, discordUserId)).toEqual(account);
      expect(await store.accounts.disconnect(guildId, discordUserId)).toBeUndefined();
      expect(await store.accounts.count(guildId)).toBe(0);
      expect(await store.accounts.count(otherGuildId)).toBe(1);
      expect(await store.accounts.connect({ ...account, userId: "9002" }, accountNames)).toBe("connected");
    });

    test("stays when it's connected to another user than the one to disconnect from", async () => {
      await store.accounts.connect({ ...account, userId: "9002" }, accountNames);
      expect(await store.accounts.disconnect(guildId, discordUserId, "9001")).toBeUndefined();
      expect(await store.accounts.count(guildId)).toBe(1);
      expect(await store.accounts.disconnect(guildId, discordUserId, "9002")).toMatchObject({
        userId: "9002",
      });
    });

    test("is found under its last known names, and no longer under earlier ones", async () => {
      await store.accounts.connect({ ...account, avatarUrl: "https://pictures.example/1.png" }, accountNames);
      const names = { displayName: "Zoë", username: undefined, avatarUrl: undefined, memberName: "Zed" };
      expect(await store.accounts.refresh(guildId, "4", names, ["zoe", "zed"])).toBe(false);
      expect(await store.accounts.refresh(otherGuildId, discordUserId, names, ["zoe", "zed"])).toBe(false);
      expect(await store.accounts.refresh(guildId, discordUserId, names, ["zoe", "zed"])).toBe(true);
      expect(await store.accounts.ofMember(guildId, discordUserId)).toEqual({ ...account, ...names });
      expect(await search("zed")).toEqual(["Zoë"]);
      expect(await search("mia")).toEqual([]);
    });

    test("is found once among more ids than one statement takes", async () => {
      for (const number of [1, 2, 3]) await connectNamed(number, [`Name ${number}`]);
      await connectNamed(1, ["Elsewhere"], otherGuildId);
      const ids = ["73", ...Array.from({ length: 70_000 }, (_, index) => `x${index}`), "71", "73"];
      const found = await store.accounts.ofUsers(guildId, ids);
      expect(displayNames(found).toSorted()).toEqual(["Name 1", "Name 3"]);
      expect(await store.accounts.ofUsers(guildId, [])).toEqual([]);
    });
  });

  test("a full name finds its owner, not similar names", async () => {
    await connectNamed(1, ["mia kovac", "miak", "mia"]);
    await connectNamed(2, ["anna", "anna_mia", "mia"]);
    await connectNamed(3, ["mia k", "xmia", "mia 2"]);
    await connectNamed(4, ["mia", "m", "m"], otherGuildId);
    const named = async (text: string, limit = 10): Promise<readonly string[]> =>
      displayNames(await store.accounts.named(guildId, text, limit));
    expect(await named("mia")).toEqual(["anna", "mia kovac"]);
    expect(await named("mia", 1)).toEqual(["anna"]);
    expect(await named("mi%")).toEqual([]);
    expect(await named("miak\nmia")).toEqual([]);
    expect(await named("")).toEqual([]);
  });

  describe("a search", () => {
    test("lists name prefixes first, then word prefixes, then the rest, each by display name", async () => {
      await connectNamed(1, ["the karat"]);
      await connectNamed(2, ["oskar"]);
      await connectNamed(3, ["kara"]);
      await connectNamed(4, ["anna", "big_kar"]);
      await connectNamed(5, ["zoe", "z", "karla"]);
      await connectNamed(6, ["ben", "b.kar", "okar"]);
      await connectNamed(7, ["lea", "l-kar"]);
      await connectNamed(8, ["ankara"]);
      await connectNamed(9, ["nobody"]);
      await connectNamed(1, ["karl"], otherGuildId);
      const best = ["kara", "zoe", "anna", "ben", "lea", "the karat", "ankara", "oskar"];
      expect(await search("kar")).toEqual(best);
      expect(await search("kar", 3)).toEqual(best.slice(0, 3));
    });

    test("takes wildcard characters literally", async () => {
      await connectNamed(1, ["a_b"]);
      await connectNamed(2, ["axb"]);
      await connectNamed(3, ["100%"]);
      await connectNamed(4, ["1000"]);
      await connectNamed(5, [String.raw`c\d`]);
      await connectNamed(6, ["c%d"]);
      expect(await search("a_b")).toEqual(["a_b"]);
      expect(await search("0%")).toEqual(["100%"]);
      expect(await search("%")).toEqual(["100%", "c%d"]);
      expect(await search("\\")).toEqual([String.raw`c\d`]);
      expect(await search("_")).toEqual(["a_b"]);
    });

    test("doesn't match across two names", async () => {
      await connectNamed(1, ["mia", "kovac"]);
      expect(await search("mia\nkovac")).toEqual([]);
      await connectNamed(2, ["two\nlines"]);
      expect(await search("two lines")).toEqual(["two\nlines"]);
      expect(await search("\nlines")).toEqual(["two\nlines"]);
    });

    test("finds an id by its prefix, after those whose name has it", async () => {
      await connectNamed(123, ["by user"]);
      await connectNamed(45, ["agent 712"]);
      expect(await search("712")).toEqual(["agent 712", "by user"]);
      expect(await search("8123")).toEqual(["by user"]);
      expect(await search("23")).toEqual([]);
    });

    test("without text finds everyone", async () => {
      for (const [number, name] of ["carl", "Äneas", "Berta"].entries()) await connectNamed(number, [name]);
      await store.accounts.refresh(guildId, "81", { ...account, displayName: "Äneas" }, ["aneas"]);
      await store.accounts.refresh(guildId, "82", { ...account, displayName: "Berta" }, ["berta"]);
      expect(await search("")).toEqual(["Äneas", "Berta", "carl"]);
      expect(await search("", 2)).toEqual(["Äneas", "Berta"]);
    });
  });

  test("the list is sorted by name and then by member, page by page", async () => {
    for (const [number, name] of ["mia", "anna", "mia", "zoe"].entries()) await connectNamed(number, [name]);
    await connectNamed(9, ["bea"], otherGuildId);
    const page = async (offset: number): Promise<readonly string[]> =>
      (await store.accounts.list(guildId, { limit: 2, offset })).map((one) => one.discordUserId);
    expect(await page(0)).toEqual(["81", "80"]);
    expect(await page(2)).toEqual(["82", "83"]);
    expect(await page(4)).toEqual([]);
    expect(await store.accounts.count(guildId)).toBe(4);
  });
});
