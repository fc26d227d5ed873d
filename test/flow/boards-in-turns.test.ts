// Depends on: cache.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { connectAccount, type Harness, startHarness } from "../support/harness.ts";
import { liveBoards } from "../support/live-boards.ts";
import { shown, withFooters } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";

const minuteMs = 60_000;
/** The service allows 100 requests a minute. */
let harness: Harness;
const { now, messages, addBoard, present, standing, place, move, clear } = liveBoards(() => harness);

const staff = 100;
beforeAll(async () => {
  harness = await startHarness({ guarded: true });
  await harness.app.ctx.store.guildSettings.set(playgroundIds.guildId, "pictures", "off");
  const { assignments } = harness.service.state;
  const [sample] = assignments.values();
  if (sample === undefined) throw new Error("nobody has assignments");
  for (let index = 0; index < staff; index += 1) {
    const userId = String(700_000 + index);
    assignments.set(userId, { ...sample });
    const discordUserId = String(1_200_000_000_000_000_000n + BigInt(index));
    const name = `Person ${index}`;
    await connectAccount(harness.app.ctx, { discordUserId, userId, displayName: name, memberName: name });
  }
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(clear);

test("two team boards of 100 people share requests, keep to the limit, and leave room for people", async () => {
  const seen: {
    readonly at: number;
    readonly operation: string | undefined;
    readonly status: number | undefined;
  }[] = [];
  using ending = new DisposableStack();
  ending.defer(harness.service.onExchange((exchange) => void seen.push(exchange)));
  const reads = () => seen.filter(({ operation }) => operation === "getAssignments").length;
  const live = { kind: "team", refreshEveryMs: 15 * minuteMs };
  const ids = [await addBoard(live), await addBoard(live)];
  await until("a part is read", () => reads() >= 50);
  for (let asked = 0; asked < 5; asked += 1) {
    const reply = shown(await harness.as("mia").run("order search", {}));
    expect(reply.text).not.toMatch(/used up|n't responding/);
  }
  const stand = async () =>
    (await Promise.all(ids.map(present))).every(({ lastOutcome }) => lastOutcome === "sent");
  harness.clock.advance(minuteMs + 1_000);
  await until("both are posted", stand);
  // A clock that jumps ahead ends what is under way, which is then read again.
  expect(reads()).toBeLessThan(staff * 1.1);
  expect(seen.some(({ status }) => status === 429)).toBe(false);
  for (const { at } of seen) {
    const inMinute = seen.filter((other) => other.at >= at && other.at < at + minuteMs).length;
    expect(inMinute).toBeLessThanOrEqual(100);
  }
});

test("a team board in an outage shows how old it is", async () => {
  const live = { kind: "team", refreshEveryMs: 15 * minuteMs };
  const id = await addBoard(live);
  for (let minutes = 0; minutes < 3; minutes += 1) {
    harness.clock.advance(minuteMs + 1_000);
    await until(
      "it is worked on",
      async () => (await present(id)).lastReason !== undefined || (await present(id)).lastOutcome === "sent",
    );
  }
  await until("it is posted", async () => (await present(id)).lastOutcome === "sent");
  const text = () => messages().slice(-1).map(withFooters).join();
  expect(text()).toMatch(/Team board: (?:\d|nobody)[\s\S]*Checked every 15 min/);
  harness.service.faults.add({ kind: "status", status: 503, operation: "getAssignments", times: 1_000 });
  harness.clock.advance(15 * minuteMs);
  await until("it says so", () => text().includes("is having problems with assignments"));
  // People are mentioned, by the id that each was connected with.
  expect(text()).toContain("<@1200000000000000001>");
});

test.each([
  ["fails", 503, "service is having problems with orders"],
  ["is out of requests", 429, "requests for this minute are used up"],
])(
  "a board shows how old it is while the service %s, and is current again soon after",
  async (_case, status, why) => {
    place("submitted");
    const { text } = await standing();
    harness.service.faults.add({ kind: "status", status, operation: "searchOrders", times: 1_000 });
    harness.clock.advance(2 * minuteMs + 1);
    await until("it says so", () => text().includes(why));
    const [, seconds] = /next look: <t:(\d+):R>/.exec(text()) ?? [];
    expect(Number(seconds) * 1_000).toBeGreaterThan(now());
    expect(text()).toContain("\n**📝 Submitted · 1**\n**#");
    harness.service.faults.clear();
    move("preparing");
    harness.clock.advance(5 * minuteMs + 1);
    await until("it is true again", () => !text().includes("next look"));
    expect(text()).toContain("**🧑‍🍳 Preparing · 1**\n**#");
  },
);
