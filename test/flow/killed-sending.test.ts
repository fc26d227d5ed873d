// Depends on: database, wording.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { connection, expireRequests } from "../../commands/account/connection-request/kind.ts";
import type { ConnectionRequest } from "../../commands/account/connection-request/store.ts";
import type { Schedule } from "../../commands/boards/store.ts";
import { postOrderAlerts } from "../../commands/order/alerts/send.ts";
import { notices } from "../../commands/remind/notice/job.ts";
import { pauseMatching } from "../../commands/schedule/delivery/pause.ts";
import type { JobTools } from "../../src/jobs/job.ts";
import { outbox } from "../support/all-jobs.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { timeRequests } from "../../commands/time-request/job.ts";
import { plainMessage, say } from "../../src/outbox/queue.ts";
import { posting } from "../../commands/schedule/delivery/job.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { remindMe } from "../support/reminders.ts";
import { toNextWednesday } from "../support/next-wednesday.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { sampleTimeRequest } from "../support/sample-time-request.ts";

// A process is killed at each of the statements and requests of which a sending consists, before it and after it, and
// another one goes on. By then Discord has forgotten the nonce.

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const { guildId, calendar, orders, managers, ada, mia } = playgroundIds;
const mias = "104872391";
let harness: Harness;
beforeAll(async () => {
  const begun = Date.now();
  harness = await startHarness({ guarded: false, withJobs: false, realNow: () => begun });
  const { store, messenger } = harness.app.ctx;
  await store.guildSettings.set(guildId, "pictures", "off");
  await store.guildSettings.set(guildId, "managers-channel", managers);
  await store.guildSettings.set(guildId, "time-requests-channel", managers);
  // A private channel exists once something was sent there.
  await messenger.sendDirect(mia, { content: "Hello" });
  const names = { displayName: "Mia", memberName: "Mia" };
  await connectAccount(harness.app.ctx, { discordUserId: mia, userId: mias, ...names });
  harness.service.state.orders.clear();
  await remindMe(harness.as("mia"), "order");
  await runJob(notices, jobTools(harness.app));
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(() => harness.clock.advance(20 * minuteMs));

const ctx = () => harness.app.ctx;
const now = () => harness.clock.now();
const countIn = (channelId: string) => harness.discord.messagesIn(channelId).length;
const countInPrivate = () => harness.discord.inPrivate(mia).read().length;

class KilledError extends Error {}

/** Nothing of them waits for anything. */
const immediate: ReadonlySet<string | symbol> = new Set(["finish", "receivesChanges", "clock", "shared"]);

interface Life {
  /** How many statements and requests were made. */
  steps: number;
  isOver: boolean;
}

/** @param end the step in or before which it is killed; from then on it does nothing any more */
function live<Part extends object>(
  part: Part,
  life: Life,
  end: { readonly step: number; readonly isDone: boolean },
): Part {
  return new Proxy(part, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (immediate.has(name)) return value;
      if (typeof value === "object" && value !== null) return live(value, life, end);
      if (typeof value !== "function") return value;
      return async (...given: readonly unknown[]): Promise<unknown> => {
        if (life.isOver) throw new KilledError();
        life.steps += 1;
        if (life.steps !== end.step) return Reflect.apply(value, target, given);
        if (end.isDone) await Reflect.apply(value, target, given);
        life.isOver = true;
        throw new KilledError();
      };
    },
  });
}

function killAt(step: number, isDone: boolean): { readonly tools: JobTools; readonly life: Life } {
  const tools = jobTools(harness.app);
  const life = { steps: 0, isOver: false };
  const end = { step, isDone };
  const { store, messenger } = tools.ctx;
  const dying = { store: live(store, life, end), messenger: live(messenger, life, end) };
  return { tools: { ...tools, ctx: { ...tools.ctx, ...dying } }, life };
}

interface Sending {
  /** What makes it necessary. */
  readonly begin: () => Promise<void>;
  readonly send: (tools: JobTools) => Promise<unknown>;
  /** By any other process, later. */
  readonly goOn: () => Promise<void>;
  /** Messages so far. */
  readonly count: () => number;
  /** What was to be sent may have been lost with the process that was about to store it. */
  readonly mayBeLost?: boolean;
  /** When others go on; 20 minutes by default. */
  readonly laterMs?: number;
}

