// Depends on: nothing that varies.
import { afterEach, beforeEach, expect, test } from "vitest";
import { playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import type { Schedule } from "../../commands/boards/store.ts";
import { type Harness, startHarness } from "../support/harness.ts";
import { toNextWednesday } from "../support/next-wednesday.ts";
import { opened, shown, withFooters } from "../support/replies.ts";
import { until, untilAfterSteps } from "../support/wait-for.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const { guildId, calendar, orders } = playgroundIds;
/** Longer than any pause between two tries. */
const maxPauseMs = 10 * minuteMs + 1_000;
const always = 1_000_000;

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness[Symbol.asyncDispose]());

const manager = () => harness.as("theo", "staff");
const add = async (options: Readonly<Record<string, string>>): Promise<SeenMessage> =>
  shown(await manager().run("schedule add", options));
const confirm = async (question: SeenMessage): Promise<void> => {
  expect(shown(await manager().press(question, "Add schedule")).text).toContain("Added by");
};
const list = async (): Promise<string> => {
  await harness.discord.waitForBot();
  const all = shown(await manager().run("schedule list"));
  const [menu] = all.selects;
  const texts: string[] = [];
  for (const { value } of menu?.options ?? [])
    texts.push(shown(await manager().choose(all, menu?.customId ?? "", [value])).text);
  return texts.join("\n");
};
async function ofKind(kind: string): Promise<Schedule> {
  const all = await harness.app.ctx.store.schedules.list(guildId);
  const found = all.find((schedule) => schedule.kind === kind);
  if (found === undefined) throw new Error(`there is no schedule of ${kind}`);
  return found;
}
/** Its last post is done, and none waits. */
async function isCalm(kind: string): Promise<boolean> {
  const { id, lastOutcome, lastReason } = await ofKind(kind);
  const newest = await harness.app.ctx.store.deliveries.list(id, 5);
  return (
    lastOutcome === "sent" &&
    lastReason === undefined &&
    newest.every(({ state }) => state !== "waiting" && state !== "claimed")
  );
}
/** What a try that was still under way put off is done after the next pause. */
const untilAfterPauses = (what: string, condition: () => boolean | Promise<boolean>): Promise<void> =>
  untilAfterSteps(what, () => harness.clock.advance(maxPauseMs), condition);
const untilCalm = (kind: string): Promise<void> =>
  untilAfterPauses(`all of the ${kind} is done and recorded`, () => isCalm(kind));
const posts = () => harness.discord.messagesIn(calendar);
const boards = () =>
  harness.discord.messagesIn(orders).filter(({ text }) => /Open orders|open\sorder/.test(text));

function place(number: number): string {
  const at = Temporal.Instant.fromEpochMilliseconds(harness.clock.now()).toString();
  const _id = String(number).padStart(24, "0");
  const times = { createdAt: at, updatedAt: at };
  const order = { _id, order_number: number, items: ["Flat white"], status: "submitted", ...times };
  harness.service.state.orders.set(_id, { order, steps: [] });
  return `**#${number}** `;
}

/** Something breaks five minutes before the next calendar is due, and is mended an hour later; meanwhile an order comes in. */
async function anHourWithout(broken: {
  readonly begin: () => void;
  readonly end: () => void;
  readonly reason: string;
  readonly order: number;
}): Promise<void> {
  const { clock } = harness;
  const { nextDueAt: due = 0 } = await ofKind("calendar");
  const untilTrue = (stepMs: number): Promise<void> =>
    untilAfterSteps(
      "the board is true",
      () => clock.advance(stepMs),
      async () => {
        const { lastAsOf = 0 } = await ofKind("orders");
        return clock.now() - lastAsOf < 2 * minuteMs && (await isCalm("orders"));
      },
    );
  // What a leap of days cuts off is tried again after minutes, which must be over before the calendar is due.
  clock.advance(due - hourMs - clock.now());
  await untilTrue(minuteMs / 2);
  clock.advance(due - 5 * minuteMs - clock.now());
  await untilTrue(10_000);
  const { length } = posts();
  broken.begin();
  const order = place(broken.order);
  clock.advance(5 * minuteMs + 1_000);
  await until("the post is tried in vain", async () =>
    Boolean((await ofKind("calendar")).lastReason?.includes(broken.reason)),
  );
  expect(posts()).toHaveLength(length);
  clock.advance(55 * minuteMs);
  broken.end();

  clock.advance(maxPauseMs);
  await untilAfterPauses("the calendar is posted", () => posts().length > length);
  await untilCalm("calendar");
  clock.advance(maxPauseMs);
  await untilAfterPauses("the board is true again", () => boards()[0]?.text.includes(order) ?? false);
  await untilCalm("orders");
  expect(boards().map(withFooters).join()).toContain("Checked every 2 min");
  expect(boards()).toHaveLength(1);
  expect(posts()).toHaveLength(length + 1);
  const dueText = new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    timeZone: "Europe/Berlin",
  }).format(due);
  expect(posts().at(-1)?.text).toContain(
    `Posted late: it was due ${dueText.replace(",", "").replaceAll(" ", "\u00a0")}`,
  );
}

