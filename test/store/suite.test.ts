import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { NewDraft, Take } from "../../src/store/drafts.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import {
  createPostgresDatabase,
  createTestFolder,
  type TestDatabase,
  type TestFolder,
} from "../support/databases.ts";

const guildId = "111111111111111111";
const otherGuildId = "222222222222222222";
const discordUserId = "333333333333333333";
const now = 1_763_700_000_000; // beyond 32 bits, as all real times are

const link = {
  guildId,
  workspaceId: "64b000000000000000000001",
  sealedToken: "v1.k1.a.b.c",
  linkedByDiscordUserId: discordUserId,
  linkedAt: now,
};
const draft: NewDraft = {
  id: "d1",
  guildId,
  discordUserId,
  kind: "order.create",
  payload: { items: ["Flat white ☕", 'a "quoted" one\u0000'], count: 2 },
  createdAt: now,
  expiresAt: now + 1_000,
};
const take: Take = {
  id: "d1",
  guildId,
  discordUserId,
  kind: "order.create",
  now,
  leaseUntil: now + 500,
  sealedReplyTo: "v1.k1.x.y.z",
};
const entry = {
  id: "a1",
  guildId,
  workspaceId: undefined,
  discordUserId,
  action: "order.create",
  target: undefined,
  outcome: "done",
  detail: { items: ["tea"] },
  reference: undefined,
  at: now,
} as const;

