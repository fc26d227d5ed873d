import { expect, test } from "vitest";
import { guildWeek, weekSettings } from "../../src/domain/weeks.ts";

const ms = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
const settings = (entries: Readonly<Record<string, string>>) =>
  weekSettings(new Map(Object.entries(entries)));

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
  const week = guildWeek(counting, ms("2026-03-24T12:00:00Z"), 1);
  expect(week.first.toString()).toBe("2026-03-29");
  expect(week.last.toString()).toBe("2026-04-04");
  expect(week.startsAt).toBe(ms("2026-03-28T23:00:00Z"));
  expect(week.endsAt).toBe(ms("2026-04-04T22:00:00Z"));
});
