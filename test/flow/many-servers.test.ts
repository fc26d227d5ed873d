// Depends on: nothing that varies.
import { StatementSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reminders } from "../../commands/remind/job.ts";
import { rewards } from "../../commands/rewards/job.ts";
import { weeks } from "../../commands/weeks/job.ts";
import type { Job } from "../../src/jobs/job.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { retention } from "../support/all-jobs.ts";
import {
  connectAccount,
  type Harness,
  jobTools,
  link,
  onPostgres,
  startHarness,
} from "../support/harness.ts";
import { playgroundIds } from "../../playground/discord/index.ts";

const servers = 200;
const peopleEach = 4;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const { guildId } = playgroundIds;
const wednesday = Date.parse("2026-11-18T12:00:00Z");

let harness: Harness;
/** What SQLite was told, in its order. */
let statements: string[] = [];
/** Those of them that changed something, by their place. */
let changing = new Set<number>();
// oxlint-disable-next-line typescript/unbound-method -- called on the statements below
const { run, all } = StatementSync.prototype;
beforeAll(async () => {
  // Nothing of the bot counts what reaches the database, with what begins and ends transactions.
  for (const [name, original] of [
    ["run", run],
    ["all", all],
  ] as const)
    Reflect.set(StatementSync.prototype, name, function (this: StatementSync, ...given: unknown[]): unknown {
      const place = statements.push(this.sourceSQL) - 1;
      const result: unknown = Reflect.apply(original, this, given);
      const changes = Array.isArray(result) ? result.length : Number(Object(result).changes);
      if (changes > 0) changing.add(place);
      return result;
    });
  // What a job did meanwhile would be counted as well. Filling takes a busy machine longer than what is left of the week.
  harness = await startHarness({ withJobs: false, realNow: () => wednesday });
});
afterAll(async () => {
  Reflect.set(StatementSync.prototype, "run", run);
  Reflect.set(StatementSync.prototype, "all", all);
  await harness[Symbol.asyncDispose]();
});

/** How often others were let in. */
async function countTurns(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const next = (): void => {
    if (isOver) return;
    turns += 1;
    setImmediate(next);
  };
  setImmediate(next);
  await work();
  isOver = true;
  return turns;
}

const isWrite = /^\s*(insert|update|delete|with looks)/;

/** For each of these, SQLite waits for the disk, and everyone with it. */
async function countDurableCommits(work: () => Promise<void>): Promise<number> {
  statements = [];
  changing = new Set();
  await work();
  let commits = 0;
  let isOpen = false;
  let isRelaxed = false;
  for (const [place, text] of statements.entries()) {
    if (text.startsWith("pragma synchronous")) isRelaxed = text.endsWith("normal");
    else if (text === "begin") isOpen = true;
    else if (text === "rollback") isOpen = false;
    else if (text === "commit" || (!isOpen && changing.has(place) && isWrite.test(text))) {
      isOpen = false;
      if (!isRelaxed) commits += 1;
    }
  }
  return commits;
}

const doing = (job: Job) => () => runJob(job, jobTools(harness.app));

/** Servers with connected people, reminders and a role for weeks, whose present week ends in a minute. */
async function fillServers(): Promise<void> {
  const { store, now } = harness.app.ctx;
  const endsAt = now() + minuteMs;
  for (let server = 0; server < servers; server++) {
    const of = { guildId: `18${String(server).padStart(16, "0")}`, linkKey: "cafe" };
    const workspaceId = `w${server}`;
    await store.guildLinks.save(
      {
        ...of,
        workspaceId,
        name: "Café",
        sealedToken: "none",
        linkedByDiscordUserId: "1",
        linkedAt: now(),
        createdAt: now(),
      },
      1,
    );
    const setting = { linkKey: "cafe", roles: { passed: "1900000000000000001" } };
    await store.guildSettings.set(of.guildId, "rewards", JSON.stringify(setting));
    for (let person = 0; person < peopleEach; person++) {
      const whose = { guildId: of.guildId, discordUserId: String(person), userId: `u${person}` };
      const names = { displayName: "Mia", memberName: "Mia", username: undefined, avatarUrl: undefined };
      await store.accounts.connect(
        { ...whose, ...names, connectedByDiscordUserId: "1", connectedAt: now() - 2 * dayMs },
        ["mia"],
      );
      const { discordUserId } = whose;
      await store.reminders.set({
        ...of,
        discordUserId,
        kind: "week",
        channelId: "1",
        hours: 1,
        setAt: now(),
      });
      await store.weeks.snapshot({
        guildId: of.guildId,
        workspaceId,
        userId: whose.userId,
        weekStart: "2026-01-05",
        endsAt,
        snapshotAt: now() - minuteMs,
        minutes: 1,
        messages: 1,
        orders: 1,
        assignments: [],
      });
    }
  }
}