let turn = 0;
const nextTurn = () => (turn += 1);

async function goOnSaying(): Promise<void> {
  await runJob(outbox, jobTools(harness.app));
}

function askedForConnection(createdAt: number): ConnectionRequest {
  return {
    id: ctx().newId(),
    guildId,
    discordUserId: mia,
    userId: `9${turn}`,
    displayName: `Mia ${turn}`,
    username: undefined,
    avatarUrl: undefined,
    memberName: "Mia",
    channelId: calendar,
    cardChannelId: undefined,
    cardMessageId: undefined,
    createdAt,
    state: "open",
    decidedByDiscordUserId: undefined,
    decidedAt: undefined,
    reason: undefined,
    toldAt: undefined,
  };
}

/** The only one there is. */
async function onlySchedule(parts: Partial<Schedule>): Promise<Schedule> {
  const { store } = ctx();
  for (const { id } of await store.schedules.list(guildId)) await store.schedules.remove(guildId, id);
  const id = ctx().newId();
  const where = { guildId, linkKey: "cafe", channelId: calendar, makerDiscordUserId: ada };
  const only = { ...sampleSchedule({ ...where, id, createdAt: now() }), options: {}, ...parts };
  await store.schedules.create(only);
  return only;
}
async function duePost(parts: Partial<Schedule>): Promise<void> {
  // Its week ends in no test.
  toNextWednesday(harness.clock);
  const { id } = await onlySchedule(parts);
  await ctx().store.deliveries.add({ scheduleId: id, guildId, dueAt: now() });
}
let schedule: Schedule;
const pause = (dying: JobTools["ctx"]) => pauseMatching(guildId, { id: schedule.id }, pausing, dying);
const pausing = { cause: undefined, scope: "schedule", reason: "I don't know this kind." } as const;

/** An order that nobody touches, ready for Mia. */
function placeReady(): void {
  const _id = String(turn).padStart(24, "0");
  const at = Temporal.Instant.fromEpochMilliseconds(now()).toString();
  const order = { _id, order_number: 5_000 + turn, items: ["Mocha"], status: "waiting_for_pickup" };
  const times = { createdAt: at, updatedAt: at };
  harness.service.state.orders.set(_id, { order: { ...order, customer: mias, ...times }, steps: [] });
}

/** @returns its id */
async function askForTime(ageMs: number): Promise<string> {
  const { timeRequests: requests } = ctx().store;
  await requests.removeByMember(guildId, mia);
  const id = ctx().newId();
  const sample = { ...sampleTimeRequest(now() - ageMs), reason: `Turn ${turn}` };
  await requests.create({ ...sample, id, guildId, discordUserId: mia, dueAt: now() }, 5);
  return id;
}

async function askWithCard(ageMs: number): Promise<void> {
  const id = await askForTime(ageMs);
  const { messageId } = await ctx().messenger.post(managers, { content: `Card ${turn}` });
  const card = { channelId: managers, messageId, proof: [], dueAt: now() };
  await ctx().store.timeRequests.setCard(id, card);
}

const goOnWithTime = async (): Promise<void> => {
  await runJob(timeRequests, jobTools(harness.app));
  await goOnSaying();
};

