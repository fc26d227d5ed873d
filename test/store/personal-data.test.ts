import { beforeEach, describe, expect, test } from "vitest";
import { databaseKinds } from "./test-databases.ts";
import { account, discordUserId, entry, guildId, link, now, week } from "./sample-rows.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { useStore } from "./with-store.ts";

const somebody = "777777777777777777";

describe.each(databaseKinds)("on %s", (kind) => {
  const { store } = useStore(kind);

  test("from the audit log, a person gets entries that they made or that name their ids, and no others", async () => {
    await store.accounts.connect({ ...account, userId: "after" }, ["mia"]);
    const entries = [
      { id: "by", discordUserId, detail: undefined },
      { id: "about", target: "after" },
      { id: "inside", detail: { people: [{ userId: "after" }] } },
      { id: "member", detail: { member: discordUserId } },
      { id: "field", detail: { after: "9001" } },
      { id: "case", detail: { userId: "AFTER" } },
      { id: "longer", detail: { userId: "thereafter", member: `${discordUserId}0` } },
      { id: "longer-target", target: "after2" },
    ];
    for (const each of entries) await store.audit.record({ ...entry, discordUserId: somebody, ...each });
    const { auditEntries } = await store.personalData.of(guildId, discordUserId, 100);
    expect(auditEntries.map(({ id }) => id).toSorted()).toEqual(["about", "by", "inside", "member"]);
  });

  test("who is forgotten also leaves imports where only their name was typed, however it was", async () => {
    await store.accounts.connect(
      { ...account, displayName: "Mía Kovač", username: "mia_k", memberName: "=" },
      ["mia kovac"],
    );
    const cells = ["MIA KOVAC", "@mía kovač", " Mía Kovač ", "'Mia_K", "MIA_K#1234", `<@${discordUserId}>`];
    const others = ["Mia", "Mia Kovac 2", ""];
    const begun = { id: "i1", guildId, linkKey: "cafe", workspaceId: "w", discordUserId: somebody } as const;
    await store.imports.create(
      { ...begun, source: "list", until: 0, createdAt: 0, sealedReplyToken: undefined },
      [...cells, ...others].flatMap((cell, index) => [
        { line: 2 * index + 1, typedMember: cell, typedUser: "Noor" },
        { line: 2 * index + 2, typedMember: "Noor", typedUser: cell },
      ]),
    );
    await store.forgetPerson({ guildId, userId: undefined, discordUserId, disconnects: false });
    const left = (await store.imports.people("i1")).flatMap(({ typedMember, typedUser }) =>
      [typedMember, typedUser].filter((cell) => cell !== "Noor"),
    );
    expect([...new Set(left)]).toEqual(others);
  });

  test("in texts, names of one word go as they are written, and others in any case; the rest stays", async () => {
    const names = { displayName: "Mía Kovač", username: "Rose", memberName: "Mia O'Brien" };
    await store.accounts.connect({ ...account, ...names }, ["mia kovac"]);
    const texts = {
      "for MÍA KOVAČ": "for someone",
      "Mía Kovač's tea": "someone's tea",
      "a rose tea for Rose": "a rose tea for someone",
      "Primrose cake": "Primrose cake",
      "Mía Kovačová came": "Mía Kovačová came",
      "rose/Rose": "rose/Rose",
      // As other keyboards have it.
      "mia kovac, or MÍA\u00a0 KOVÁČ": "someone, or someone",
      "Mia O’Brien and Ro\u0301se": "someone and someone",
      "Łatte for Rosé, ﬁve for rosé": "Łatte for someone, ﬁve for rosé",
      "Miao O’Brien, Mia O’Brie, Mia O’BrieǊ": "Miao O’Brien, Mia O’Brie, Mia O’BrieǊ",
    };
    for (const [index, before] of Object.keys(texts).entries())
      await store.audit.record({ ...entry, id: `text-${index}`, target: undefined, detail: { before } });
    await store.forgetPerson({ guildId, userId: undefined, discordUserId, disconnects: false });
    for (const [index, after] of Object.values(texts).entries())
      expect((await store.audit.find(guildId, `text-${index}`))?.detail).toEqual({ before: after });
  });

  test.each([
    ["राम", "राम and रोम", "someone and रोम"],
    ["राम कुमार", "राम  कुमार, रोम कुमार", "someone, रोम कुमार"],
    ["はな", "はな, ばな", "someone, ばな"],
    ["علي", "عَلِيّ", "someone"],
    ["דוד", "דָּוִד", "someone"],
  ])(
    "in texts, %s isn't another word of its script, with or without what may be left out",
    async (name, before, after) => {
      const names = { displayName: name, username: undefined, memberName: name };
      await store.accounts.connect({ ...account, ...names }, [name]);
      await store.audit.record({ ...entry, id: "text", target: undefined, detail: { before } });
      await store.forgetPerson({ guildId, userId: undefined, discordUserId, disconnects: false });
      expect((await store.audit.find(guildId, "text"))?.detail).toEqual({ before: after });
    },
  );

  test("someone has data in the guilds where they only planned something or linked a workspace", async () => {
    expect(await store.personalData.listGuilds(somebody)).toEqual([]);
    await store.guildLinks.save({ ...link, guildId: "g-link", linkedByDiscordUserId: somebody }, 5);
    await store.schedules.create(
      sampleSchedule({
        id: "s1",
        guildId: "g-schedule",
        linkKey: "cafe",
        channelId: "7",
        makerDiscordUserId: somebody,
        createdAt: now,
      }),
    );
    expect(await store.personalData.listGuilds(somebody)).toEqual(["g-link", "g-schedule"]);
    expect(await store.personalData.of("g-link", somebody, 10)).toMatchObject({
      guildLinks: [{ linkKey: link.linkKey, name: link.name }],
      schedules: [],
    });
  });

  describe("someone who was disconnected", () => {
    const { userId } = account;
    const named = { ...entry, id: "named", target: userId, detail: { displayName: account.displayName } };
    const kept = () => store.personalData.of(guildId, discordUserId, 100);
    const forget = () =>
      store.forgetPerson({ guildId, userId: undefined, discordUserId, disconnects: false });
    const connect = (member: string) =>
      store.accounts.connect({ ...account, discordUserId: member }, ["mia"]);

    beforeEach(async () => {
      await store.guildLinks.save(link, 5);
      await connect(discordUserId);
      await store.weeks.snapshot(week);
      await store.people.note([{ link, userIds: [userId] }], { now, staleBefore: 0 });
      await store.audit.record({ ...named, discordUserId: somebody });
      await store.accounts.disconnect(guildId, discordUserId);
    });

    test("still sees the weeks and names of the user they were", async () => {
      expect(await kept()).toMatchObject({
        accounts: undefined,
        formerAccounts: [{ userId, disconnectedAt: now }],
        weeks: [{ userId }],
        people: { seen: [{ userId }] },
        auditEntries: [{ id: "named" }],
      });
      expect(await store.personalData.listGuilds(discordUserId)).toEqual([guildId]);
    });

    test("leaves no week, no name and no former user id when they are forgotten", async () => {
      expect((await forget()).gone.get("weeks")).toBe(1);
      expect(await store.weeks.findHistory(guildId, [userId])).toBeUndefined();
      expect(await store.people.ofUsers(guildId, undefined, [userId])).toMatchObject([
        { state: "forgotten" },
      ]);
      expect((await store.audit.list(guildId, {}, { limit: 9 }))[0]?.detail).toEqual({
        displayName: "",
      });
      expect(await kept()).toMatchObject({ formerAccounts: [], weeks: [], auditEntries: [] });
    });

    test("doesn't delete the weeks of whoever is connected to that user now, or was after them", async () => {
      await connect(somebody);
      expect(await kept()).toMatchObject({ formerAccounts: [], weeks: [], people: { seen: [] } });
      expect((await forget()).gone.get("weeks")).toBe(0);
      await store.accounts.disconnect(guildId, somebody);
      expect((await forget()).gone.get("weeks")).toBe(0);
      expect(await store.personalData.of(guildId, somebody, 100)).toMatchObject({ weeks: [{ userId }] });
    });

    test("is connected to another user now: the data of both is theirs", async () => {
      await store.accounts.connect({ ...account, userId: "9002" }, ["mia"]);
      await store.weeks.snapshot({ ...week, userId: "9002" });
      expect((await kept()).weeks).toHaveLength(2);
      expect((await forget()).gone.get("weeks")).toBe(2);
    });

    test("is no longer known as that user once nothing of theirs can be left", async () => {
      await store.accounts.removeFormer(now);
      expect((await kept()).formerAccounts).toHaveLength(1);
      await store.accounts.removeFormer(now + 1);
      expect((await kept()).formerAccounts).toEqual([]);
    });
  });
});