test.skipIf(onPostgres)("around a week's end, everyone else has a turn between any two servers", async () => {
  await fillServers();
  const { store } = harness.app.ctx;
  expect(await countTurns(doing(weeks))).toBeGreaterThanOrEqual(servers);
  // They are looked at again once the numbers can be trusted, and not each minute until then.
  const looked = async () => {
    statements = [];
    harness.clock.advance(2 * minuteMs);
    await doing(weeks)();
    return statements.filter((text) => text.includes("group by")).length;
  };
  expect(await looked()).toBe(0);
  // Four of a server's reminders are due, and one is worked on at a time.
  harness.clock.advance(-2 * minuteMs);
  expect(await countTurns(doing(reminders))).toBeGreaterThanOrEqual(servers * peopleEach);
  expect(await store.reminders.due(harness.clock.now(), 10)).toEqual([]);
});

test.skipIf(onPostgres)(
  "roles for a week are planned with fewer statements than there are servers",
  async () => {
    await doing(rewards)();
    statements = [];
    const turns = await countTurns(doing(rewards));
    expect(statements.length).toBeLessThan(servers / 2);
    expect(turns).toBeGreaterThanOrEqual(servers / 16);
  },
);

test.skipIf(onPostgres)(
  "old rows are deleted some at a time, and others have their turn in between",
  async () => {
    const { audit } = harness.app.ctx.store;
    const at = harness.app.ctx.now() - 365 * dayMs;
    for (let entry = 0; entry < 1_200; entry++)
      await audit.record({
        id: `old-${entry}`,
        guildId,
        workspaceId: undefined,
        discordUserId: "1",
        action: "order.create",
        target: undefined,
        outcome: "done",
        detail: {},
        reference: undefined,
        at,
      });
    statements = [];
    await doing(retention)();
    expect(await audit.count(guildId, { until: at + 1 })).toBe(0);
    const deletions = statements.filter((text) => text.startsWith('delete from "audit_entries"'));
    expect(deletions).toHaveLength(3);
  },
);

test.skipIf(onPostgres)(
  "those who were read before the service failed are saved, and the others in the next minutes",
  async () => {
    const { app, clock, service } = harness;
    await link(app.ctx, service);
    for (const { guildId: other } of await app.ctx.store.guildLinks.page(undefined, 1_000))
      if (other !== guildId) await app.ctx.store.forgetGuild(other);
    for (let index = 0; index < 30; index++) {
      const discordUserId = String(1_200_000_000_000_000_000n + BigInt(index));
      const names = { displayName: "Mia", memberName: "Mia" };
      await connectAccount(app.ctx, { discordUserId, userId: String(700_000_000 + index), ...names });
    }
    const start = clock.now();
    service.faults.add({ kind: "status", status: 401, operation: "getActivity", every: 7, times: 1 });
    for (const people of [6, 21, 30]) {
      clock.advance(minuteMs);
      await doing(weeks)();
      expect(await countSaved(start)).toBe(people);
    }
  },
);

test.skipIf(onPostgres)(
  "the weeks of a workspace's people are saved with few commits, each once",
  async () => {
    const { app, clock, service } = harness;
    const { weeks: stored } = app.ctx.store;
    clock.advance(7 * 60 * minuteMs);
    const start = clock.now();
    // One to take the look, and one to save.
    for (const people of [15, 30]) {
      clock.advance(minuteMs);
      expect(await countDurableCommits(doing(weeks))).toBe(2);
      expect(await countSaved(start)).toBe(people);
    }
    clock.advance(minuteMs);
    // Nobody is left, so that it is said when the next is due.
    expect(await countDurableCommits(doing(weeks))).toBe(2);
    clock.advance(minuteMs);
    expect(await countDurableCommits(doing(weeks))).toBe(0);
    for (const { userId } of await stored.people(guildId, service.workspaceId, clock.now()))
      expect(await stored.ofUser(guildId, service.workspaceId, userId, 9)).toHaveLength(1);
  },
);

/** People whose present week was saved since then. */
async function countSaved(since: number): Promise<number> {
  const { app, clock, service } = harness;
  const people = await app.ctx.store.weeks.people(guildId, service.workspaceId, clock.now());
  return people.filter(({ snapshotAt = 0 }) => snapshotAt > since).length;
}