describe.each(["SQLite", "Postgres"])("on %s", (kind) => {
  let folder: TestFolder;
  let database: TestDatabase | undefined;
  let store: Store;

  beforeAll(async () => {
    folder = await createTestFolder();
    database = kind === "Postgres" ? await createPostgresDatabase() : undefined;
    store = await openStore({ databaseUrl: database?.url, dataFolder: folder.path, now: () => now });
  });
  afterAll(async () => {
    await store.close();
    await database?.drop();
    await folder.remove();
  });
  beforeEach(async () => {
    await store.forgetGuild(guildId);
    await store.forgetGuild(otherGuildId);
  });

  test("says whether other processes may use the same database", () => {
    expect(store.shared).toBe(kind === "Postgres");
  });

  describe("a guild link", () => {
    test("is kept, replaced and removed", async () => {
      expect(await store.guildLinks.find(guildId)).toBeUndefined();
      await store.guildLinks.save(link);
      expect(await store.guildLinks.find(guildId)).toEqual(link);
      const newer = { ...link, workspaceId: "64b000000000000000000002", linkedAt: now + 1 };
      await store.guildLinks.save(newer);
      expect(await store.guildLinks.find(guildId)).toEqual(newer);
      expect(await store.guildLinks.count()).toBe(1);
      expect(await store.guildLinks.remove(guildId)).toBe(true);
      expect(await store.guildLinks.remove(guildId)).toBe(false);
      expect(await store.guildLinks.count()).toBe(0);
    });

    test("gets another seal only while it has the one that was read", async () => {
      await store.guildLinks.save(link);
      await store.guildLinks.reseal(guildId, "v1.older", "v1.lost");
      expect(await store.guildLinks.find(guildId)).toEqual(link);
      await store.guildLinks.reseal(guildId, link.sealedToken, "v1.newer");
      expect(await store.guildLinks.find(guildId)).toEqual({ ...link, sealedToken: "v1.newer" });
    });
  });

  test("access roles are a set for each guild", async () => {
    await store.accessRoles.add(guildId, "9");
    await store.accessRoles.add(guildId, "9");
    await store.accessRoles.add(guildId, "10");
    await store.accessRoles.add(otherGuildId, "11");
    expect([...(await store.accessRoles.list(guildId))].toSorted()).toEqual(["10", "9"]);
    expect(await store.accessRoles.remove(guildId, "11")).toBe(false);
    expect(await store.accessRoles.remove(guildId, "9")).toBe(true);
    expect(await store.accessRoles.list(guildId)).toEqual(["10"]);
  });

  test("settings remember the last value", async () => {
    expect(await store.settings.get("never set")).toBeUndefined();
    await store.settings.set("commands", "one");
    await store.settings.set("commands", "two");
    expect(await store.settings.get("commands")).toBe("two");
  });

  describe("a draft", () => {
    beforeEach(() => store.drafts.create(draft));

    test("comes back as it was, payload and all", async () => {
      expect(await store.drafts.find("d1")).toEqual({
        ...draft,
        state: "open",
        result: undefined,
        sealedReplyTo: undefined,
        leaseUntil: undefined,
      });
      expect(await store.drafts.find("d2")).toBeUndefined();
    });

    test("is taken once", async () => {
      expect(await store.drafts.take(take)).toEqual({
        ...draft,
        state: "sending",
        result: undefined,
        sealedReplyTo: take.sealedReplyTo,
        leaseUntil: take.leaseUntil,
      });
      expect(await store.drafts.take(take)).toBeUndefined();
      expect(await store.drafts.discard("d1", guildId, discordUserId)).toBe(false);
    });

    test.each([
      ["another guild", { guildId: otherGuildId }],
      ["another person", { discordUserId: "4" }],
      ["another kind of button", { kind: "post.delete" }],
      ["anyone once it has expired", { now: draft.expiresAt }],
    ])("is not taken by %s", async (_who, change) => {
      expect(await store.drafts.take({ ...take, ...change })).toBeUndefined();
      expect(await store.drafts.find("d1")).toMatchObject({ state: "open" });
    });

    test("is taken once by a hundred clicks at the same time", async () => {
      const taken = await Promise.all(Array.from({ length: 100 }, () => store.drafts.take(take)));
      expect(taken.filter((one) => one !== undefined)).toHaveLength(1);
    });

    test("is discarded only by its own person and only while it is open", async () => {
      expect(await store.drafts.discard("d1", guildId, "4")).toBe(false);
      expect(await store.drafts.discard("d1", guildId, discordUserId)).toBe(true);
      expect(await store.drafts.discard("d1", guildId, discordUserId)).toBe(false);
      expect(await store.drafts.take(take)).toBeUndefined();
    });

    test("keeps what came of it and forgets whom to tell", async () => {
      await store.drafts.take(take);
      await store.drafts.settle("d1", "done", "Order #1042 logged.");
      expect(await store.drafts.find("d1")).toMatchObject({
        state: "done",
        result: "Order #1042 logged.",
        sealedReplyTo: undefined,
        leaseUntil: undefined,
      });
      await store.drafts.settle("d1", "open", undefined);
      expect(await store.drafts.find("d1")).toMatchObject({ state: "done" });
    });

    test("may be taken again after a write that surely did not happen", async () => {
      await store.drafts.take(take);
      await store.drafts.settle("d1", "open", undefined);
      expect(await store.drafts.take(take)).toMatchObject({ state: "sending" });
    });

    test("is handed to one caller when its sender went away", async () => {
      await store.drafts.take(take);
      expect(await store.drafts.takeAbandoned(take.leaseUntil)).toEqual([]);
      const given = await Promise.all(
        Array.from({ length: 10 }, () => store.drafts.takeAbandoned(take.leaseUntil + 1)),
      );
      expect(given.flat()).toEqual([
        expect.objectContaining({ id: "d1", state: "unknown", sealedReplyTo: take.sealedReplyTo }),
      ]);
    });

    test("is removed once expired, unless it is being sent", async () => {
      await store.drafts.create({ ...draft, id: "d2" });
      await store.drafts.take(take);
      expect(await store.drafts.removeExpired(draft.expiresAt)).toBe(0);
      expect(await store.drafts.removeExpired(draft.expiresAt + 1)).toBe(1);
      expect(await store.drafts.find("d1")).toBeDefined();
      expect(await store.drafts.find("d2")).toBeUndefined();
    });

    test("keeps a payload of nothing as null", async () => {
      await store.drafts.create({ ...draft, id: "d3", payload: undefined });
      expect(await store.drafts.find("d3")).toMatchObject({ payload: null });
    });
  });

  test("the audit lists the newest first, page after page, and drops what is old", async () => {
    const entries = [0, 1, 2, 3].map((index) => ({ ...entry, id: `a${index}`, at: now + index }));
    for (const one of entries) await store.audit.record(one);
    await store.audit.record({ ...entry, id: "other", guildId: otherGuildId });
    const first = await store.audit.list(guildId, { limit: 2 });
    expect(first).toEqual([entries[3], entries[2]]);
    expect(await store.audit.list(guildId, { limit: 2, before: now + 2 })).toEqual([entries[1], entries[0]]);
    expect(await store.audit.removeBefore(now + 1)).toBe(2);
    expect(await store.audit.list(guildId, { limit: 10 })).toHaveLength(3);
  });

  test("a departure keeps its earliest moment, until it is cancelled", async () => {
    await store.departures.notice(guildId, now);
    await store.departures.notice(guildId, now + 50);
    expect(await store.departures.due(now)).toEqual([]);
    expect(await store.departures.due(now + 1)).toEqual([guildId]);
    await store.departures.notice(guildId, now - 50);
    expect(await store.departures.due(now)).toEqual([guildId]);
    await store.departures.cancel(guildId);
    expect(await store.departures.due(now + 100)).toEqual([]);
  });

  describe("with something in every table", () => {
    beforeEach(async () => {
      for (const id of [guildId, otherGuildId]) {
        await store.guildLinks.save({ ...link, guildId: id });
        await store.accessRoles.add(id, "9");
        await store.drafts.create({ ...draft, id: `d-${id}`, guildId: id });
        await store.audit.record({ ...entry, id: `a-${id}`, guildId: id });
        await store.departures.notice(id, now);
      }
    });

    test("each guild is known once", async () => {
      expect([...(await store.departures.knownGuildIds())].toSorted()).toEqual([guildId, otherGuildId]);
    });

    test("forgetting a guild leaves nothing of it and all of the others", async () => {
      await store.forgetGuild(guildId);
      expect(await store.departures.knownGuildIds()).toEqual([otherGuildId]);
      expect(await store.guildLinks.find(guildId)).toBeUndefined();
      expect(await store.accessRoles.list(guildId)).toEqual([]);
      expect(await store.drafts.find(`d-${guildId}`)).toBeUndefined();
      expect(await store.audit.list(guildId, { limit: 10 })).toEqual([]);
      expect(await store.audit.list(otherGuildId, { limit: 10 })).toHaveLength(1);
    });
  });
});