test("following the bot's texts, a manager sets up a calendar and a board in 5 steps; both survive outages", async () => {
  toNextWednesday(harness.clock);
  const calendarAtNine = { kind: "calendar", channel: calendar, days: "Monday", time: "9:00" };
  const asked = await add(calendarAtNine);
  expect(asked.text).toMatch(/server's time zone.*Choose one below/);
  const form = opened(await manager().press(asked, "Choose time zone"));
  const question = shown(await manager().submit(form, { zone: "Berlin" }));
  expect(question.text).toContain(`Calendar: every Monday at 09:00\n<#${calendar}> · Europe/Berlin`);
  await confirm(question);
  await confirm(await add({ kind: "orders", channel: orders }));
  // The clock leaps next, and would end the lease of a post that isn't recorded yet.
  await until("the board is posted and recorded", () => isCalm("orders"));
  expect(boards()).toHaveLength(1);
  const { nextDueAt = 0 } = await ofKind("calendar");
  expect(Temporal.Instant.fromEpochMilliseconds(nextDueAt).toZonedDateTimeISO("Europe/Berlin")).toMatchObject(
    {
      dayOfWeek: 1,
      hour: 9,
      minute: 0,
    },
  );

  await anHourWithout({
    begin: () => harness.service.faults.add({ kind: "status", status: 503, times: always }),
    end: () => harness.service.faults.clear(),
    reason: "The workspace service wasn't responding",
    order: 7_001,
  });
  // As a proxy answers while the service behind it is being replaced.
  await anHourWithout({
    begin: () => harness.service.faults.add({ kind: "status", status: 404, times: always }),
    end: () => harness.service.faults.clear(),
    reason: "The workspace service says it doesn't have this",
    order: 7_003,
  });
  await anHourWithout({
    begin() {
      harness.discord.faults.failRequests({ status: 503, times: always });
      harness.discord.faults.dropSockets();
    },
    end() {
      harness.discord.faults.clear();
      harness.discord.faults.dropSockets();
    },
    reason: "Discord had problems with the message",
    order: 7_002,
  });

  const told = await list();
  expect(told.match(/✅ Last posted: <t:\d+:R>/g)).toHaveLength(2);
  expect(told).toMatch(/Next: Mon\s\d+\s\w+,\s09:00 \(<t:\d+:R>\)/);
  expect(told).toMatch(/As of: <t:\d+:R>/);
  expect(told).not.toMatch(/❌|Paused|keep trying/);
  const { id } = await ofKind("calendar");
  const states = (await harness.app.ctx.store.deliveries.list(id, 10)).map(({ state }) => state);
  expect(states).toEqual(["sent", "sent", "sent"]);
});

test("a workspace that stays unknown for an hour pauses its post, and a live board after a day", async () => {
  toNextWednesday(harness.clock);
  await harness.app.ctx.store.guildSettings.set(guildId, "zone", "UTC");
  await confirm(await add({ kind: "calendar", channel: calendar, days: "Monday", time: "9:00" }));
  await confirm(await add({ kind: "orders", channel: orders }));
  await until("the board is posted and recorded", () => isCalm("orders"));
  harness.service.faults.add({ kind: "status", status: 404, times: always });
  const { nextDueAt: due = 0 } = await ofKind("calendar");
  const { clock, app } = harness;
  const untilPaused = (kind: string): Promise<void> =>
    until(`the ${kind} is paused`, async () => {
      const { id, state, pausedReason, nextRefreshAt = 0 } = await ofKind(kind);
      if (state === "paused") return pausedReason === "The workspace no longer has this.";
      const [newest] = await app.ctx.store.deliveries.list(id, 1);
      const triedAt = newest?.state === "waiting" ? newest.until : nextRefreshAt;
      if (newest?.state !== "claimed" && triedAt > clock.now()) clock.advance(triedAt + 1 - clock.now());
      return false;
    });
  clock.advance(24 * hourMs);
  await untilPaused("orders");
  clock.advance(due + 1_000 - clock.now());
  await untilPaused("calendar");
  expect(clock.now() - due).toBeGreaterThan(hourMs / 2);
});
