import { afterEach, beforeEach, expect, test } from "vitest";
import type { z } from "zod";
import { UserActivity } from "../../src/api/contract/activity.ts";
import { StaffAssignments } from "../../src/api/contract/assignments.ts";
import { startSubject, type Subject } from "./calling.ts";

const hourMs = 60 * 60_000;
const weekMs = 7 * 24 * hourMs;
const mia = "104872391";
let subject: Subject;
beforeEach(async () => {
  subject = await startSubject({ isBusy: true });
  subject.emulator.setRateLimit(10_000);
});
afterEach(() => subject.emulator.close());

async function weekOf(staffId: string): Promise<z.output<typeof StaffAssignments>> {
  return StaffAssignments.parse((await subject.call("getAssignments", { params: { staffId } })).json());
}
async function minutesOf(userId: string): Promise<number> {
  const { totals } = UserActivity.parse((await subject.call("getActivity", { params: { userId } })).json());
  return totals.minutes ?? 0;
}
async function markedWeeks(): Promise<readonly string[]> {
  const { history } = await weekOf(mia);
  return [...new Set(history.map(({ week_start }) => week_start))];
}

test("a busy café begins with twelve past weeks, newest first", async () => {
  const weeks = await markedWeeks();
  expect(weeks).toHaveLength(12);
  expect(weeks[0]).toBe("2025-11-10T00:00:00.000Z");
  expect(weeks.at(-1)).toBe("2025-08-25T00:00:00.000Z");
});

test("people play while the clock moves, and nobody plays forever", async () => {
  const before = await minutesOf(mia);
  subject.pass(48 * hourMs);
  const after = await minutesOf(mia);
  expect(after).toBeGreaterThan(before);
  expect(after - before).toBeLessThan(10 * 60);
});

test("when a week ends it is marked by what was achieved, and everyone starts over", async () => {
  // To the last minutes of Sunday, from a Thursday at three in the afternoon.
  subject.pass(3 * 24 * hourMs + 9 * hourMs - 60_000);
  const last = (await weekOf(mia)).assigned;
  subject.pass(2 * 60_000);
  const { assigned, history } = await weekOf(mia);
  expect(await markedWeeks()).toHaveLength(13);
  const marked = history.filter(({ week_start }) => week_start === "2025-11-17T00:00:00.000Z");
  expect(marked.map(({ assignment_name }) => assignment_name)).toEqual(last.map(({ name }) => name));
  for (const { passed, achieved, target, timeoff } of marked)
    expect(passed).toBe(timeoff !== true && achieved >= target);
  expect(assigned.map(({ completed }) => completed)).toEqual(assigned.map(() => 0));
  expect(assigned[0]?.due).toBe("2025-11-30T23:59:59.999Z");
});

test("weeks that nobody looked at are marked too, and in the same way as others", async () => {
  subject.pass(3 * weekMs);
  const atOnce = (await weekOf(mia)).history;
  await subject.emulator.close();
  subject = await startSubject({ isBusy: true });
  subject.emulator.setRateLimit(10_000);
  for (let days = 0; days < 21; days += 1) {
    subject.pass(24 * hourMs);
    await weekOf(mia);
  }
  expect((await weekOf(mia)).history).toEqual(atOnce);
  expect(await markedWeeks()).toHaveLength(15);
});
