// Depends on: cache.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OperationName } from "../../src/api/contract/index.ts";
import { playgroundIds } from "../../playground/discord/index.ts";
import { reminders } from "../../commands/remind/job.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { weeks } from "../../commands/weeks/job.ts";
import { connectAccount, type Harness, jobTools, startHarness } from "../support/harness.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { remindMe } from "../support/reminders.ts";
import { newestText, shown } from "../support/replies.ts";
import { withoutPictures } from "../support/without-pictures.ts";
import { pressOnCard } from "../support/schedules.ts";

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
/** Of a command's answer, or of what a button of it shows. */
async function textOf(command: string, options: Readonly<Record<string, string>> = {}): Promise<string> {
  const [path = "", button] = command.split(" > ");
  const theo = harness.as("theo");
  const answer = shown(await theo.run(path, options));
  if (button === undefined) return answer.text;
  await theo.press(answer, button);
  return newestText(theo);
}
const previewOf = async (scheduleId: string) =>
  (await pressOnCard(harness.as("theo"), scheduleId, "Preview")).text;

test.each([
  ["order search", "searchOrders", {}, "1 order couldn't be read."],
  ["posts", "listPosts", {}, "1 post couldn't be read."],
  ["calendar", "getCalendar", {}, "1 day couldn't be read."],
  ["assignments", "getAssignments", { person: miaId }, "1 assignment and 1 past result couldn't be read."],
  ["activity view", "getActivity", { person: miaId }, "1 visit couldn't be read."],
  ["taskboard show > All boards", "listTaskboardBoards", {}, "1 board couldn't be read."],
  ["taskboard show > Automatic actions", "listTaskboardActions", {}, "1 action couldn't be read."],
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

test.each([
  ["order search", "searchOrders", "1 order couldn't be read."],
  ["posts", "listPosts", "1 post couldn't be read."],
] as const)("a copy of /%s for the channel says it too", async (command, operation, line) => {
  addWrongRecords(operation);
  const theo = harness.as("theo", "orders");
  const copy = shown(await theo.press(shown(await theo.run(command)), "Show in channel"));
  expect(copy.private).toBe(false);
  expect(copy.text).toContain(line);
});

test("one invalid comment of a ban costs one line", async () => {
  const [id = ""] = harness.service.state.banComments.keys();
  addWrongRecords("listBanComments");
  expect(await textOf("bans", { ban: id })).toContain("1 comment couldn't be read.");
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
  expect(await previewOf(where.id)).toContain(line);
});

const everyRecord = Number.MAX_SAFE_INTEGER;

test.each([
  ["order search", "searchOrders"],
  ["posts", "listPosts"],
  ["taskboard show > All boards", "listTaskboardBoards"],
  ["calendar", "getCalendar"],
] as const)(
  "answers to /%s of which nothing can be read aren't taken for none",
  async (command, operation) => {
    addWrongRecords(operation, everyRecord);
    const text = await textOf(command);
    expect(text).toContain("The workspace service sent an answer I don't understand");
    expect(text).not.toMatch(/has no |Nothing planned|No /);
    // The answer will be the same in a minute.
    expect(text).not.toMatch(/having problems|try again/i);
  },
);

test("visits of which none can be read aren't called none yet", async () => {
  const { activity } = harness.service.state;
  // With many like these, the whole answer is refused.
  const [person] =
    [...activity].find(([, visits]) => visits.length > 0 && visits.length < 20) ?? expect.unreachable();
  addWrongRecords("getActivity", everyRecord);
  const text = await textOf("activity view", { person });
  expect(text).toMatch(/visits couldn't be read\.[\s\S]*None of the visits could be read\./);
  expect(text).not.toMatch(/nothing yet|no visits/i);
});

test("something that isn't among what could be read isn't called gone", async () => {
  const [id = ""] = harness.service.state.posts.keys();
  addWrongRecords("listPosts");
  expect(await textOf("post-delete", { post: id })).toContain(
    "It may be one of 1 post that I couldn't read, or already be gone.",
  );
  harness.service.faults.clear();
  await harness.forgetRead();
  const unknown = { post: "65f0c0ffee00000000000001" };
  expect(await textOf("post-delete", unknown)).toContain("It may already be gone.");
  const { posts } = harness.service.state;
  const before = [...posts.keys()];
  for (let more = posts.size; more < 11; more += 1) posts.set(`more-${more}`, { _id: `more-${more}` });
  harness.service.faults.add({ kind: "pages", size: 10, form: "cut", operation: "listPosts", times: 9 });
  await harness.forgetRead();
  expect(await textOf("post-delete", unknown)).toContain(
    "It may already be gone, or the workspace may have more than it sends at once.",
  );
  for (const added of posts.keys()) if (!before.includes(added)) posts.delete(added);
});

test.each([
  ["order search", "searchOrders"],
  ["posts", "listPosts"],
  ["calendar", "getCalendar"],
  ["taskboard show > Automatic actions", "listTaskboardActions"],
] as const)("/%s reads dates and fields in any form that says the same", async (command, operation) => {
  const usual = await textOf(command);
  await harness.forgetRead();
  harness.service.faults.add({ kind: "loose-types", operation, times: 9 });
  const loose = await textOf(command);
  expect(loose).not.toContain("couldn't be read");
  expect(loose.split("\n").length).toBe(usual.split("\n").length);
});

describe("assignments that couldn't be read", () => {
  const { guildId, mia, orders: channelId, ada } = playgroundIds;
  const dayMs = 24 * 60 * 60_000;
  const store = () => harness.app.ctx.store;
  const goal = (parts: { readonly completed: number }) => ({
    active: true,
    _id: "66aa00000000000000000009",
    name: "Minutes in game",
    target: 120,
    target_type: "minutes",
    due: Temporal.Instant.fromEpochMilliseconds(harness.clock.now() + 2 * dayMs).toString(),
    ...parts,
  });

  /** The first of Mia's goals can't be read. @param completed of each goal */
  async function unread(...completed: readonly number[]) {
    harness.service.faults.clear();
    harness.service.state.assignments.set(miaId, {
      assigned: completed.map((each) => goal({ completed: each })),
      history: [],
    });
    await store().weeks.forgetUser(guildId, miaId);
    await harness.forgetRead();
    harness.service.faults.add({ kind: "wrong-records", operation: "getAssignments", count: 1, times: 99 });
  }
  /** What each place says of the week. */
  async function judge() {
    harness.clock.advance(60_000);
    await runJob(weeks, jobTools(harness.app));
    const where = {
      id: harness.app.ctx.newId(),
      guildId,
      linkKey: "cafe",
      channelId,
      makerDiscordUserId: ada,
    };
    await store().schedules.create({
      ...sampleSchedule({ ...where, createdAt: harness.clock.now() }),
      kind: "team",
      options: {},
    });
    const own = shown(await harness.as("mia").run("me")).text;
    return {
      own: /Your week: (.*)/.exec(own)?.[1],
      assignments: /week: (.*)/.exec(await textOf("assignments", { person: miaId }))?.[1],
      profile: /week: (.*)/.exec(await textOf("profile", { person: miaId }))?.[1],
      board: /(?:behind|passed|data)\*\*|🟧/.exec(await textOf("board"))?.[0],
      team: /\*\*\d\s.*\*\*|🟧/.exec(await previewOf(where.id))?.[0],
    };
  }

  beforeAll(() =>
    connectAccount(harness.app.ctx, {
      discordUserId: mia,
      userId: miaId,
      displayName: "Mia",
      memberName: "Mia",
    }),
  );

  test("leave nobody as passed: nothing is known of someone who reached the others", async () => {
    await using _text = await withoutPictures(harness);
    await unread(0, 130);
    expect(await judge()).toEqual({
      own: "not all could be read",
      assignments: "not all could be read",
      profile: "not all could be read",
      board: "data**",
      team: "**1\u00a0with\u00a0no\u00a0data**",
    });
  });

  test("keep someone from being called on track by the others", async () => {
    await using _text = await withoutPictures(harness);
    await unread(0, 119);
    const title = "not all could be read";
    expect(await judge()).toEqual({
      own: title,
      assignments: title,
      profile: title,
      board: "data**",
      team: "**1\u00a0with\u00a0no\u00a0data**",
    });
  });

  test("don't hide that someone is behind on another", async () => {
    await unread(130, 1);
    expect(await judge()).toEqual({
      own: "behind",
      assignments: "behind",
      profile: "behind",
      board: "🟧",
      team: "🟧",
    });
  });

  test("aren't taken for no assignments, where they are all there are", async () => {
    await unread(0);
    const texts = [
      shown(await harness.as("mia").run("me")).text,
      await textOf("assignments", { person: miaId }),
      await textOf("profile", { person: miaId }),
    ];
    for (const text of texts) {
      expect(text).toMatch(/[Ww]eek: no data\n/);
      expect(text).toContain("None of the assignments could be read.");
      expect(text).not.toMatch(/No assignments|Nothing is assigned/);
    }
  });

  test("are in the reminder before the week ends, which comes because of them", async () => {
    await unread(0, 130);
    harness.clock.advance(60_000);
    await runJob(weeks, jobTools(harness.app));
    await remindMe(harness.as("mia"), "week", 72);
    await runJob(reminders, jobTools(harness.app));
    expect(harness.discord.inPrivate(mia).read().at(-1)?.text).toMatch(
      /^Before your week ends\n⚠️ 1 assignment couldn't be read\.\n\nEnds /,
    );
  });

  test("leave someone out of those who are done in a calendar with what is due", async () => {
    await unread(0, 130);
    const where = {
      id: harness.app.ctx.newId(),
      guildId,
      linkKey: "cafe",
      channelId,
      makerDiscordUserId: ada,
    };
    await store().schedules.create({
      ...sampleSchedule({ ...where, createdAt: harness.clock.now() }),
      kind: "calendar",
      options: { dues: true },
    });
    expect(await previewOf(where.id)).not.toMatch(/done|people/);
  });
});

test("several invalid records are counted in one line", async () => {
  addWrongRecords("searchOrders", 3);
  expect(await textOf("order search")).toContain("3 orders couldn't be read.");
});

test("an unreadable record is logged with its place, and without its content", async () => {
  addWrongRecords("listPosts");
  const before = harness.logs.length;
  await textOf("posts");
  const line = harness.logs.slice(before).find((each) => each.includes("could not be read"));
  expect(line).toContain("listPosts");
  expect(line).toContain("0._id");
});
