import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { someContext } from "../support/render-context.ts";
import { findToday, renderCalendar } from "../../commands/calendar/days.ts";
import { describeGoals, findDue } from "../../commands/calendar/ics.ts";
import { formatPlainGoal } from "../../commands/team-board/report/render.ts";
import { findEndOfWeekMs } from "../../commands/weeks/goal-text.ts";
import { StaffAssignments } from "../../src/api/contract/assignments.ts";
import { getGuildWeek, getLastMomentMs, parseWeekSettings } from "../../src/domain/week-boundaries.ts";
import { Calendar } from "../../src/api/contract/sessions.ts";
import { expectWithinLimits } from "../support/discord-limits.ts";
import type { CalendarEntry } from "../../commands/calendar/board/entries.ts";
import { formatCalendar } from "../../commands/calendar/board/text.ts";
import { aboutNow, anyNumber, hostileText, maybe, moment } from "../support/arbitraries.ts";
import { type Formats, toFormatsForOthers } from "../../src/ui/formats.ts";

const anyCalendar: fc.Arbitrary<Calendar> = fc.record({
  days: fc.array(fc.record({ day: maybe(anyNumber), date: moment, day_of_week_char: maybe(hostileText) }), {
    maxLength: 40,
  }),
  advance_calendar: maybe(fc.boolean()),
});
const createCustomId = (week: number): string => `calendar.week:${week}`;
const reloadId = "calendar.week:0!";

const weekFrom = (monday: string, advance_calendar?: boolean): Calendar =>
  Calendar.parse({
    days: Array.from({ length: 7 }, (_, index) => ({
      date: Temporal.Instant.from(monday)
        .add({ hours: 24 * index })
        .toString(),
    })),
    advance_calendar,
  });
const thisWeek = weekFrom("2026-11-16T00:00:00Z", true);

const countingFrom = (day: string) =>
  parseWeekSettings(
    new Map([
      ["week-start", day],
      ["zone", "Europe/Berlin"],
    ]),
  );

/** @param day on which weeks begin by the server's choice, where the days do not tell */
function shown(calendar: Calendar, week: number, day?: string) {
  const ownWeek =
    day === undefined ? undefined : getGuildWeek(countingFrom(day), aboutNow.epochMilliseconds, week);
  const { embeds, components } = renderCalendar(
    { calendar, week, ownWeek, today: findToday(calendar, undefined, aboutNow), createCustomId, reloadId },
    someContext(),
  );
  const buttons =
    components?.[0]?.components.map((button) =>
      "label" in button ? [button.label, button.disabled === true] : [],
    ) ?? [];
  return { title: embeds?.[0]?.title, text: embeds?.[0]?.description ?? "", buttons };
}

