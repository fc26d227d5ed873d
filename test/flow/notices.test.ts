// Depends on: database, wording.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { announceNotices, notices } from "../../commands/remind/notice/job.ts";
import { outbox } from "../support/all-jobs.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { weeks } from "../../commands/weeks/job.ts";
import { playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { pressOnLink } from "../support/links.ts";
import { listReminders, remindMe, remindMeNoMore } from "../support/reminders.ts";
import { opened, shown } from "../support/replies.ts";

const { guildId, mia: miaMember, orders, staffRole } = playgroundIds;
const mias = "104872391";
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ guarded: false });
  const person = { discordUserId: miaMember, userId: mias, displayName: "Mia", memberName: "Mia" };
  await connectAccount(harness.app.ctx, person);
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  harness.service.faults.clear();
  harness.discord.faults.clear();
  harness.discord.refusePrivateMessages(miaMember, false);
  harness.discord.setRoles(guildId, miaMember, [staffRole]);
  await remindMeNoMore(mia());
  for (const { order: each } of harness.service.state.orders.values())
    harness.service.state.orders.set(each._id, { order: { ...each, status: "handed_to" }, steps: [] });
  harness.clock.advance(2 * hourMs);
});

const store = () => harness.app.ctx.store;
const mia = () => harness.as("mia");
const look = () => lookIn(harness.app);
async function lookIn(app: Harness["app"]): Promise<void> {
  await runJob(notices, jobTools(app));
  await runJob(outbox, jobTools(app));
}
const inPrivate = (): readonly SeenMessage[] => harness.discord.inPrivate(miaMember).read();
const inOrders = () => harness.discord.messagesIn(orders);
/** Reads everyone's week, as every six hours. */
async function readWeeks(): Promise<void> {
  harness.clock.advance(7 * hourMs);
  await runJob(weeks, jobTools(harness.app));
  await runJob(outbox, jobTools(harness.app));
}

/** One of someone's orders, Mia's by default, in this state from now on. */
function order(status: string, at = 0, customer = mias): string {
  const stored = [...harness.service.state.orders.values()][at];
  if (stored === undefined) throw new Error("there are no orders");
  const { order: present } = stored;
  const changed = { ...present, customer, status, items: ["Mocha"] };
  // Without steps it stays as it is, whatever the time.
  harness.service.state.orders.set(present._id, { order: changed, steps: [] });
  return present._id;
}
const assigned = () => harness.service.state.assignments.get(mias)?.assigned ?? [];
function assign(name: string): void {
  const [first] = assigned();
  const kept = harness.service.state.assignments.get(mias);
  if (first === undefined || kept === undefined) throw new Error("nothing is assigned");
  const _id = name.length.toString(16).padStart(24, "e");
  const another = { ...first, _id, name, active: true, target: 5, completed: 0 };
  harness.service.state.assignments.set(mias, { ...kept, assigned: [...kept.assigned, another] });
}

/** The service marks Mia's week that ended then. */
function mark(endsAt: number): void {
  const kept = harness.service.state.assignments.get(mias);
  const [last] = kept?.history ?? [];
  if (kept === undefined || last === undefined) throw new Error("nothing was marked before");
  const iso = (at: number) => new Date(at).toISOString();
  const span = { week_start: iso(endsAt - 7 * 24 * hourMs), week_end: iso(endsAt - 1) };
  const marked = { ...last, ...span, passed: false, target: 5, achieved: 2, timeoff: false };
  harness.service.state.assignments.set(mias, { ...kept, history: [...kept.history, marked] });
}