const sendings: Readonly<Record<string, Sending>> = {
  "a message to a channel": {
    begin: async () => {},
    send: ({ ctx: dying }) => {
      const payload = { channelId: managers, message: { content: `News ${turn}` } };
      return say(plainMessage, { key: `news ${turn}`, guildId, payload }, dying);
    },
    goOn: goOnSaying,
    count: () => countIn(managers),
    mayBeLost: true,
  },
  "a message to a person": {
    begin: async () => {},
    send: ({ ctx: dying }) => {
      const payload = { discordUserId: mia, message: { content: `News ${turn}` } };
      return say(plainMessage, { key: `news ${turn}`, guildId, payload }, dying);
    },
    goOn: goOnSaying,
    count: countInPrivate,
    mayBeLost: true,
  },
  "what became of a request to be connected": {
    async begin() {
      await ctx().store.connectionRequests.create(askedForConnection(now() - 31 * dayMs));
    },
    send: ({ ctx: dying }) => expireRequests(dying),
    // Each hour has one try.
    goOn: async () => {
      harness.clock.advance(60 * minuteMs);
      await expireRequests(ctx());
      await goOnSaying();
    },
    count: countInPrivate,
  },
  "what became of a request for time": {
    begin: () => askWithCard(8 * dayMs),
    send: (tools) => timeRequests.run(tools),
    goOn: goOnWithTime,
    count: countInPrivate,
  },
  "a reminder of requests that wait": {
    begin: () => askWithCard(2 * dayMs),
    send: (tools) => timeRequests.run(tools),
    goOn: goOnWithTime,
    count: () => countIn(managers),
  },
  "the card of a request for time": {
    begin: async () => {
      await askForTime(0);
    },
    async send(tools) {
      await timeRequests.run(tools);
      await outbox.run(tools);
    },
    goOn: goOnWithTime,
    count: () => countIn(managers),
  },
  "a scheduled post": {
    begin: () => duePost({}),
    send: (tools) => posting.run(tools),
    goOn: () => runJob(posting, jobTools(harness.app)),
    count: () => countIn(calendar),
  },
  "a live board": {
    begin: () => duePost({ mode: "live" }),
    send: (tools) => posting.run(tools),
    goOn: () => runJob(posting, jobTools(harness.app)),
    count: () => countIn(calendar),
  },
  "the card of a request to be connected": {
    begin: async () => {},
    async send(tools) {
      const request = askedForConnection(now());
      const card = connection.createCard(request, managers, now(), false);
      await tools.ctx.store.connectionRequests.create(request, card);
      await outbox.run(tools);
    },
    goOn: goOnSaying,
    count: () => countIn(managers),
    mayBeLost: true,
  },
  "news of a paused schedule": {
    async begin() {
      schedule = await onlySchedule({});
    },
    send: ({ ctx: dying }) => pause(dying),
    async goOn() {
      await pause(ctx());
      await goOnSaying();
    },
    count: () => countIn(managers),
  },
  "a reminder of a ready order": {
    begin: async () => placeReady(),
    async send(tools) {
      await notices.run(tools);
      await outbox.run(tools);
    },
    async goOn() {
      await runJob(notices, jobTools(harness.app));
      await goOnSaying();
    },
    count: countInPrivate,
  },
  "an order's announcement": {
    async begin() {
      schedule = await onlySchedule({
        kind: "orders",
        mode: "live",
        channelId: orders,
        options: { tellReady: true },
      });
      await postOrderAlerts(schedule, jobTools(harness.app));
      harness.clock.advance(minuteMs);
      placeReady();
    },
    send: (tools) => postOrderAlerts(schedule, tools),
    goOn: () => postOrderAlerts(schedule, jobTools(harness.app)),
    count: () => countIn(orders),
    // It is news for a quarter of an hour.
    laterMs: 6 * minuteMs,
  },
};

describe.each(Object.entries(sendings))("%s", (_name, sending) => {
  const { begin, send, goOn, count, mayBeLost = false, laterMs = 20 * minuteMs } = sending;

  /** @returns whether the process was still alive at the end */
  async function sendAndGoOn(step: number, isDone: boolean): Promise<boolean> {
    nextTurn();
    await begin();
    const before = count();
    const { tools, life } = killAt(step, isDone);
    await send(tools).catch(() => {});
    for (let later = 0; later < 3; later += 1) {
      harness.clock.advance(laterMs);
      await goOn();
    }
    const isLost = mayBeLost && step === 1 && !isDone;
    expect(count() - before, `${isDone ? "after" : "before"} step ${step}`).toBe(isLost ? 0 : 1);
    expect(await ctx().store.outbox.due(now() + dayMs, 10)).toEqual([]);
    return !life.isOver;
  }

  test.each([
    ["before", false],
    ["after", true],
  ] as const)("is sent once, killed %s whichever of its steps", async (_when, isDone) => {
    let step = 1;
    while (!(await sendAndGoOn(step, isDone))) step += 1;
    // Storing, looking, sending and settling are more than three steps.
    expect(step).toBeGreaterThan(4);
  });
});
