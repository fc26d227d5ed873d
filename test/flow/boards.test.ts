// Depends on: database, cache, wording.
import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { renderOrderChange } from "../../commands/order/alerts/send.ts";
import { Order } from "../../src/api/contract/orders.ts";
import { sendNow } from "../../src/outbox/send-once.ts";
import { refreshing } from "../../commands/schedule/delivery/refresh-job.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { type Person, playgroundIds } from "../../playground/discord/index.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { liveBoards } from "../support/live-boards.ts";
import { textOf } from "../support/replies.ts";
import { chooseOldAfter, chooseSetting } from "../support/settings.ts";
import { askToChange, pressOnCard } from "../support/schedules.ts";
import { soon, until, untilAfterSteps } from "../support/wait-for.ts";
import { someContext } from "../support/render-context.ts";

const minuteMs = 60_000;
const { guildId, orders: channelId, mia } = playgroundIds;
let harness: Harness;
const {
  store,
  now,
  messages,
  addBoard,
  present,
  standing,
  looked,
  looksUntil,
  nextLookWords,
  place,
  move,
  clear,
} = liveBoards(() => harness);

beforeAll(async () => {
  harness = await startHarness({ guarded: false });
  await connectAccount(harness.app.ctx, {
    discordUserId: mia,
    userId: [...harness.service.state.assignments.keys()][0] ?? "",
    displayName: "Mia",
    memberName: "Mia",
  });
  // Most of these are about texts, which say everything without a picture.
  await store().guildSettings.set(guildId, "pictures", "off");
});
afterAll(() => harness[Symbol.asyncDispose]());
const halfAMinute = (): void => harness.clock.advance(30_000);
beforeEach(clear);

// The first: those after it move the clock, near the end of a week into the next.
test("every kind can be posted", async () => {
  place("submitted");
  const text = async (kind: string, options: object = {}) => (await standing({ kind, options })).text();
  expect(await text("team", { pictures: false })).toMatch(/Team board: (?:\d|nobody)[\s\S]*<@\d+>/);
  expect(await text("team")).toMatch(
    /Team board: (?:\d|nobody)[^<]*<t:\d+:R>\n\n[^<]*\*\*\d\u00a0(?:passed|on\u00a0track)\*\* <@/u,
  );
  expect(await text("standings")).toMatch(/Standings: \d[\s\S]*Week ends:\s/);
  expect(await text("report", { shows: "results", pictures: false })).toMatch(
    /^Week of .*: \d.*\nFinal standings[\s\S]*<@\d+>/,
  );
  expect(await text("standings", { part: "final", pictures: false })).toMatch(
    /^Week of .*: \d.*\nFinal standings[\s\S]*<@\d+>/,
  );
  expect(await text("calendar", { dues: true })).toMatch(/Week of[\s\S]*Due assignments/);
  expect(await text("digest", { kinds: ["team", "orders"] })).toMatch(
    /^Digest[\s\S]*\*\*People\*\* · \d[\s\S]*\*\*Orders\*\* · 1\sopen/,
  );
});

test("an order board is posted by itself, follows the orders, and says when it was updated", async () => {
  const name = place("submitted");
  const { text } = await standing();
  expect(text()).toContain(`\n**📝 Submitted · 1**\n**${name.replace("Order ", "")}** `);
  expect(text()).toMatch(/Checked every 2 min$/);
  const count = messages().length;
  move("preparing");
  harness.clock.advance(2 * minuteMs + 1);
  await until("it was edited", () => text().includes("🧑‍🍳"));
  move("handed_to");
  harness.clock.advance(2 * minuteMs + 1);
  await until("nothing is open", () => text().includes("No open orders"));
  expect(messages()).toHaveLength(count);
});