describe("a ready order", () => {
  test("is announced once in private, and none that was ready before", async () => {
    order("waiting_for_pickup", 0);
    const turnOn = `remind.on:${guildId}:order:0`;
    expect(shown(await mia().forge.press(await listReminders(mia()), turnOn)).text).toContain(
      "I'll tell you within minutes when an order for you is ready for pickup.",
    );
    const before = inPrivate().length;
    await look();
    expect(inPrivate()).toHaveLength(before);
    order("waiting_for_pickup", 1);
    await Promise.all([look(), look(), look()]);
    await harness.restart();
    harness.clock.advance(hourMs);
    await look();
    expect(inPrivate()).toHaveLength(before + 1);
    expect(inPrivate().at(-1)?.text).toMatch(
      /Your order is ready\n🛎️ \*\*Order #\d+\*\* Mocha, ready for pickup/,
    );
    expect(inPrivate().at(-1)?.text).toContain("You asked for this in Harbour Café");
  });

  test("is turned off by one press, and orders ready meanwhile aren't announced later", async () => {
    await remindMe(mia(), "order");
    await look();
    order("waiting_for_pickup", 2);
    await look();
    const told = inPrivate().at(-1);
    if (told === undefined) throw new Error("nothing was told");
    const off = shown(
      await harness.discord.inPrivate(miaMember).press(told, "Turn off reminders about ready orders"),
    );
    expect(off.text).toContain("Reminders about ready orders are off.");
    const before = inPrivate().length;
    order("waiting_for_pickup", 3);
    await look();
    await remindMe(mia(), "order");
    await look();
    await look();
    expect(inPrivate()).toHaveLength(before);
  });

  test("costs no request while nobody asked for it", async () => {
    const before = harness.service.requests.length;
    await look();
    expect(harness.service.requests.length).toBe(before);
  });

  test("that was handed over first isn't announced", async () => {
    await remindMe(mia(), "order");
    await look();
    harness.discord.faults.failRequests({ status: 503, pathPart: "/users/@me/channels", times: 1 });
    order("waiting_for_pickup", 4);
    await look();
    order("handed_to", 4);
    const before = inPrivate().length;
    harness.clock.advance(hourMs);
    await look();
    expect(inPrivate()).toHaveLength(before);
  });
});

describe("a new assignment", () => {
  test("is announced when weeks are read anyway, with its task, once", async () => {
    await remindMe(mia(), "assignment");
    await readWeeks();
    await look();
    const before = inPrivate().length;
    const asked = harness.service.requests.length;
    await look();
    expect(harness.service.requests.length).toBe(asked);
    assign("Polish the spoons");
    assign("Count them twice");
    await readWeeks();
    await look();
    await readWeeks();
    await look();
    expect(inPrivate()).toHaveLength(before + 1);
    expect(inPrivate().at(-1)?.text).toMatch(
      /2 new assignments\n📌 \*\*Polish the spoons\*\* 0 of 5.*due <t:\d+:F>\n📌 \*\*Count them twice\*\*/,
    );
  });
});

test("new assignments aren't announced twice when Discord's response was lost and more is done by then", async () => {
  await remindMe(mia(), "assignment");
  await readWeeks();
  await look();
  const before = inPrivate().length;
  assign("Wipe all tables down");
  await readWeeks();
  harness.discord.faults.failRequests({ status: "cut-after", pathPart: "/messages", times: 2 });
  await look();
  for (const each of assigned()) each.completed += 1;
  harness.clock.advance(hourMs);
  await look();
  for (const each of assigned()) each.completed -= 1;
  expect(inPrivate()).toHaveLength(before + 1);
});

describe("a week's result", () => {
  test("is announced once, with what was missed, and not again when it changes", async () => {
    await remindMe(mia(), "marked");
    await readWeeks();
    await look();
    const before = inPrivate().length;
    const [week] = await store().weeks.ofUser(guildId, harness.service.workspaceId, mias, 1);
    if (week === undefined) throw new Error("no week was taken");
    harness.clock.advance(week.endsAt + 20 * minuteMs - harness.clock.now());
    mark(week.endsAt);
    await runJob(weeks, jobTools(harness.app));
    await look();
    await readWeeks();
    await look();
    expect(inPrivate()).toHaveLength(before + 1);
    expect(inPrivate().at(-1)?.text).toMatch(
      /(?:You passed your week|You didn't pass your week|You were excused for a week)\n\*\*Week of \d+\s\w+\s\d{4}\*\* .* \d of \d/,
    );
  });
});

describe("in case of failures", () => {
  beforeEach(async () => {
    await remindMe(mia(), "order");
    await look();
  });
  let next = 5;
  const ready = () => order("waiting_for_pickup", next++);

  test("nothing is announced twice when Discord's response was lost", async () => {
    const before = inPrivate().length;
    ready();
    harness.discord.faults.failRequests({ status: "cut-after", pathPart: "/messages", times: 2 });
    await look();
    harness.clock.advance(hourMs);
    await look();
    await look();
    expect(inPrivate()).toHaveLength(before + 1);
  });

  test("a member who accepts no private messages is mentioned where they asked, without details", async () => {
    harness.discord.refusePrivateMessages(miaMember);
    ready();
    await look();
    await look();
    const told = inOrders().filter(({ text }) => text.includes("one of your orders is ready for pickup"));
    expect(told).toHaveLength(1);
    expect(told[0]?.text).not.toContain("Mocha");
    expect(told[0]?.pinged.discordUserIds).toEqual([miaMember]);
  });

  test("former members and former staff get nothing", async () => {
    const before = inPrivate().length;
    harness.discord.setRoles(guildId, miaMember, []);
    ready();
    await look();
    harness.discord.setRoles(guildId, miaMember, [staffRole]);
    harness.clock.advance(hourMs);
    await look();
    expect(inPrivate()).toHaveLength(before);
  });

  test("a service or Discord outage is waited out", async () => {
    const before = inPrivate().length;
    ready();
    harness.service.faults.add({ kind: "status", status: 503, operation: "searchOrders", times: 1_000 });
    await look();
    harness.service.faults.clear();
    harness.discord.faults.failRequests({ status: 503, pathPart: `/members/${miaMember}`, times: 1 });
    await look();
    expect(inPrivate()).toHaveLength(before);
    harness.clock.advance(hourMs);
    await look();
    expect(inPrivate()).toHaveLength(before + 1);
  });

  test("a reminder whose process died after claiming it is left to the next", async () => {
    const before = inPrivate().length;
    const noticedAt = harness.clock.now();
    const batch = { guildId, discordUserId: miaMember, kind: "order" as const, noticedAt };
    await store().notices.observe(batch, [ready()], announceNotices(mias));
    const [waiting] = await store().outbox.due(harness.clock.now(), 1);
    if (waiting === undefined) throw new Error("nothing is waiting");
    const claimedUntil = harness.clock.now() + minuteMs;
    const claims = await Promise.all([1, 2, 3].map(() => store().outbox.claim(waiting, claimedUntil)));
    expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1);
    await look();
    expect(inPrivate()).toHaveLength(before);
    harness.clock.advance(hourMs);
    await look();
    expect(inPrivate()).toHaveLength(before + 1);
  });
});

