import { expect, test } from "vitest";
import { formatSent, formatTime } from "../../playground/page/time.ts";

const setting = { nowMs: Date.UTC(2026, 10, 21, 9, 0, 0), locale: "en-GB", timeZone: "Europe/Berlin" };
const marked = Date.UTC(2026, 10, 23, 22, 59, 5) / 1_000;

test.each([
  ["t", "23:59"],
  ["T", "23:59:05"],
  ["d", "23/11/2026"],
  ["D", "23 November 2026"],
  ["f", "23 November 2026 at 23:59"],
  ["F", "Monday, 23 November 2026 at 23:59"],
  ["s", "23/11/2026, 23:59"],
  ["S", "23/11/2026, 23:59:05"],
  ["R", "in 3 days"],
] as const)("the style %s shows a time in the reader's zone and language", (style, expected) => {
  expect(formatTime(marked, style, setting)).toBe(expected);
});

test.each([
  [-30, "30 seconds ago"],
  [60, "in 1 minute"],
  [-5_400, "2 hours ago"],
  [86_400, "in 1 day"],
  [-40 * 86_400, "1 month ago"],
] as const)("%i seconds away reads as a relative time", (seconds, expected) => {
  expect(formatTime(setting.nowMs / 1_000 + seconds, "R", setting)).toBe(expected);
});

test.each([-5, -1, 0, 1, 5])("%i seconds away is now, neither past nor future", (seconds) => {
  expect(formatTime(setting.nowMs / 1_000 + seconds, "R", setting)).toBe("now");
});

test("a time beyond every calendar is shown as its number", () => {
  expect(formatTime(9_000_000_000_000, "f", setting)).toBe("9000000000000");
});

test("today's message shows its time, an older one its date too", () => {
  expect(formatSent(setting.nowMs - 60_000, setting)).toBe("09:59");
  expect(formatSent(setting.nowMs - 86_400_000, setting)).toBe("20/11/2026 10:00");
});
