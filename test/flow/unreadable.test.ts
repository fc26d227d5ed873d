import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { OperationName } from "../../src/api/contract/index.ts";
import { playgroundIds } from "../../playground/discord/index.ts";
import { type Harness, startHarness } from "../support/harness.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { shown } from "../support/replies.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());
beforeEach(async () => {
  harness.service.faults.clear();
  harness.clock.advance(61_000);
  await harness.forgetRead();
});

const miaId = "104872391";
const addWrongRecords = (operation: OperationName, count = 1) =>
  harness.service.faults.add({ kind: "wrong-records", operation, count, times: 9 });
const textOf = async (command: string, options: Readonly<Record<string, string>> = {}) =>
  shown(await harness.as("theo").run(command, options)).text;

test.each([
  ["order search", "searchOrders", {}, "1 order couldn't be read."],
  ["posts list", "listPosts", {}, "1 post couldn't be read."],
  ["calendar", "getCalendar", {}, "1 day couldn't be read."],
  ["assignments", "getAssignments", { person: miaId }, "1 assignment and 1 past result couldn't be read."],
  ["activity view", "getActivity", { person: miaId }, "1 visit couldn't be read."],
  ["taskboard boards", "listTaskboardBoards", {}, "1 board couldn't be read."],
  ["taskboard actions", "listTaskboardActions", {}, "1 action couldn't be read."],
] as const)(
  "one invalid record costs /%s one line, and the rest is shown",
  async (command, operation, options, line) => {
    const whole = await textOf(command, options);
    expect(whole).not.toContain("couldn't be read");
    await harness.forgetRead();
    addWrongRecords(operation);
    const text = await textOf(command, options);
    expect(text).toContain(line);
    expect(text.length).toBeGreaterThan(whole.length / 2);
    expect(await textOf(command, options), "from memory").toContain(line);
  },
);

test("one invalid comment of a ban costs one line", async () => {
  const [id = ""] = harness.service.state.banComments.keys();
  addWrongRecords("listBanComments");
  expect(await textOf("bans comments", { ban: id })).toContain("1 comment couldn't be read.");
});

test.each([
  ["orders", "searchOrders", "2 orders couldn't be read."],
  ["posts", "listPosts", "2 posts couldn't be read."],
] as const)("the board of %s says how many records couldn't be read", async (kind, operation, line) => {
  const { store, newId } = harness.app.ctx;
  const { guildId, orders: channelId, ada } = playgroundIds;
  const where = { id: newId(), guildId, linkKey: "cafe", channelId, makerDiscordUserId: ada };
  await store.schedules.create({
    ...sampleSchedule({ ...where, createdAt: harness.clock.now() }),
    kind,
    options: {},
  });
  addWrongRecords(operation, 2);
  expect(await textOf("schedule preview", { schedule: where.id })).toContain(line);
});

test("several invalid records are counted in one line", async () => {
  addWrongRecords("searchOrders", 3);
  expect(await textOf("order search")).toContain("3 orders couldn't be read.");
});

test("an unreadable record is logged with its place, and without its content", async () => {
  addWrongRecords("listPosts");
  const before = harness.logs.length;
  await textOf("posts list");
  const line = harness.logs.slice(before).find((each) => each.includes("could not be read"));
  expect(line).toContain("listPosts");
  expect(line).toContain("0._id");
});
