// Depends on: nothing that varies.
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import type { OperationName } from "../../src/api/contract/index.ts";
import { playgroundIds } from "../../playground/discord/index.ts";
import type { Schedule } from "../../commands/boards/store.ts";
import { connectAccount, type Harness, startHarness } from "../support/harness.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { textOf, opened } from "../support/replies.ts";
import { pressOnCard } from "../support/schedules.ts";
import { soon, until } from "../support/wait-for.ts";

const { guildId, orders: channelId, ada } = playgroundIds;
const minuteMs = 60_000;

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness({ guarded: true });
});
afterEach(() => harness[Symbol.asyncDispose]());

const store = () => harness.app.ctx.store;
const mia = () => harness.as("mia");
const arrived = (operation: OperationName) =>
  harness.service.requests.filter((request) => request.operation === operation).length;

async function schedule(parts: Partial<Schedule>): Promise<string> {
  const id = harness.app.ctx.newId();
  const where = { id, guildId, linkKey: "cafe", channelId, makerDiscordUserId: ada };
  await store().schedules.create({
    ...sampleSchedule({ ...where, createdAt: harness.clock.now() }),
    options: {},
    ...parts,
  });
  return id;
}

/** Of ten requests a minute so many are used, by people. */
async function use(count: number): Promise<void> {
  harness.service.setRateLimit(10);
  const { workspaceId, token } = harness.service;
  const api = harness.app.ctx.connect({ scope: "people", workspaceId, token });
  for (let week = 0; week < count; week += 1)
    await api.getCalendar({ params: { workspaceId }, query: { week } });
}

test("no more requests a minute are sent than was set, whatever the service allows", async () => {
  await harness.restart({ maxRequestsPerMinute: 5 });
  harness.service.setRateLimit(300);
  const { workspaceId, token } = harness.service;
  const api = harness.app.ctx.connect({ scope: "people", workspaceId, token });
  const read = (week: number) => api.getCalendar({ params: { workspaceId }, query: { week } });
  for (let week = 0; week < 5; week += 1) await read(week);
  await expect(read(5)).rejects.toMatchObject({ failure: "rate-limited" });
  expect(arrived("getCalendar")).toBe(5);
  harness.clock.advance(minuteMs + 1);
  await read(5);
});

test("a due post leaves the last four of ten requests a minute to people", async () => {
  await use(6);
  const id = await schedule({ kind: "orders" });
  await store().deliveries.add({ scheduleId: id, guildId, dueAt: harness.clock.now() });
  const delivery = async () => (await store().deliveries.list(id, 1))[0];
  await until("it is tried", async () => ((await delivery())?.attempts ?? 0) > 0);
  expect(textOf(await mia().run("taskboard show"))).toContain("Task board");
  expect(textOf(await mia().run("posts"))).toContain("7 posts");
  expect(arrived("searchOrders")).toBe(0);
  // A try that is under way as the clock moves may be put off only then.
  await until("it is posted after all", async () => {
    const { state, until: triedAt = 0 } = (await delivery()) ?? {};
    if (state === "waiting") harness.clock.advance(Math.max(0, triedAt + 1 - harness.clock.now()));
    return state === "sent";
  });
});

test("a team board's preview leaves them to people, too", async () => {
  const [userId = ""] = harness.service.state.assignments.keys();
  await connectAccount(harness.app.ctx, {
    discordUserId: playgroundIds.mia,
    userId,
    displayName: "Mia",
    memberName: "Mia",
  });
  const id = await schedule({ kind: "team" });
  await use(6);
  await pressOnCard(harness.as("ada"), id, "Preview");
  expect(arrived("getAssignments")).toBe(0);
  expect(textOf(await mia().run("taskboard show"))).toContain("Task board");
});

test("ready orders are announced from a fresh response of the service, never from the cache", async () => {
  const place = (status: string): void => {
    const at = Temporal.Instant.fromEpochMilliseconds(harness.clock.now()).toString();
    const order = {
      _id: "1".repeat(24),
      order_number: 4_711,
      items: ["Tea"],
      status,
      createdAt: at,
      updatedAt: at,
    };
    harness.service.state.orders.set(order._id, { order, steps: [] });
  };
  const told = () =>
    harness.discord.messagesIn(channelId).filter(({ text }) => text.includes("is ready for pickup")).length;
  harness.service.state.orders.clear();
  place("preparing");
  const live = { kind: "orders", mode: "live", refreshEveryMs: 2 * minuteMs } as const;
  const id = await schedule({
    ...live,
    options: { tellReady: true },
    nextRefreshAt: harness.clock.now(),
  });
  const present = async () => (await store().schedules.find(guildId, id)) ?? {};
  const looked = async () => {
    const { nextRefreshAt: before = 0 }: Partial<Schedule> = await present();
    harness.clock.advance(Math.max(2 * minuteMs, before - harness.clock.now()) + 1);
    await until("it is looked at", async () => {
      const { nextRefreshAt = 0 }: Partial<Schedule> = await present();
      return nextRefreshAt > before;
    });
  };
  await until("it is posted", async () => ((await present()) as Partial<Schedule>).lastOutcome === "sent");
  await looked();
  await looked();

  // Ends the look that is under way.
  await harness.restart();
  place("waiting_for_pickup");
  harness.clock.advance(minuteMs);
  expect(textOf(await mia().run("order search"))).toContain("Order #4711");
  harness.service.faults.add({ kind: "status", status: 503, operation: "searchOrders", times: 1_000 });
  // By then what was just read is no longer taken for what the service says now.
  harness.clock.advance(4 * minuteMs);
  await until("the board is from the cache", () =>
    harness.discord.messagesIn(channelId).some(({ text }) => text.includes("is having problems with orders")),
  );
  await harness.restart();
  expect(told()).toBe(0);
  harness.service.faults.clear();
  // Each look has time to end: a clock that runs on would end its lease.
  await until("it is announced once the service is back", async () => {
    await looked();
    return soon(() => told() > 0);
  });
  expect(told()).toBe(1);
});

test("whether a key works is checked with the service, not the cache", async () => {
  expect(textOf(await mia().run("calendar"))).toMatch(/this week/i);
  harness.service.revokeToken();
  expect(textOf(await harness.as("ada").run("link status"))).toContain("no longer accepts");
});

test("a new key gets nothing that was read with the previous one", async () => {
  await mia().run("posts");
  const { workspaceId } = harness.service;
  const [link] = await store().guildLinks.list(guildId);
  const recalled = () =>
    harness.app.ctx.service.readStale(
      `${guildId}/${link?.linkKey}`,
      "listPosts",
      { params: { workspaceId } },
      0,
    );
  expect(await recalled()).toBeDefined();
  const form = opened(await harness.as("ada").run("link set"));
  const key = harness.service.issueToken();
  // What the new key can read is tried at once, so something of it may be known by then.
  const title = "Only since the new key";
  for (const [id, post] of harness.service.state.posts)
    harness.service.state.posts.set(id, { ...post, title });
  await harness.as("ada").submit(form, { "workspace-id": workspaceId, key });
  const titles = z.array(z.object({ title: z.string() })).parse((await recalled()) ?? []);
  expect(titles.filter((post) => post.title !== title)).toEqual([]);
});