describe("the calendar", () => {
  it("fits in a message whatever the service sends", () => {
    const weeks = fc.integer({ min: -520, max: 520 });
    fc.assert(
      fc.property(anyCalendar, weeks, (calendar, week) => {
        Calendar.parse(calendar);
        const today = findToday(calendar, undefined, aboutNow);
        expectWithinLimits(
          renderCalendar(
            { calendar, week, ownWeek: undefined, today, createCustomId, reloadId },
            someContext(),
          ),
        );
        const ownWeek = getGuildWeek(countingFrom("sunday"), aboutNow.epochMilliseconds, week);
        expectWithinLimits(
          renderCalendar({ calendar, week, ownWeek, today, createCustomId, reloadId }, someContext()),
        );
      }),
    );
  });

  it.each([-520, -519, 519, 520])("reaches ten years back and ahead, as in week %d", (week) => {
    const monday = Temporal.Instant.from("2026-11-16T00:00:00Z").add({ hours: week * 7 * 24 });
    const { buttons } = shown(weekFrom(monday.toString(), true), week);
    expect(buttons).toContainEqual(["Earlier", week === -520]);
    expect(buttons).toContainEqual(["Later", week === 520]);
  });

  it("shows the week as a strip with today marked", () => {
    const { title, text } = shown(thisWeek, 0);
    expect(title).toBe("Week of 16\u00a0November · this week");
    expect(text.split("\n")[0]).toBe("M 16  T 17  ▸ **W 18**  T 19  F 20  S 21  S 22");
    expect(text).toContain("-# 16–22\u00a0Nov");
  });

  describe("of a service whose days are in another zone", () => {
    /** The strip at a moment, as in `/calendar`. */
    const stripAt = (calendar: Calendar, at: string, zone: string | undefined) => {
      const now = Temporal.Instant.from(at);
      const today = findToday(calendar, zone, now);
      const view = { calendar, week: 0, ownWeek: undefined, today, createCustomId, reloadId };
      return renderCalendar(view, { ...someContext(), now }).embeds?.[0]?.description?.split("\n")[0];
    };
    const unmarked = "M 16  T 17  W 18  T 19  F 20  S 21  S 22";
    const withMark = (day: string) => unmarked.replace(day, `▸ **${day}**`);

    it.each([
      ["a Los Angeles evening, the next day in UTC", "2026-11-19T01:00:00Z", "America/Los_Angeles", "W 18"],
      ["the same moment without a known zone", "2026-11-19T01:00:00Z", undefined, "T 19"],
      ["an Auckland morning, the day before in UTC", "2026-11-17T20:00:00Z", "Pacific/Auckland", "W 18"],
    ])("marks the date that people have: %s", (_case, at, zone, day) => {
      expect(stripAt(thisWeek, at, zone)).toBe(withMark(day));
    });

    it.each([
      ["Los Angeles, whose Sunday it still is", "2026-11-16T01:00:00Z", "America/Los_Angeles"],
      ["Auckland, whose Monday it already is", "2026-11-22T20:00:00Z", "Pacific/Auckland"],
    ])("marks no day while the service is in another week than %s", (_case, at, zone) => {
      expect(stripAt(thisWeek, at, zone)).toBe(unmarked);
    });

    it.each([
      ["Pacific/Auckland", "2026-11-15T11:00:00Z"],
      ["Pacific/Chatham", "2026-11-15T10:15:00Z"],
      ["America/Los_Angeles", "2026-11-16T08:00:00Z"],
      ["Pacific/Honolulu", "2026-11-16T10:00:00Z"],
    ])("has the dates of its midnights in %s", (zone, midnight) => {
      expect(stripAt(weekFrom(midnight), "2026-11-18T12:00:00Z", zone)?.replaceAll(/[▸*]/g, "")).toContain(
        "M 16  T 17",
      );
    });
  });

  it("marks no day in another week", () => {
    const { title, text, buttons } = shown(weekFrom("2026-11-30T00:00:00Z", true), 2);
    expect(title).toBe("Week of 30\u00a0November · in 2 weeks");
    expect(text).not.toContain("▸");
    expect(buttons.map(([label]) => label)).toEqual(["Earlier", "Later", "This week", "Reload"]);
  });

  it("offers later weeks only when the service supports that", () => {
    expect(shown(weekFrom("2026-11-16T00:00:00Z", false), 0).buttons).toContainEqual(["Later", true]);
    expect(shown(thisWeek, 0).buttons).toContainEqual(["Later", false]);
    expect(shown(weekFrom("2026-11-09T00:00:00Z", false), -1).buttons).toContainEqual(["Later", false]);
  });

  it("says when the service returned the current week instead, and offers no further one", () => {
    const { title, text, buttons } = shown(thisWeek, 1);
    expect(title).toBe("Week of 16\u00a0November · this week");
    expect(text).toContain("`WORKSPACE_QUERY_WEEK`");
    expect(buttons.map(([label]) => label)).toEqual(["This week", "Reload"]);
  });

  it("doesn't label other days as the requested week", () => {
    const { title, text } = shown(weekFrom("2026-01-05T00:00:00Z", true), 1);
    expect(title).toBe("Another week");
    expect(text).toContain("`WORKSPACE_QUERY_WEEK`");
  });

  it("says why it is empty", () => {
    expect(shown(Calendar.parse({}), 0).text).toContain("calendar is empty");
    expect(shown(Calendar.parse({}), 3).text).toContain("no days for that week");
  });

  describe("with only some days of a week", () => {
    const only = (...dates: readonly string[]) =>
      Calendar.parse({ days: dates.map((date) => ({ date: `${date}T00:00:00Z` })) });

    it.each([
      ["sunday", 15, 21],
      ["monday", 16, 22],
    ])("follows the server's choice of %s", (day, first, last) => {
      const { title, text } = shown(only("2026-11-20"), 0, day);
      expect(title).toBe(`Week of ${first}\u00a0November · this week`);
      expect(text).toBe(`F 20\n-# ${first}–${last}\u00a0Nov`);
    });

    it("puts a Sunday in the week that the server puts it in", () => {
      expect(shown(only("2026-11-22"), 0, "monday").title).toBe("Week of 16\u00a0November · this week");
      expect(shown(only("2026-11-22"), 1, "sunday").title).toBe("Week of 22\u00a0November · next week");
      expect(shown(only("2026-11-22"), 0, "sunday").title).toBe("Another week");
    });

    it("notices when this week was returned in place of a later one", () => {
      expect(shown(only("2026-11-20"), 1, "monday").text).toContain("returned the current week instead");
    });

    it("says which days an empty week has", () => {
      expect(shown(Calendar.parse({}), 0, "sunday").text).toMatch(
        /calendar is empty[\s\S]*-# 15–21\u00a0Nov/,
      );
    });
  });
});

