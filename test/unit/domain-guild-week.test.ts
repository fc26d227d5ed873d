import { describe, expect, test } from "vitest";
import { getGuildWeek, findServiceWeek, parseWeekSettings } from "../../src/domain/week-boundaries.ts";

const ms = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const settings = (entries: Readonly<Record<string, string>>) =>
  parseWeekSettings(new Map(Object.entries(entries)));

test("a server's week starts on Monday in UTC until it chooses otherwise, or when its choice is unreadable", () => {
  expect(settings({})).toEqual({ zone: "UTC", startsOn: "monday" });
  expect(settings({ zone: "Atlantis", "week-start": "someday" })).toEqual({
    zone: "UTC",
    startsOn: "monday",
  });
  expect(settings({ zone: "Asia/Tokyo", "week-start": "sunday" })).toEqual({
    zone: "Asia/Tokyo",
    startsOn: "sunday",
  });
});

test("a week runs from midnight to midnight of its zone, even when the clocks change", () => {
  const counting = settings({ zone: "Europe/Berlin", "week-start": "sunday" });
  const week = getGuildWeek(counting, ms("2026-03-24T12:00:00Z"), 1);
  expect(week.first.toString()).toBe("2026-03-29");
  expect(week.last.toString()).toBe("2026-04-04");
  expect(week.startsAt).toBe(ms("2026-03-28T23:00:00Z"));
  expect(week.endsAt).toBe(ms("2026-04-04T22:00:00Z"));
});

describe("the service's week", () => {
  const week = (weekStart: string, end: string) => ({ weekStart, endsAt: ms(end) });
  const saved = [
    week("2026-11-16", "2026-11-23T00:00:00Z"),
    week("2026-11-09", "2026-11-16T00:00:00Z"),
    week("2026-11-02", "2026-11-08T23:00:00Z"),
  ];
  const at = (now: string, weeks = saved) => {
    const found = findServiceWeek(weeks, ms(now));
    return found && [found.first.toString(), found.last.toString(), found.startsAt, found.endsAt];
  };

  test("is the one a time falls in, counted from the end of the week before", () => {
    const present = ["2026-11-16", "2026-11-22", ms("2026-11-16T00:00:00Z"), ms("2026-11-23T00:00:00Z")];
    expect(at("2026-11-16T00:00:00Z")).toEqual(present);
    expect(at("2026-11-22T23:59:59Z")).toEqual(present);
    // The clocks changed.
    expect(at("2026-11-10T12:00:00Z")).toEqual([
      "2026-11-09",
      "2026-11-15",
      ms("2026-11-08T23:00:00Z"),
      ms("2026-11-16T00:00:00Z"),
    ]);
  });

  test("follows the last known one until it is known itself", () => {
    expect(at("2026-11-23T00:00:00Z")).toEqual([
      "2026-11-23",
      "2026-11-29",
      ms("2026-11-23T00:00:00Z"),
      ms("2026-11-30T00:00:00Z"),
    ]);
  });

  test("is unknown long after the last known one, before a week far ahead, and without any", () => {
    expect(at("2026-11-30T00:00:00Z")).toBeUndefined();
    expect(at("2026-10-20T00:00:00Z")).toBeUndefined();
    expect(at("2026-11-18T00:00:00Z", [])).toBeUndefined();
  });
});
