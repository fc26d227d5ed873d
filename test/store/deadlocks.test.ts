import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openStore } from "../../commands/store.ts";
import type { Store } from "../../src/store/store.ts";
import { createPostgresDatabase, type TestDatabase } from "../support/databases.ts";
import { patient } from "../support/patience.ts";
import { until } from "../support/wait-for.ts";
import { account, announce, discordUserId, guildId, link, now, reminder, schedule } from "./sample-rows.ts";

/** Enough that work which locks the same rows in opposite orders meets in the middle. */
const many = Array.from({ length: 150 }, (_, index) => String(1_000 + index));
const reversed = many.toReversed();
const rounds = Array.from({ length: 4 }, (_, index) => index);
const second = { ...link, linkKey: "k002", workspaceId: "64b000000000000000000002" };

let database: TestDatabase;
let store: Store;
let failedQueries = 0;
beforeAll(async () => {
  database = await createPostgresDatabase();
  store = await openStore({
    databaseUrl: database.url,
    dataFolder: "/nowhere",
    now: () => now,
    stretch: patient,
    onQuery: (_kind, _ms, isError) => (failedQueries += Number(isError)),
  });
});
afterAll(async () => {
  await store.close();
  await database.drop();
});
beforeEach(async () => {
  await store.forgetGuild(guildId);
  failedQueries = 0;
  for (const each of [link, second]) await store.guildLinks.save(each, 5);
});

const note = (userIds: readonly string[], through = link) =>
  store.people.note([{ link: through, userIds }], { now, staleBefore: now });
const learn = (userIds: readonly string[]) => {
  const names = { displayName: "Rosa", username: "rosa", colour: undefined, foldedNames: ["rosa"] };
  return store.people.learn(
    link,
    userIds.map((userId) => ({ userId, ...names })),
    now,
  );
};

test("people noted, learned and asked for in any order at once don't deadlock", async () => {
  await note(many);
  await Promise.all(
    rounds.flatMap((round) => {
      const ids = round % 2 === 0 ? many : reversed;
      return [
        note(ids),
        learn(ids),
        store.people.claim(link, ids, now, now),
        store.people.postponeAll(link, now + round),
      ];
    }),
  );
  expect(failedQueries).toBe(0);
});

test("deleting a link, a person or a guild while people are noted doesn't deadlock", async () => {
  await store.accounts.connect({ ...account, userId: "1000" }, []);
  await Promise.all(
    rounds.flatMap((round) => [
      note(reversed),
      learn(reversed),
      note(many, second),
      store.forgetPerson({ guildId, userId: "1000", discordUserId, disconnects: false }),
      store.guildLinks.remove(guildId, round % 2 === 0 ? "k001" : "k002"),
      store.guildLinks.save(round % 2 === 0 ? link : second, 5),
      ...(round % 4 === 3 ? [store.forgetGuild(guildId)] : []),
    ]),
  );
  expect(failedQueries).toBe(0);
});

test("order steps found by two reads in opposite orders are stored once, without a deadlock", async () => {
  await store.reminders.set({ ...reminder, kind: "order" });
  const alerts = { scheduleId: "s1", guildId, change: "ready" };
  const notices = { guildId, discordUserId, kind: "order" } as const;
  for (const round of rounds) {
    const noticedAt = now + round;
    const fresh = many.map((id) => `${id}-${round}`);
    await Promise.all(
      [fresh, fresh.toReversed(), fresh, fresh.toReversed()].flatMap((ids) => [
        store.orderAlerts.observe({ ...alerts, noticedAt }, ids),
        store.notices.observe({ ...notices, noticedAt }, ids, announce),
      ]),
    );
  }
  expect(failedQueries).toBe(0);
});

test("finalizing many people's weeks in opposite orders doesn't deadlock", async () => {
  const { workspaceId } = link;
  const week = {
    guildId,
    workspaceId,
    weekStart: "2025-11-17",
    endsAt: now,
    snapshotAt: now,
    assignments: [],
  };
  for (const userId of many) await store.accounts.connect({ ...account, userId, discordUserId: userId }, []);
  const weeks = many.map((userId) => ({ ...week, userId }));
  for (const _ of rounds)
    await Promise.all([weeks, weeks.toReversed(), weeks].map((each) => store.weeks.finalize(each)));
  expect(failedQueries).toBe(0);
  expect(await store.weeks.ofWeek(guildId, workspaceId, week.weekStart)).toHaveLength(many.length);
});

test("advancing a guild's schedules while the guild is deleted doesn't deadlock", async () => {
  const ids = many.slice(0, 60);
  for (const _ of rounds.slice(0, 4)) {
    // The table holds them in the opposite order of that in which they move on.
    for (const id of ids.toReversed()) await store.schedules.create({ ...schedule, id });
    const advances = ids.map((scheduleId) => ({
      scheduleId,
      guildId,
      from: now + 1_000,
      to: now + 2_000,
      deliveries: [{ dueAt: now + 1_000, isLate: false, skipReason: undefined }],
    }));
    await Promise.all([store.deliveries.advance(advances), store.forgetGuild(guildId)]);
    await store.forgetGuild(guildId);
  }
  expect(failedQueries).toBe(0);
});

test("a transaction that Postgres rolls back for a deadlock is retried, and done once", async () => {
  for (const id of ["s1", "s2"]) await store.schedules.create({ ...schedule, id });
  const other = new Client({ connectionString: database.url });
  await other.connect();
  // So that it is never this one that Postgres rolls back.
  await other.query("set deadlock_timeout = '1min'");
  await other.query("begin");
  await other.query("select id from schedules where id = 's2' for update");
  const delivery = { dueAt: now + 1_000, isLate: false, skipReason: undefined };
  const moved = store.deliveries.advance(
    ["s1", "s2"].map((scheduleId) => ({
      scheduleId,
      guildId,
      from: now + 1_000,
      to: now + 2_000,
      deliveries: [delivery],
    })),
  );
  await untilWaiting(other);
  await other.query("select id from schedules where id = 's1' for update");
  await other.query("commit");
  await other.end();
  expect(await moved).toBe(2);
  expect(failedQueries).toBe(1);
  expect(await store.deliveries.list("s1", 10)).toHaveLength(1);
});

test.each([
  ["person", () => store.forgetPerson({ guildId, userId: undefined, discordUserId, disconnects: false })],
  ["server", () => store.forgetGuild(guildId)],
] as const)("a message stored while its %s is forgotten goes with them", async (_whose, forget) => {
  await store.reminders.set(reminder);
  const other = new Client({ connectionString: database.url });
  await other.connect();
  await other.query("begin");
  await other.query("select 1 from reminders where guild_id = $1 for update", [guildId]);
  const forgetting = forget();
  await untilWaiting(other);
  await other.query(
    `insert into outbox (key, guild_id, discord_user_id, purpose, payload, until, attempts, created_at)
     values ('late', $1, $2, 'reminder', '{}', 0, 0, 0)`,
    [guildId, discordUserId],
  );
  await other.query("commit");
  await other.end();
  await forgetting;
  expect(await store.outbox.due(now, 10)).toEqual([]);
});

/** Until someone waits for the client's locks, in this database: other tests use the same server. */
async function untilWaiting(client: Client): Promise<void> {
  const waiting =
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await until("it waits for the other's row", async () => (await client.query(waiting)).rows.length > 0);
}