test("with 3,000 open orders, a board lists a few, says how many more there are, and draws those in progress", async () => {
  for (let count = 0; count < 2_000; count += 1) place("submitted");
  for (let count = 0; count < 1_000; count += 1) place("waiting_for_pickup");
  const { id } = await standing();
  const { messageId } = await present(id);
  const board = () => messages().find((each) => each.id === messageId) ?? expect.unreachable();
  const { text, embeds, selects } = board();
  expect(embeds).toHaveLength(1);
  expect(text).toMatch(/^3\s000\sopen\sorders\n[\s\S]*\n\*\*🛎️ Ready for pickup · 1\s000\*\*\n/u);
  expect(text.match(/^\*\*#\d+\*\* /gm)).toHaveLength(15);
  expect(text).toMatch(/^… and 2\s985 more: `\/order search`$/m);
  expect(selects[0]?.options).toHaveLength(15);
  await store().guildSettings.remove(guildId, "pictures");
  // On a busy machine it may be drawn at a later look.
  await looksUntil(id, "it has its picture", () => board().embeds[0]?.image !== undefined);
  await store().guildSettings.set(guildId, "pictures", "off");
  expect(board().embeds[0]?.image).toMatchObject({
    width: 1_136,
    description: expect.stringMatching(
      /^2\s000 orders in progress at .*\. 2\s000 submitted: #5\d+ Flat white, .*; 1\s990 more\.$/,
    ),
  });
  expect(board().text.match(/^\*\*#\d+\*\* · ready: <t:\d+:R> · Flat white$/gmu)).toHaveLength(15);
  expect(board().text).toMatch(/^… and 985 more: `\/order search`$/m);
});

test("a deleted board is posted again, once", async () => {
  place("submitted");
  const { id } = await standing();
  const count = messages().length;
  const { messageId = "" } = await present(id);
  await harness.app.ctx.messenger.delete(channelId, messageId);
  // A board that shows the same isn't touched at each look.
  harness.clock.advance(17 * minuteMs);
  await until("it is posted again", async () => (await present(id)).messageId !== messageId);
  await Promise.all([runJob(refreshing, jobTools(harness.app)), runJob(refreshing, jobTools(harness.app))]);
  expect(messages()).toHaveLength(count);
});

test("what another application posted is posted anew or left, and its board goes on", async () => {
  const { id } = await standing({ options: { tellReady: true } });
  await looked(id);
  const name = place("waiting_for_pickup");
  const listPosted = () => store().orderAlerts.listPosted(id, 5);
  await looksUntil(id, "it is announced", () =>
    messages().some(({ text }) => text.includes(`**${name}** is`)),
  );
  await looked(id);
  const [alert] = await listPosted();
  const board = harness.as("ada", "orders").say("As the application before said it.").id;
  await store().schedules.change(guildId, id, { messageId: board, messageHash: undefined });
  await looked(id);
  await until("it is posted anew", async () => (await present(id)).messageId !== board);
  const announcement = alert?.messageId ?? expect.unreachable();
  const pathEnd = `/messages/${announcement}`;
  harness.discord.faults.failRequests({ status: 403, code: 50_013, pathEnd, times: 100 });
  move("handed_to");
  for (let looks = 0; looks < 3; looks += 1) await looked(id);
  harness.discord.faults.clear();
  expect(await present(id)).toMatchObject({ state: "active" });
  expect(await listPosted()).toEqual([]);
  const { messageId } = await present(id);
  expect(messages().find((each) => each.id === messageId)?.text).toContain("No open orders");
  await harness.app.ctx.messenger.delete(channelId, announcement);
});

test("refreshes slow down while the service is down, and recover once it is back", async () => {
  place("submitted");
  const { id, text } = await standing();
  harness.service.faults.add({ kind: "status", status: 503, operation: "searchOrders", times: 1_000 });
  const nextIn = async () => ((await present(id)).nextRefreshAt ?? 0) - now();
  for (const minutes of [2, 4, 5, 5]) {
    harness.clock.advance((await nextIn()) + 1);
    const slackMs = 10_000;
    await until(`the next look is in ${minutes} minutes`, async () => {
      return Math.abs((await nextIn()) - minutes * minuteMs) < slackMs;
    });
    await until("its message says so", async () => text().includes(await nextLookWords(id)));
  }
  expect(text()).toMatch(/^⚠️ The workspace service is having problems with orders\. Last read: <t:\d+:R>/);
  expect(text()).toContain("📝");
  harness.service.faults.clear();
  move("preparing");
  harness.clock.advance(5 * minuteMs + 1);
  await until("it is true again", () => text().includes("🧑‍🍳"));
  expect(text()).not.toContain("⚠️");
  expect(await nextIn()).toBeLessThanOrEqual(2 * minuteMs);
});

test("a ready order is announced once, across restarts and parallel runs; earlier ones are not", async () => {
  const before = place("waiting_for_pickup");
  const { id } = await standing({ options: { tellReady: true } });
  await looked(id);
  await looked(id);
  const told = () => messages().filter(({ text }) => text.includes("is ready for pickup"));
  const name = place("preparing");
  move("waiting_for_pickup");
  // A look that was under way meanwhile doesn't know of it yet.
  await looksUntil(id, "it is announced", () => told().length > 0);
  await harness.restart();
  for (let looks = 0; looks < 3; looks += 1) {
    harness.clock.advance(2 * minuteMs + 1);
    await Promise.all([runJob(refreshing, jobTools(harness.app)), runJob(refreshing, jobTools(harness.app))]);
  }
  expect(told().map(({ text }) => text)).toEqual([
    expect.stringContaining(`**${name}** is ready for pickup`),
  ]);
  expect(told()[0]?.text).not.toContain(before);
});

test("an order that becomes ready or stuck before a new board's first look is announced, and none from before", async () => {
  const before = place("waiting_for_pickup");
  harness.clock.advance(30 * minuteMs);
  const options = { tellReady: true, tellStuck: true, stuckMinutes: 1 };
  const id = await addBoard({ nextRefreshAt: now() + 2 * minuteMs, options });
  harness.clock.advance(1_000);
  const name = place("waiting_for_pickup");
  const isToldOf = (order: string, words: string) =>
    messages().some(({ text }) => text.includes(`**${order}** is ${words}`));
  harness.clock.advance(minuteMs + 1_000);
  await looksUntil(id, "both are announced", () =>
    ["ready for pickup", "stuck"].every((words) => isToldOf(name, words)),
  );
  await looked(id);
  expect(isToldOf(before, "")).toBe(false);
});

test("an announcement is deleted once the order was handed over, and stays while it is true", async () => {
  const { id } = await standing({ options: { tellReady: true, tellStuck: true, stuckMinutes: 5 } });
  await looked(id);
  const name = place("waiting_for_pickup");
  const told = (words: string) => messages().filter(({ text }) => text.includes(`**${name}** is ${words}`));
  const counts = () => [told("ready for pickup").length, told("stuck").length];
  await looksUntil(id, "it is announced as ready and as stuck", () => counts().every((count) => count === 1));
  await looked(id);
  await looked(id);
  expect(counts()).toEqual([1, 1]);
  move("handed_to");
  harness.discord.faults.failRequests({ status: 500, pathPart: `/channels/${channelId}/messages/` });
  // After a failure the next look is put off, so nothing waits for each of them here.
  await untilAfterSteps("both are deleted, though Discord fails at first", halfAMinute, () =>
    counts().every((count) => count === 0),
  );
});

test("an announcement that Discord doesn't accept keeps no other one from being posted", async () => {
  const { id } = await standing({ options: { tellReady: true } });
  await looked(id);
  await looked(id);
  // A look under way would see only one of them.
  await harness.restart();
  const names = [place("waiting_for_pickup"), place("waiting_for_pickup")];
  const told = () =>
    messages().filter(({ text }) => names.some((name) => text.includes(`**${name}** is ready`)));
  for (let looks = 0; looks < 3; looks += 1) {
    // As AutoMod does with a word in the first of them.
    harness.discord.faults.failRequests({
      status: 403,
      code: 200_000,
      pathEnd: `/channels/${channelId}/messages`,
    });
    await looked(id);
  }
  harness.discord.faults.clear();
  expect(told()).toHaveLength(1);
});

const unreadable = {
  kind: "wrong-records",
  operation: "searchOrders",
  count: Number.MAX_SAFE_INTEGER,
  times: 10_000,
} as const;

test("a board whose orders can't be read keeps what it showed, with its age", async () => {
  place("submitted");
  const { text } = await standing();
  expect(text()).toContain("**📝 Submitted · 1**");
  harness.service.faults.add(unreadable);
  harness.clock.advance(2 * minuteMs + 1);
  await until("it says so", () =>
    text().includes("I can't read what the workspace service sent about orders. Last read: <t:"),
  );
  expect(text()).toContain("**📝 Submitted · 1**");
  expect(text()).not.toContain("No open orders");
});

test("a board whose orders the workspace refuses to send says so, until it sends them", async () => {
  place("submitted");
  const { id, text } = await standing();
  harness.service.faults.add({ kind: "status", status: 422, operation: "searchOrders", times: 1_000 });
  await looked(id);
  expect(text()).toMatch(/^⚠️ The workspace service is having problems with orders\. Last read: <t:\d+:R>/);
  expect(text()).toContain(await nextLookWords(id));
  expect(text()).toContain("**📝 Submitted · 1**");
  harness.service.faults.clear();
  await looked(id);
  expect(text()).not.toContain("⚠️");
});

test("a board says that the workspace may have more orders than the ones it sent, of which none is open", async () => {
  for (let count = 0; count < 10; count += 1) place("cancelled");
  const { id, text } = await standing();
  expect(text()).toContain(
    "None of the 10 orders that the workspace sent is open. It may have more orders than it sends at once.",
  );
  place("cancelled");
  await looksUntil(id, "there is one more", () =>
    text().includes("No open orders. New orders will appear here."),
  );
});

test("an announcement isn't deleted because its order isn't on the page that the workspace sends", async () => {
  const { id } = await standing({ options: { tellReady: true } });
  await looked(id);
  const name = place("waiting_for_pickup");
  const told = () => messages().filter(({ text }) => text.includes(`**${name}** is ready`)).length;
  await looksUntil(id, "it is announced", () => told() === 1);
  const { orders } = harness.service.state;
  const [orderId = "", order] = [...orders][0] ?? [];
  for (let count = 0; count < 10; count += 1) place("submitted");
  orders.delete(orderId);
  for (let look = 0; look < 3; look += 1) await looked(id);
  expect(told()).toBe(1);
  if (order !== undefined) orders.set(orderId, { ...order, order: { ...order.order, status: "handed_to" } });
  await looksUntil(id, "it is deleted", () => told() === 0);
});

test("an announcement of an order that isn't sent anymore goes once nobody waits for such an old one", async () => {
  const { id } = await standing({ options: { tellReady: true } });
  await looked(id);
  const name = place("waiting_for_pickup");
  const told = () => messages().filter(({ text }) => text.includes(`**${name}** is ready`)).length;
  await looksUntil(id, "it is announced", () => told() === 1);
  harness.service.state.orders.clear();
  for (let count = 0; count < 10; count += 1) place("submitted");
  harness.clock.advance(25 * 60 * 60_000);
  await looksUntil(id, "it is deleted", () => told() === 0);
});

test("an announcement isn't deleted because its order can't be read", async () => {
  const { id } = await standing({ options: { tellReady: true } });
  await looked(id);
  const name = place("waiting_for_pickup");
  const told = () => messages().filter(({ text }) => text.includes(`**${name}** is ready`)).length;
  await looksUntil(id, "it is announced", () => told() === 1);
  // It's the first of the list.
  place("submitted");
  for (const fault of [{ ...unreadable, count: 1 }, unreadable]) {
    harness.service.faults.clear();
    harness.service.faults.add(fault);
    for (let look = 0; look < 3; look += 1) await looked(id);
    expect(told()).toBe(1);
  }
  harness.service.faults.clear();
  harness.service.state.orders.delete([...harness.service.state.orders.keys()][0] ?? "");
  await looksUntil(id, "it is deleted", () => told() === 0);
});

test.each([
  ["ready", "waiting_for_pickup"],
  ["stuck", "preparing"],
] as const)(
  "a %s order that can't be read at the moment is announced once it can be",
  async (change, status) => {
    const options = { tellReady: change === "ready", tellStuck: change === "stuck", stuckMinutes: 5 };
    const { id } = await standing({ options });
    await looked(id);
    await looked(id);
    // A look under way would post it. The first of the list can't be read.
    await harness.restart();
    const name = place(status);
    place("submitted");
    const [orderId = ""] = harness.service.state.orders.keys();
    const told = () => messages().filter(({ text }) => text.includes(`**${name}** is ${change}`)).length;
    // Noticed by a look whose post failed.
    await store().orderAlerts.observe({ scheduleId: id, guildId, change, noticedAt: now() }, [orderId]);
    harness.service.faults.add({ ...unreadable, count: 1 });
    for (let look = 0; look < 3; look += 1) await looked(id);
    expect(told()).toBe(0);
    harness.service.faults.clear();
    await looksUntil(id, "it is announced", () => told() > 0);
    await looked(id);
    await looked(id);
    expect(told()).toBe(1);
  },
);

test("a ready order that can't be read for long is no news any more", async () => {
  const { id } = await standing({ options: { tellReady: true } });
  await looked(id);
  await looked(id);
  await harness.restart();
  const name = place("waiting_for_pickup");
  place("submitted");
  const [orderId = ""] = harness.service.state.orders.keys();
  await store().orderAlerts.observe({ scheduleId: id, guildId, change: "ready", noticedAt: now() }, [
    orderId,
  ]);
  harness.service.faults.add({ ...unreadable, count: 1 });
  for (let look = 0; look < 10; look += 1) await looked(id);
  expect(await store().orderAlerts.claim(id, now() + 3 * minuteMs, now() + 6 * minuteMs, 5)).toEqual([]);
  harness.service.faults.clear();
  for (let look = 0; look < 3; look += 1) await looked(id);
  expect(messages().filter(({ text }) => text.includes(`**${name}** is ready`))).toEqual([]);
});

const tellReady = async (schedule: string, isOn: boolean): Promise<void> => {
  const question = await askToChange(harness.as("theo"), schedule, { tellReady: isOn });
  await harness.as("theo").press(question, "Change schedule");
};
const turn = async (schedule: string, label: "Pause" | "Resume"): Promise<void> =>
  void (await pressOnCard(harness.as("theo"), schedule, label));
const failing = { kind: "status", status: 503, operation: "searchOrders", times: 10_000 } as const;

test.each([
  ["announcing was off", (id: string) => tellReady(id, false), (id: string) => tellReady(id, true)],
  ["it was paused", (id: string) => turn(id, "Pause"), (id: string) => turn(id, "Resume")],
  ["the service was down", () => harness.service.faults.add(failing), () => harness.service.faults.clear()],
] as const)(
  "orders that became ready while %s for long aren't announced later",
  async (_what, stop, start) => {
    const { id } = await standing({ options: { tellReady: true } });
    await looked(id);
    await looked(id);
    await stop(id);
    await harness.restart();
    const early = [place("waiting_for_pickup"), place("waiting_for_pickup")];
    harness.clock.advance(40 * minuteMs);
    await start(id);
    const isTold = (name: string) => messages().some(({ text }) => text.includes(`**${name}** is ready`));
    const later: string[] = [];
    await until("a later one is announced", async () => {
      await looked(id);
      if (await soon(() => later.some(isTold))) return true;
      later.push(place("waiting_for_pickup"));
      return false;
    });
    expect(early.filter(isTold)).toEqual([]);
  },
);

test("an announcement that a process died before posting isn't posted much later", async () => {
  const { id } = await standing({ options: { tellReady: true } });
  await looked(id);
  await looked(id);
  await harness.restart();
  const name = place("waiting_for_pickup");
  const [orderId = ""] = [...harness.service.state.orders.keys()];
  await store().orderAlerts.observe({ scheduleId: id, guildId, change: "ready", noticedAt: now() }, [
    orderId,
  ]);
  expect(await store().orderAlerts.claim(id, now(), now() + minuteMs, 5)).toHaveLength(1);
  harness.clock.advance(40 * minuteMs);
  for (let looks = 0; looks < 3; looks += 1) await looked(id);
  expect(messages().filter(({ text }) => text.includes(`**${name}** is ready`))).toEqual([]);
});

test("an order that became ready during a short outage of the service is announced once", async () => {
  const { id } = await standing({ options: { tellReady: true } });
  await looked(id);
  await looked(id);
  harness.service.faults.add(failing);
  const name = place("waiting_for_pickup");
  await looked(id);
  harness.service.faults.clear();
  const told = () => messages().filter(({ text }) => text.includes(`**${name}** is ready for pickup`));
  await looksUntil(id, "it is announced", () => told().length > 0);
  await looked(id);
  await looked(id);
  expect(told()).toHaveLength(1);
});

test.each([
  [
    "moves to another channel",
    (person: Person, id: string) => askToChange(person, id, { channel: playgroundIds.calendar }),
    "Change schedule",
  ],
  [
    "stops announcing",
    (person: Person, id: string) => askToChange(person, id, { tellReady: false }),
    "Change schedule",
  ],
  ["is removed", (person: Person, id: string) => pressOnCard(person, id, "Remove…"), "Remove schedule"],
] as const)("an announcement doesn't outlast its order when its board %s", async (_what, ask, label) => {
  const { id } = await standing({ options: { tellReady: true } });
  await looked(id);
  const name = place("waiting_for_pickup");
  const told = () => messages().filter(({ text }) => text.includes(`**${name}** is ready for pickup`));
  await looksUntil(id, "it is announced", () => told().length > 0);
  const question = await ask(harness.as("theo"), id);
  await harness.as("theo").press(question, label);
  move("handed_to");
  await untilAfterSteps("it is deleted", halfAMinute, () => told().length === 0);
});

test.each([
  [
    "removed",
    (person: Person, id: string) => pressOnCard(person, id, "Remove…"),
    "Remove schedule",
    async (id: string) => (await store().schedules.find(guildId, id)) === undefined,
  ],
  [
    "moved",
    (person: Person, id: string) => askToChange(person, id, { channel: playgroundIds.calendar }),
    "Change schedule",
    async (id: string) => (await present(id)).channelId === playgroundIds.calendar,
  ],
] as const)(
  "what is being announced while its board is %s is deleted, too",
  async (_what, ask, label, isDone) => {
    const { id } = await standing({ options: { tellReady: true } });
    await looked(id);
    await looked(id);
    const question = await ask(harness.as("theo"), id);
    const edited = harness.discord.faults.holdAnswers(`/channels/${channelId}/messages`);
    const name = place("waiting_for_pickup");
    const told = () => messages().filter(({ text }) => text.includes(`**${name}** is ready for pickup`));
    harness.clock.advance(2 * minuteMs + 1);
    await until("the board is being edited", () => edited.count === 1);
    const announced = harness.discord.faults.holdAnswers(`/channels/${channelId}/messages`);
    edited.release();
    await until("it is being announced", () => told().length === 1);
    const pressing = harness.as("theo").press(question, label);
    await until("that is stored", () => isDone(id));
    announced.release();
    await pressing;
    await until("it is deleted", () => told().length === 0);
  },
);

test.each([
  ["its order is gone", async () => {}],
  ["announcing was turned off", (id: string) => tellReady(id, false)],
  [
    "its board moved",
    async (id: string) => {
      const question = await askToChange(harness.as("theo"), id, { channel: playgroundIds.calendar });
      await harness.as("theo").press(question, "Change schedule");
    },
  ],
] as const)("an announcement that a process died after sending is deleted once %s", async (_when, change) => {
  const { id } = await standing({ options: { tellReady: true } });
  await looked(id);
  await looked(id);
  await harness.restart();
  const name = place("waiting_for_pickup");
  const [orderId = ""] = [...harness.service.state.orders.keys()];
  await store().orderAlerts.observe({ scheduleId: id, guildId, change: "ready", noticedAt: now() }, [
    orderId,
  ]);
  expect(await store().orderAlerts.claim(id, now(), now() + 2 * minuteMs, 5)).toHaveLength(1);
  const line = renderOrderChange(
    "ready",
    Order.parse(harness.service.state.orders.get(orderId)?.order),
    someContext(),
  );
  await sendNow(line, { key: `${id} ${orderId} ready`, guildId, channelId }, {}, harness.app.ctx);
  const told = () => messages().filter(({ text }) => text.includes(`**${name}** is ready for pickup`));
  expect(told()).toHaveLength(1);
  await change(id);
  move("handed_to");
  for (let looks = 0; looks < 4; looks += 1) await looked(id);
  expect(told()).toEqual([]);
});

test("a change is announced once, even when a process dies before or after; so are stuck orders", async () => {
  const options = { tellReady: true, tellStuck: true, stuckMinutes: 5 };
  const { id } = await standing({ options });
  await looked(id);
  await looked(id);
  // A look under way would claim them itself.
  await harness.restart();
  const names = Array.from({ length: 3 }, () => place("waiting_for_pickup"));
  const [dead = "", changed = "", silent = ""] = [...harness.service.state.orders.keys()];
  const change = { scheduleId: id, guildId, change: "ready", noticedAt: now() };
  await store().orderAlerts.observe(change, [dead, changed, silent]);
  expect(await store().orderAlerts.claim(id, now(), now() + minuteMs, 5)).toHaveLength(3);
  const orderOf = (orderId: string) => Order.parse(harness.service.state.orders.get(orderId)?.order);
  const { messenger } = harness.app.ctx;
  // One is known by its text alone, the other by its nonce, which every version has to make like this.
  await messenger.post(channelId, renderOrderChange("ready", orderOf(dead), someContext()));
  const nonce = createHash("sha256").update(`${id} ${changed} ready`).digest("base64url").slice(0, 24);
  const earlier = { ...orderOf(changed), items: ["Lemonade"] };
  await messenger.post(channelId, renderOrderChange("ready", earlier, someContext()), { nonce });

  const told = (words: string) =>
    names.map((name) => messages().filter(({ text }) => text.includes(`**${name}** is ${words}`)).length);
  await looked(id);
  // While Discord still knows the nonce.
  await until("the ready ones are announced", () => told("ready").every((count) => count > 0));
  for (let looks = 0; looks < 3; looks += 1) await looked(id);
  await until("all is announced", () => [...told("ready"), ...told("stuck")].every((count) => count > 0));
  await looked(id);
  expect([told("ready"), told("stuck")]).toEqual([
    [1, 1, 1],
    [1, 1, 1],
  ]);
});

test("an announcement names its customer, connected or not", async () => {
  const link = { guildId, linkKey: "cafe" };
  const userId = "820000001";
  await store().people.note([{ link, userIds: [userId] }], { now: now(), staleBefore: 0 });
  const rosa = { userId, displayName: "Rosa Grün", username: undefined, colour: undefined };
  await store().people.learn(link, [{ ...rosa, foldedNames: ["rosa grun"] }], now());
  const { id } = await standing({ options: { tellReady: true } });
  await looked(id);
  const name = place("waiting_for_pickup");
  for (const { order } of harness.service.state.orders.values()) order.customer = userId;
  const told = () => messages().find(({ text }) => text.includes(`**${name}** is ready for pickup`))?.text;
  await looksUntil(id, "it is announced", () => told() !== undefined);
  expect(told()).toBe(`🛎️ **${name}** is ready for pickup · Flat white · for Rosa Grün`);
});

test("board, digest, search and profile share one rule of what is open, learned or chosen", async () => {
  const userId = [...harness.service.state.assignments.keys()][0] ?? "";
  const ended = [1, 2, 3].map(() => place("completed"));
  const open = place("preparing");
  const old = place("submitted", {
    updatedAt: Temporal.Instant.fromEpochMilliseconds(now() - 90_000_000).toString(),
  });
  for (const { order } of harness.service.state.orders.values()) order.customer = userId;
  const staff = harness.as("mia");
  const seen = async () => [
    (await standing({ options: { stuckMinutes: 30 } })).text(),
    (await standing({ kind: "digest", options: { kinds: ["orders"] } })).text(),
    textOf(await staff.run("order search", { status: "open", person: "me" })),
    textOf(await staff.run("profile", { person: "me" })),
  ];
  // A search leaves out the word before the number.
  const numberOf = (name: string) => name.replace("Order ", "");
  for (const text of await seen()) {
    expect(text).toContain(numberOf(open));
    for (const name of [...ended, old]) expect(text).not.toContain(numberOf(name));
  }
  expect((await seen())[0]).toContain("1 old order without recent changes isn't listed");
  expect((await seen())[2]).toContain("1 old one not shown");
  expect(textOf(await staff.run("order search", { status: "old" }))).toContain(numberOf(old));

  const admin = harness.as("ada");
  expect((await chooseSetting(admin, "orders", "handed_to")).text).toContain("Order rule changed");
  expect((await chooseOldAfter(admin, "720")).text).toMatch(
    /Order rule changed[\s\S]*done at \*Handed over\*[\s\S]*720 h is old/,
  );
  for (const text of await seen())
    for (const name of [...ended, open, old]) expect(text).toContain(numberOf(name));
  await chooseSetting(admin, "orders", "learned");
  await chooseOldAfter(admin, "24");
});

test("a digest counts each open order once, in words as in its picture", async () => {
  place("waiting_for_pickup", {
    updatedAt: Temporal.Instant.fromEpochMilliseconds(now() - 60 * minuteMs).toString(),
  });
  place("waiting_for_pickup");
  await store().guildSettings.remove(guildId, "pictures");
  const { id, text } = await standing({ kind: "digest", options: { kinds: ["orders"] } });
  await store().guildSettings.set(guildId, "pictures", "off");
  expect(text()).toContain("**Orders** · 2\u00a0open, 1\u00a0stuck, 1\u00a0ready");
  const { messageId } = await present(id);
  const picture = messages().find((message) => message.id === messageId)?.embeds[0]?.image;
  expect(picture?.description).toContain("2 open (1 stuck, 1 ready, 0 in progress)");
});

test("a digest counts no cancelled order as done", async () => {
  place("preparing");
  place("cancelled");
  place("handed_to");
  const { text } = await standing({ kind: "digest", options: { kinds: ["orders"] } });
  expect(text()).toContain("**3** new orders, **1** order done\n");
});

test("a digest counts what came and was done though no order is open anymore", async () => {
  place("handed_to");
  const { text } = await standing({ kind: "digest", options: { kinds: ["team", "orders"] } });
  expect(text()).toContain("**1** new order, **1** order done\n");
  expect(text()).not.toContain("**Orders**");
});

test("a digest says that nothing is new only of what it counts", async () => {
  expect((await standing({ kind: "digest", options: { kinds: ["team", "posts"] } })).text()).toMatch(
    /Nothing new since|\d\*\* new post/,
  );
  const { text } = await standing({ kind: "digest", options: { kinds: ["team"] } });
  expect(text()).not.toMatch(/nothing new/i);
});

test("a digest names people once, though both the team board and the standings show them", async () => {
  const { text } = await standing({ kind: "digest", options: { kinds: ["team", "standings"] } });
  expect(text().match(/\*\*People\*\*/g)).toHaveLength(1);
});

test("a digest counts the new posts it has no line for", async () => {
  harness.service.state.posts.clear();
  const createdAt = Temporal.Instant.fromEpochMilliseconds(now()).toString();
  for (let index = 1; index <= 9; index += 1) {
    const _id = `${index}`.padStart(24, "d");
    harness.service.state.posts.set(_id, { _id, title: `News ${index}`, body: "", type: "small", createdAt });
  }
  const kinds = ["calendar", "team", "posts"];
  const { text } = await standing({ kind: "digest", options: { kinds } });
  const lines = text().match(/News \d/g) ?? [];
  expect(text()).toContain(`… and ${9 - lines.length} more`);
});

test("a post dated ahead by the service's clock is announced once, too", async () => {
  const createdAt = Temporal.Instant.fromEpochMilliseconds(now() + 30 * minuteMs).toString();
  const _id = "e".repeat(24);
  harness.service.state.posts.clear();
  harness.service.state.posts.set(_id, { _id, title: "Ahead", body: "Come all.", type: "small", createdAt });
  const every = { rule: { kind: "cron", expression: "*/5 * * * *" }, refreshEveryMs: undefined };
  const id = await addBoard({
    kind: "posts",
    mode: "new",
    ...every,
    nextRefreshAt: undefined,
    nextDueAt: now(),
  });
  await until("it is announced", async () => (await present(id)).lastOutcome === "sent");
  harness.clock.advance(6 * minuteMs);
  await until("there is nothing new", async () => (await present(id)).lastOutcome === "skipped");
});

test("a post dated years ahead keeps no later one from being announced", async () => {
  const publish = (title: string, at: number) => {
    const createdAt = Temporal.Instant.fromEpochMilliseconds(at).toString();
    const _id = `${title.length}`.padStart(24, "f");
    harness.service.state.posts.set(_id, { _id, title, body: "Come all.", type: "small", createdAt });
  };
  harness.service.state.posts.clear();
  publish("Far ahead", now() + 800 * 24 * 60 * minuteMs);
  publish("Autumn", now());
  const every = { rule: { kind: "cron", expression: "*/5 * * * *" }, refreshEveryMs: undefined };
  const due = { nextRefreshAt: undefined, nextDueAt: now() };
  const id = await addBoard({ kind: "posts", mode: "new", ...every, ...due });
  await until("the first is announced", async () => (await present(id)).lastOutcome === "sent");
  harness.clock.advance(6 * minuteMs);
  publish("Winter again", now());
  const told = (title: string) => messages().filter(({ text }) => text.includes(title)).length;
  harness.clock.advance(6 * minuteMs);
  await until("the next is announced", () => told("Winter again") === 1);
  expect(told("Autumn")).toBe(1);
});

test("new posts since the last run are announced once", async () => {
  const post = (title: string) => {
    const createdAt = Temporal.Instant.fromEpochMilliseconds(now()).toString();
    const _id = `${title.length}`.padStart(24, "f");
    harness.service.state.posts.set(_id, { _id, title, body: "Come all.", type: "small", createdAt });
  };
  harness.service.state.posts.clear();
  post("Summer menu");
  const every = { rule: { kind: "cron", expression: "*/5 * * * *" }, refreshEveryMs: undefined };
  const id = await addBoard({
    kind: "posts",
    mode: "new",
    ...every,
    nextRefreshAt: undefined,
    nextDueAt: now(),
  });
  const told = (title: string) => messages().filter(({ text }) => text.includes(title)).length;
  await until("the first is announced", () => told("Summer menu") === 1);
  await until("it is written down", async () => (await present(id)).lastOutcome === "sent");
  harness.clock.advance(6 * minuteMs);
  await until("there is nothing new", async () => (await present(id)).lastOutcome === "skipped");
  expect((await present(id)).lastReason).toBe("There are no new posts.");
  post("Winter menu is here");
  harness.clock.advance(6 * minuteMs);
  await until("the second is announced", () => told("Winter menu") === 1);
  expect(told("Summer menu")).toBe(1);
});