describe("a pending notice", () => {
  test("isn't sent once its member is connected to another user, nor for what that user already had", async () => {
    await remindMe(mia(), "order");
    await look();
    harness.discord.faults.failRequests({ status: 503, pathPart: "/users/@me/channels", times: 1 });
    order("waiting_for_pickup", 0);
    await look();
    const before = inPrivate().length;
    const nora = { discordUserId: miaMember, userId: "129945018", displayName: "Nora", memberName: "Mia" };
    const preview = shown(await mia().press(shown(await mia().run("profile")), "Disconnect…"));
    await mia().press(preview, "Disconnect");
    await connectAccount(harness.app.ctx, nora);
    order("waiting_for_pickup", 1, nora.userId);
    harness.clock.advance(hourMs);
    await look();
    await look();
    expect(inPrivate()).toHaveLength(before);
    order("waiting_for_pickup", 2, nora.userId);
    await look();
    expect(inPrivate()).toHaveLength(before + 1);
  });

  test("isn't sent for an order that is someone else's by then", async () => {
    await remindMe(mia(), "order");
    await look();
    harness.discord.faults.failRequests({ status: 503, pathPart: "/users/@me/channels", times: 1 });
    order("waiting_for_pickup", 5);
    await look();
    order("waiting_for_pickup", 5, "129945018");
    const before = inPrivate().length;
    harness.clock.advance(hourMs);
    await look();
    expect(inPrivate()).toHaveLength(before);
  });

  test("isn't sent for what was there before when the reminder moves to another workspace", async () => {
    await using own = await startHarness({ guarded: false });
    const person = { discordUserId: miaMember, userId: mias, displayName: "Mia", memberName: "Mia" };
    await connectAccount(own.app.ctx, person);
    const other = own.service.addWorkspace({ name: "Harbour Bakery" });
    const form = opened(await own.as("ada").run("link set"));
    const { workspaceId, token: key } = other;
    await own.as("ada").submit(form, { "workspace-id": workspaceId, key, name: "Bakery" });
    const lookThere = () => lookIn(own.app);
    await remindMe(own.as("mia"), "order");
    await lookThere();
    await pressOnLink(own.as("ada"), "Make default", "Bakery");
    const [first] = own.service.state.orders.values();
    if (first === undefined) throw new Error("there are no orders");
    const ready = { ...first.order, customer: mias, status: "waiting_for_pickup" };
    other.state.orders.set(ready._id, { order: ready, steps: [] });
    const before = own.discord.inPrivate(miaMember).read().length;
    const screen = await listReminders(own.as("mia"));
    await own.as("mia").forge.press(screen, `remind.on:${guildId}:order:0`);
    await lookThere();
    await lookThere();
    expect(own.discord.inPrivate(miaMember).read()).toHaveLength(before);
  });
});