describe("the events of a week, in words", () => {
  const dates = Array.from({ length: 7 }, (_, day) =>
    Temporal.PlainDate.from("2026-11-16").add({ days: day }),
  );
  const linesIn = (
    zone: string,
    kind: CalendarEntry["kind"],
    at: string,
    label: string,
    more: Pick<CalendarEntry, "notes" | "goals" | "url" | "isRepeated"> = {},
  ) => {
    const entry = { kind, at: Temporal.Instant.from(at).epochMilliseconds, label, ...more };
    const { lead, details } = formatCalendar(
      { entries: [entry], hasEvents: true },
      { dates, zone },
      someContext(),
    );
    return kind === "due" ? (lead?.split("\n") ?? []) : details;
  };
  const goals = [
    { name: "Time", targetType: "minutes", target: 120 },
    { name: "Hosted", targetType: "sessions_hosted", target: 1 },
    { name: "Attended", targetType: "sessions_attended", target: 3 },
    { name: "", targetType: "checkbox", target: 1 },
    { name: "Posts", targetType: "posts", target: undefined },
    { name: "Cups", targetType: "cups", target: 5 },
  ];
  const due = (zone: string, at: string) => dueAll(zone, at)[0];
  const dueAll = (zone: string, at: string) => linesIn(zone, "due", at, "6 assignments due", { goals });

  it("an end in the first hours after a week is the night before it, with the exact time, then the goals", () => {
    expect(dueAll("Europe/Berlin", "2026-11-22T23:59:59Z")).toEqual([
      "⏰ **Due Sunday\u00a0night (by\u00a0Mon\u00a000:59)** Berlin\u00a0time",
      "120\u00a0min\u00a0in\u00a0game, 1\u00a0session\u00a0to\u00a0host, 3\u00a0sessions\u00a0to\u00a0attend, Unnamed, +2\u00a0more",
    ]);
    expect(dueAll("UTC", "2026-11-22T23:59:59Z")).toHaveLength(2);
  });

  it("a later end includes its date, since the week has a day of that name, too", () => {
    expect(due("Asia/Karachi", "2026-11-23T01:00:00Z")).toBe(
      "⏰ **Due Mon\u00a023\u00a0Nov,\u00a006:00** Karachi\u00a0time",
    );
    expect(due("Asia/Tokyo", "2026-11-22T23:59:59Z")).toContain("**Due Mon\u00a023\u00a0Nov,\u00a008:59**");
  });

  it("an end within the week is a day and a time", () => {
    expect(due("UTC", "2026-11-22T23:59:59Z")).toBe(
      "⏰ **Due Sun\u00a022\u00a0Nov,\u00a023:59** UTC\u00a0time",
    );
    expect(due("UTC", "2026-11-22T00:59:59Z")).toContain("**Due Sun\u00a022\u00a0Nov,\u00a000:59**");
  });

  it("a name of 80 wide letters, or one written right to left, leaves its line intact", () => {
    const named = (label: string) => linesIn("UTC", "event", "2026-11-19T19:00:00Z", label);
    expect(named("界".repeat(80))).toEqual([`🗓️ **Thu 19:00** ${"界".repeat(80)}`]);
    expect(named("ערב פנסים")).toEqual(["🗓️ **Thu 19:00** \u2068ערב פנסים\u2069"]);
  });

  it("a goal is named where its target doesn't say which one it is", () => {
    const three = [
      { name: "Bar shifts", targetType: "sessions_hosted", target: 2 },
      { name: "Trainings", targetType: "sessions_hosted", target: 1 },
      { name: "Cups", targetType: "cups", target: 5 },
    ];
    expect(linesIn("UTC", "due", "2026-11-22T23:59:59Z", "3 assignments due", { goals: three }).at(-1)).toBe(
      "Bar\u00a0shifts\u00a02, Trainings\u00a01, Cups\u00a05",
    );
  });

  it("a file names a unit as the workspace writes it, without a backslash", () => {
    const goal = { name: "Shifts", description: undefined, target: 5 };
    const assigned = { ...goal, completed: 3, target_type: "bar_shifts", due: "2026-11-22T23:59:59Z" };
    const table = { ...goal, achieved: 3, targetType: "bar_shifts", passed: false, timeoff: false };
    expect(describeGoals([{ ...assigned, _id: "1", active: true }], false)).toBe(
      "- Shifts: 3 of 5 bar_shifts, 2 left",
    );
    expect(formatPlainGoal(table)).toBe("Shifts 3 of 5\u00a0bar_shifts");
  });

  it("an event leads to itself in Discord, and its name never shows a backslash", () => {
    const url = "https://discord.com/events/1/2";
    const named = (label: string) => linesIn("UTC", "event", "2026-11-19T19:00:00Z", label, { url })[0];
    expect(named("Training (bar)")).toBe(`🗓️ **Thu 19:00** [Training (bar)](${url})`);
    expect(named("Quiz: 80s | 90s #3")).toBe(`🗓️ **Thu 19:00** [Quiz: 80s | 90s #3](${url})`);
    expect(named("ערב פנסים")).toBe(`🗓️ **Thu 19:00** [\u2068ערב פנסים\u2069](${url})`);
    expect(named("Training [bar")).toBe(`🗓️ **Thu 19:00** Training \\[bar · [event](${url})`);
    expect(named("**Big** night")).toBe(`🗓️ **Thu 19:00** \\*\\*Big\\*\\* night · [event](${url})`);
    expect(named("🎤 Karaoke")).toBe(`🗓️ **Thu 19:00** 🎤 Karaoke · [event](${url})`);
    expect(named("See https://a.test")).toBe(`🗓️ **Thu 19:00** See https\\://a.test · [event](${url})`);
    expect(named("")).toBe(`🗓️ **Thu 19:00** Unnamed · [event](${url})`);
  });

  it("beside a picture with its time and zone, an event is a link with its day, and what is due has no zone", () => {
    const [at, url] = [
      Temporal.Instant.from("2026-11-19T19:00:00Z").epochMilliseconds,
      "https://discord.com/events/1/2",
    ];
    const entries = [
      { kind: "event" as const, at, label: "Training", url, notes: "Staff room" },
      { kind: "session" as const, at, label: "Session server" },
      { kind: "due" as const, at, label: "1 assignment due", goals: goals.slice(0, 1) },
    ];
    const today = Temporal.PlainDate.from("2026-11-19");
    const { lead, details } = formatCalendar(
      { entries, hasEvents: true },
      { dates, zone: "UTC", today },
      someContext(),
      true,
    );
    expect(lead).toBe("⏰ **Due today, Thu 19:00**\n120\u00a0min\u00a0in\u00a0game");
    expect(details).toEqual([`🗓️ **Thu** [Training](${url}) · Staff room`]);
  });

  it("where not all fit, what is still ahead is kept", () => {
    const now = Temporal.Instant.from("2026-11-20T12:00:00Z");
    const entries = Array.from({ length: 20 }, (_, index) => ({
      kind: "event" as const,
      at: now.epochMilliseconds + (index - 17.5) * 3_600_000,
      label: `Event ${index}`,
    }));
    const week = { dates, zone: "UTC" };
    const { details } = formatCalendar({ entries, hasEvents: true }, week, { ...someContext(), now });
    expect(details).toHaveLength(13);
    expect(details.at(-2)).toContain("Event 19");
    expect(details.at(-1)).toBe("… and 8 more");
  });

  it("an event that recurs within the week has one line, without a day", () => {
    const more = { isRepeated: true, notes: "daily 00:00" };
    expect(linesIn("UTC", "post", "2026-11-19T00:00:00Z", "Standings", more)).toEqual([
      "📌 Standings · daily 00:00",
    ]);
  });

  it("an event of today says so until it is shown to others", () => {
    const today = Temporal.PlainDate.from("2026-11-19");
    const at = Temporal.Instant.from("2026-11-19T19:00:00Z").epochMilliseconds;
    const checklist = { name: "Closing checklist", targetType: "checkbox", target: 1 };
    const entries = [
      { kind: "event" as const, at, label: "Training" },
      { kind: "due" as const, at, label: "1 assignment due", goals: [checklist] },
    ];
    const textFor = (formats: Formats) => {
      const { lead = "", details } = formatCalendar(
        { entries, hasEvents: true },
        { dates, zone: "UTC", today },
        formats,
      );
      return [lead, ...details].join("\n");
    };
    expect(textFor(someContext())).toBe(
      "⏰ **Due today, Thu 19:00** UTC\u00a0time\nClosing\u00a0checklist\n🗓️ **Today, Thu 19:00** Training",
    );
    expect(textFor(toFormatsForOthers(someContext()))).toBe(
      "⏰ **Due Thu 19:00** UTC\u00a0time\nClosing\u00a0checklist\n🗓️ **Thu 19:00** Training",
    );
  });

  it("an event is shown by name alone, a server with its maker", () => {
    expect(linesIn("UTC", "event", "2026-11-19T19:00:00Z", "Barista training")).toEqual([
      "🗓️ **Thu 19:00** Barista training",
    ]);
    expect(linesIn("UTC", "session", "2026-11-18T11:24:00Z", "Session server", { notes: "<@1>" })).toEqual([
      "🟢 **Wed 11:24** Session server · <@1>",
    ]);
  });
});

describe("a week in a calendar app", () => {
  it("ends when the person's own list says so, whatever is due at another time", () => {
    const goal = (due: string) => ({
      active: true,
      _id: due,
      name: "Minutes",
      target: 120,
      target_type: "minutes",
      completed: 0,
      due,
    });
    const sunday = "2026-11-22T23:59:59.999Z";
    const now = Date.parse("2026-11-20T09:00:00Z");
    const present = Temporal.PlainDate.from("2026-11-16");
    for (const own of ["2026-11-18T12:00:00Z", "2026-11-24T12:00:00Z"]) {
      const assigned = [goal(sunday), goal(own), goal(sunday)];
      const read = StaffAssignments.parse({ assigned, history: [] });
      const ends = [0, 1, 2, 3].map((weeks) => {
        const sources = { zone: "UTC", present, own: read, known: [], nowMs: now };
        return findDue(present.add({ weeks }), [], sources).endsAt;
      });
      const end = getLastMomentMs(findEndOfWeekMs(read, now) ?? 0);
      expect(ends).toEqual([0, 1, 2, 3].map((after) => end + after * 7 * 86_400_000));
    }
  });
});
