import { afterEach, beforeEach, expect, test } from "vitest";
import { UserActivity } from "../../src/api/contract/activity.ts";
import { StaffAssignments } from "../../src/api/contract/assignments.ts";
import { firstOf, startSubject, type Subject } from "./calling.ts";

const hourMs = 3_600_000;
let subject: Subject;
let userId: string;
beforeEach(async () => {
  subject = await startSubject();
  userId = firstOf(subject.emulator.state.assignments.keys());
});
afterEach(() => subject.emulator.close());

async function activity(query = ""): Promise<UserActivity> {
  return UserActivity.parse((await subject.call("getActivity", { params: { userId }, query })).json());
}

test("a gift adds to the totals and is the newest of the last 25", async () => {
  const before = await activity();
  const body = { duration: 90 * 60_000, messages_sent: 12, game: "4815162342", gifted_by: "118203774" };
  const answer = (await subject.call("giftActivity", { params: { userId }, body })).json();
  const after = await activity();

  expect(after.totals.minutes).toBe((before.totals.minutes ?? 0) + 90);
  expect(after.totals.messages).toBe((before.totals.messages ?? 0) + 12);
  expect(answer).toMatchObject({ totals: after.totals, activity: { duration: 90 * 60_000, ended: true } });
  expect(after.last_25).toHaveLength(25);
  expect(after.last_25[0]).toMatchObject({ gifted_by: "118203774", messages_sent: 12 });
});

test.each([{ duration: -1 }, { messages_sent: -1 }, {}])("the gift %j is refused", async (body) => {
  const answer = await subject.call("giftActivity", { params: { userId }, body });
  expect(answer.json()).toMatchObject({ statusCode: 400 });
});

test("durations are milliseconds, as start and end show, and one visit is still in progress", async () => {
  const { last_25: entries } = await activity();
  const ended = entries.filter((entry) => entry.ended === true);
  for (const { start, end, duration } of ended) {
    expect(Date.parse(end ?? "") - Date.parse(start ?? "")).toBe(duration);
  }
  expect(ended).toHaveLength(24);
  expect(entries.filter((entry) => entry.end === undefined && entry.ended === false)).toHaveLength(1);
});

test("the game is sent only when requested, by the configured name", async () => {
  expect((await activity()).last_25.some((entry) => entry.game_details)).toBe(false);
  expect((await activity("?with_game=true")).last_25.some((entry) => entry.game_details)).toBe(false);
  const asked = (await activity("?game=true")).last_25.find((entry) => entry.game_details);
  expect(asked?.game_details?.name).toBe("Harbour Café");
});

test("a new week begins empty, on Monday", async () => {
  expect((await activity()).week_starts_on).toBe("monday");
  subject.emulator.state.activity.get(userId)?.shift();
  subject.pass(4 * 24 * hourMs);
  expect((await activity()).totals).toMatchObject({ minutes: 0, messages: 0 });
  const answer = await subject.call("getAssignments", { params: { staffId: userId } });
  for (const { completed, due } of StaffAssignments.parse(answer.json()).assigned) {
    expect({ completed, due }).toEqual({ completed: 0, due: "2025-11-30T23:59:59.999Z" });
  }
});

test("an assignment's minutes are the minutes of the activity", async () => {
  await subject.call("giftActivity", { params: { userId }, body: { duration: hourMs } });
  const answer = await subject.call("getAssignments", { params: { staffId: userId } });
  const minutes = StaffAssignments.parse(answer.json()).assigned.find((one) => one.target_type === "minutes");
  expect(minutes?.completed).toBe((await activity()).totals.minutes);
});
