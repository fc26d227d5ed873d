import { parse } from "csv-parse/sync";
import { Locale } from "discord.js";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderHistory } from "../../commands/activity/render-history.ts";
import { renderTeamWeek } from "../../commands/team-board/render.ts";
import { Measure, measures } from "../../commands/team-board/measures.ts";
import { renderLeaderboardBoard } from "../../commands/team-board/leaderboard/board.ts";
import { renderLeaderboard } from "../../commands/team-board/leaderboard/render.ts";
import {
  createCsvFile,
  createLineFormat,
  formatCsvLines,
  renderCsvReply,
  utf8Bom,
} from "../../src/ui/csv-file.ts";
import { palette } from "../../src/ui/embed.ts";
import { listWeekCells, weekHead, toWeeksInPicture } from "../../commands/weeks/saved-weeks.ts";
import { rank } from "../../src/domain/lists.ts";
import { compareNeed } from "../../commands/weeks/attention.ts";
import { getStatusNow } from "../../commands/weeks/goal-text.ts";
import { listWeekAssignments, summarizeWeek } from "../../commands/weeks/results.ts";
import { summarizePeopleOfWeek } from "../../commands/team-board/report/weeks.ts";
import { createStandingsPicture } from "../../commands/team-board/standings/board.ts";
import { createTeamPicture } from "../../commands/team-board/picture.ts";
import type { Week, WeekAssignment } from "../../commands/weeks/store.ts";
import { profileDrawing } from "../../commands/weeks/draw.ts";
import { drawings } from "../../commands/pictures.ts";
import { expectWithinLimits } from "../support/discord-limits.ts";
import { accountOf, anyNames, someMember, aboutNow, hostileText, maybe } from "../support/arbitraries.ts";
import { someContext } from "../support/render-context.ts";
import { toFormatsForOthers } from "../../src/ui/formats.ts";

const now = aboutNow.epochMilliseconds;
const weekMs = 7 * 86_400_000;
const anyNumber = fc.double({ noNaN: true, min: -1e12, max: 1e12 });

const anyAssignment: fc.Arbitrary<WeekAssignment> = fc.record({
  name: hostileText,
  targetType: hostileText,
  target: anyNumber,
  achieved: anyNumber,
  passed: fc.boolean(),
  timeoff: fc.boolean(),
});
const anyWeek: fc.Arbitrary<Week> = fc.record({
  guildId: fc.constant("1"),
  workspaceId: fc.constant("2"),
  userId: fc.stringMatching(/^[0-9]{1,20}$/),
  weekStart: fc.constantFrom("2026-11-16", "2024-02-29"),
  endsAt: fc.integer({ min: now - weekMs, max: now + weekMs }),
  snapshotAt: fc.integer({ min: now - weekMs, max: now }),
  minutes: maybe(anyNumber),
  messages: maybe(anyNumber),
  orders: maybe(anyNumber),
  assignments: maybe(fc.array(anyAssignment, { maxLength: 12 })),
  state: fc.constantFrom("provisional", "final"),
});
const someResult = {
  week_start: "2026-11-16",
  week_end: "2026-11-23",
  week_number: 47,
  year: 2026,
  assignment_name: "Minutes",
  target_type: "minutes",
  target: 60,
  passed: true,
  timeoff: false,
  endMs: now,
};
const anyWeeks = fc.array(anyWeek, { maxLength: 40 });
const page = fc.integer({ min: -1, max: 50 });
const createCustomId = (index: number): string => `page:${index}`;

function within(reply: Parameters<typeof expectWithinLimits>[0]): void {
  expectWithinLimits(reply, [someMember]);
}

describe("whatever the weeks hold", () => {
  test("a history, a team board and a leaderboard fit in a message and ping nobody", () => {
    fc.assert(
      fc.property(anyWeeks, anyNames, page, fc.constantFrom(...Measure.options), (weeks, names, at, what) => {
        const shared = {
          page: at,
          createCustomId,
          onNowId: "now",
          csvId: "csv",
          openId: "open",
          asked: 12,
          weeksMenuId: "weeks",
          readAt: now,
        };
        const ctx = someContext(names);
        within(renderHistory({ userId: "4711", weeks, ...shared }, ctx));
        const members = weeks.map((week) => ({
          userId: week.userId,
          week,
          summary: summarizeWeek(week, now),
        }));
        const week = { weekStart: "2026-11-16", endsAt: now + 5 };
        within(renderTeamWeek({ week, members, isDrawn: false, ...shared }, ctx));
        within(renderTeamWeek({ week, members, isDrawn: true, ...shared }, ctx));
        const ranked = rank(weeks, measures[what].getValue);
        const board = { what, week, ranked, ownUserId: "4711", ...shared };
        within(renderLeaderboard({ ...board, isDrawn: false }, ctx));
        within(renderLeaderboard({ ...board, isDrawn: true }, ctx));
      }),
    );
  });

  test("a table has as many fields in each line as in its header, and none of them is a formula", () => {
    fc.assert(
      fc.property(anyWeek, fc.constantFrom("=", "+", "-", "@", "\t"), hostileText, (week, start, rest) => {
        expect(listWeekCells(week, { now, zone: "UTC" })).toHaveLength(weekHead.length);
        const table = { name: "t", summary: "W.", head: ["Name"], lines: [[start + rest]] };
        for (const locale of ["en-US", "de"]) {
          const { files } = renderCsvReply(table, locale);
          const text = files?.[0]?.data.toString() ?? "";
          expect(text).toContain(`"Name"\r\n"'${start}`);
        }
      }),
    );
  });

  test.each([
    ["a number below zero", -15, "-15"],
    ["a part of one", -0.5, "-0.5"],
    ["text that looks like a number below zero", "-15", "'-15"],
    ["a line feed before a formula", "\n=1+1", "'\n=1+1"],
    ["a line end and a blank before a formula", "\r\n +1", "'\r\n +1"],
    ["a space that doesn't break before a formula", "\u00a0@SUM(A1)", "'\u00a0@SUM(A1)"],
    ["a byte order mark before a formula", "\ufeff-1", "'\ufeff-1"],
    ["a line feed before words", "\nlatte = good", "\nlatte = good"],
    ["an id of Discord's", "1100000000000000001", "'1100000000000000001"],
    ["an id with zeros in front", "007", "'007"],
    ["an id that reads as a power of ten", "12E5", "'12E5"],
    ["as many digits as spreadsheets keep", "123456789012345", "123456789012345"],
    ["a number of more digits", 1_234_567_890_123_456, "1234567890123456"],
  ])("a cell with %s stays a number or is guarded text", (_, cell, shown) => {
    expect(createLineFormat("en-US")([cell])).toBe(`"${shown}"\r\n`);
    const table = { name: "t", summary: "W.", head: ["A"], lines: [[cell]] };
    expect(createCsvFile(table, "en-US").data.toString()).toBe(`${utf8Bom}"A"\r\n"${shown}"\r\n`);
    const withComma = typeof cell === "number" ? shown.replace(".", ",") : shown;
    expect(createCsvFile(table, "de").data.toString()).toBe(`${utf8Bom}"A"\r\n"${withComma}"\r\n`);
  });

  const cells = ["a, b; c", 15.5, -1_234.25, 7, "15.5", undefined, '="x";1'];
  const decimalPoint = `"a, b; c","15.5","-1234.25","7","15.5","","'=""x"";1"\r\n`;
  const decimalComma = `"a, b; c";"15,5";"-1234,25";"7";"15.5";"";"'=""x"";1"\r\n`;
  test("fields are separated by semicolons for a reader in whose language decimals have a comma, and by commas for all others", () => {
    const { true: withCommas = [], false: others = [] } = Object.groupBy(Object.values(Locale), (locale) =>
      String(createLineFormat(locale)(cells) === decimalComma),
    );
    expect(withCommas.toSorted().join(" ")).toBe(
      "bg cs da de el es-ES fi fr hr hu id it lt nl no pl pt-BR ro ru sv-SE tr uk vi",
    );
    expect(others).toEqual(expect.arrayContaining(["en-US", "en-GB", "es-419", "ja"]));
    for (const locale of [...others, "xx", "not a locale", ""])
      expect(createLineFormat(locale)(cells), locale).toBe(decimalPoint);
  });

  test("a long list is cut after a whole line, where Discord would refuse the file", async () => {
    const item = "抹茶ラテ大盛り".repeat(50);
    const orders = Array.from({ length: 10_000 }, (_, index) => index);
    const formatLine = createLineFormat("en-US");
    const { text, count } = await formatCsvLines(
      orders,
      (index) => [index, item],
      formatLine,
      async () => {},
    );
    const { data } = createCsvFile({ name: "t", summary: "W.", head: ["A", "B"], lines: text }, "en-US");
    expect(data.length).toBeLessThan(10 * 1024 * 1024);
    expect(count).toBeGreaterThan(8_000);
    expect(text.endsWith(formatLine([count - 1, item]))).toBe(true);
  });

  test.each([
    ["en-US", ",", "."],
    ["de", ";", ","],
  ])("for a reader of %j, every cell is read back as it was", (locale, delimiter, mark) => {
    const anyCells = fc.array(fc.oneof(hostileText, fc.constantFrom(",", ";", "a;b,c", '";"'), anyNumber), {
      minLength: 2,
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.array(anyCells, { minLength: 1, maxLength: 4 }), (lines) => {
        const { data } = createCsvFile({ name: "t", summary: "W.", head: ["A", "B"], lines }, locale);
        const read = parse(data, { bom: true, delimiter, relax_column_count: true });
        const withoutGuard = (text: string) => text.replace(/^'/, "");
        expect(read).toEqual([
          ["A", "B"],
          ...lines.map((line) =>
            line.map((cell) =>
              typeof cell === "number"
                ? String(cell).replace(".", mark)
                : expect.toSatisfy(
                    (text: string) => withoutGuard(text) === withoutGuard(cell.toWellFormed()),
                    cell,
                  ),
            ),
          ),
        ]);
      }),
    );
  });
});

describe("a leaderboard", () => {
  const person = (userId: string, minutes: number): Week => ({
    guildId: "1",
    workspaceId: "2",
    userId,
    weekStart: "2026-11-16",
    endsAt: now + 5,
    snapshotAt: now,
    minutes,
    messages: undefined,
    orders: undefined,
    assignments: undefined,
    state: "provisional",
  });
  const team = Array.from({ length: 25 }, (_, index) => person(String(index + 1), 100 - index));
  const textAt = (...given: Parameters<typeof cardAt>) => cardAt(...given)?.description ?? "";
  const cardAt = (at: number, ownUserId: string, people: readonly Week[] = team) =>
    renderLeaderboard(
      {
        what: "minutes",
        week: { weekStart: "2026-11-16", endsAt: now + 5 },
        ranked: rank(people, measures.minutes.getValue),
        ownUserId,
        readAt: Math.min(...people.map(({ snapshotAt }) => snapshotAt)),
        isDrawn: false,
        page: at,
        createCustomId,
        csvId: "csv",
        openId: "open",
      },
      someContext(),
    ).embeds?.[0];

  test("says in a channel of how many people it shows the first ten", () => {
    const textOf = (people: readonly Week[], isDrawn: boolean): string => {
      const week = { weekStart: "2026-11-16", endsAt: now + 5 };
      const ranked = rank(people, measures.minutes.getValue);
      const view = { what: "minutes", week, ranked, maxLength: 3_600, isDrawn } as const;
      const context = someContext();
      return renderLeaderboardBoard(view, context.names, context).embeds?.[0]?.description ?? "";
    };
    for (const isDrawn of [false, true]) {
      expect(textOf(team, isDrawn)).toMatch(/^Week ends: <t:\d+:R> · 25\speople(\n|$)/);
      expect(textOf(team.slice(0, 10), isDrawn)).toMatch(/^Week ends: <t:\d+:R>(\n|$)/);
    }
  });

  test("begins with the reader's place on every page, and stresses it in the list", () => {
    for (const at of [0, 1, 2])
      expect(textAt(at, "23")).toMatch(/^You're\s23rd\sof\s25 · 78\smin\nWeek ends: /);
    expect(textAt(1, "23")).toContain("**23.** **someone · 78\u00a0min**");
    expect(textAt(0, "23")).toContain("**12.** someone · 89\u00a0min");
    expect(textAt(0, "23")).not.toContain("**13.**");
  });

  test("says their place to one of the first three, too", () => {
    for (const at of [0, 1]) expect(textAt(at, "3")).toMatch(/^You're\s3rd\sof\s25 · 98\smin\n/);
    expect(textAt(0, "3")).toMatch(/^🥉 \*\*.* · 98\smin\*\*$/mu);
  });

  test("says that a place is shared", () => {
    const people = [person("31", 5), person("32", 5), person("33", 4)];
    expect(textAt(0, "32", people)).toMatch(/^You're\stied\sfor\s1st\sof\s3 · 5\smin\n/);
    expect(textAt(0, "33", people)).toMatch(/^You're\s3rd\sof\s3 · 4\smin\n/);
  });

  test("has no place for people who did nothing", () => {
    const people = [person("31", 5), person("32", 0)];
    expect(textAt(0, "31", people)).toMatch(/^You're\s1st\sof\s1 · 5\smin\n/);
    expect(textAt(0, "32", people)).toContain("\n\nYou'll be ranked after your first visit");
    expect(textAt(0, "32", [person("32", 0)])).toMatch(/\n\nNobody has any numbers yet\.$/);
  });

  test("says when its numbers of a running week were read", () => {
    const people = [person("31", 5), { ...person("32", 4), snapshotAt: now - weekMs / 100 }];
    const card = cardAt(0, "31", people);
    expect(card?.footer?.text).toMatch(/^2\speople · User\s31 · User\s32 · last read$/);
    expect(card?.timestamp).toBe(Temporal.Instant.fromEpochMilliseconds(now - weekMs / 100).toString());
  });

  test("says so when the reader has no place", () => {
    expect(textAt(0, "99")).toMatch(/^Week ends: [\s\S]*You'll be ranked after your first visit/);
  });
});

describe("a team board", () => {
  const minutes = { name: "Minutes", targetType: "minutes", target: 120, passed: false, timeoff: false };
  const week = { weekStart: "2026-11-09", endsAt: now + weekMs / 7 };
  const members = [10, 115, 118, 130, 140, ...Array.from({ length: 20 }, () => 150)].map(
    (achieved, index) => {
      const own: Week = {
        ...week,
        guildId: "1",
        workspaceId: "2",
        userId: String(index),
        snapshotAt: now,
        minutes: achieved,
        messages: undefined,
        orders: undefined,
        state: "provisional",
        assignments: [{ ...minutes, achieved, passed: achieved >= 120 }],
      };
      return { userId: String(index), week: own, summary: summarizeWeek(own, now) };
    },
  );
  const shownTo = (isDrawn: boolean) => {
    const names = new Map(members.map(({ userId }) => [userId, { userId, displayName: `P${userId}` }]));
    const view = {
      week,
      members,
      isDrawn,
      page: 0,
      createCustomId,
      onNowId: "now",
      csvId: "csv",
      openId: "open",
      asked: 12,
      weeksMenuId: "weeks",
      readAt: now,
    };
    const [card] = renderTeamWeek(view, someContext(names)).embeds ?? [];
    return { lines: card?.description?.split("\n") ?? [], card };
  };

  test("has twenty-five people on one page, one line each", () => {
    const { lines, card } = shownTo(false);
    expect(lines[lines.indexOf("🟦 **2\u00a0on\u00a0track**") + 1]).toBe(
      "P1 · 115\u00a0of\u00a0120\u00a0min",
    );
    expect(lines).toContain("P24 · 150\u00a0min");
    expect(card?.footer?.text).toMatch(/^25\speople · last read$/);
    expect(card?.timestamp).toBe(Temporal.Instant.fromEpochMilliseconds(now).toString());
  });

  test("beside its picture, only those who need attention are named", () => {
    const { lines } = shownTo(true);
    expect(lines).toEqual([expect.stringMatching(/^Week ends: /), "🟧 **Behind** P0"]);
  });

  test("of a past week waits for the workspace's results of people with assignments, not of those without data", () => {
    const over = { ...week, endsAt: now - 1 };
    const noteOf = (open: "assigned" | "unread") => {
      const weeks = members.map(({ week: own }, index): Week => {
        if (index > 0) return { ...own, ...over, state: "final" };
        return { ...own, ...over, assignments: open === "unread" ? undefined : own.assignments };
      });
      const those = weeks.map((own) => ({
        userId: own.userId,
        week: own,
        summary: summarizeWeek(own, now),
      }));
      const view = {
        week: over,
        members: those,
        isDrawn: false,
        page: 0,
        createCustomId,
        onNowId: "now",
        csvId: "csv",
        openId: "open",
        readAt: undefined,
      };
      return renderTeamWeek(view, someContext()).embeds?.[0]?.description;
    };
    expect(noteOf("assigned")).toContain("Not everyone's results are in yet");
    expect(noteOf("unread")).not.toContain("Not everyone's results are in yet");
  });
});

describe("a week", () => {
  const assignment = (parts: Partial<WeekAssignment>): WeekAssignment => ({
    name: "Minutes",
    targetType: "minutes",
    target: 120,
    achieved: 60,
    passed: false,
    timeoff: false,
    ...parts,
  });
  const passed = assignment({ achieved: 120, passed: true });
  const excused = assignment({ timeoff: true });
  const outcome = (assignments: readonly WeekAssignment[] | undefined, endsAt = now) =>
    summarizeWeek({ assignments, endsAt, snapshotAt: now }, now).outcome;

  test("that is over was passed, failed or excused, and excused assignments don't count", () => {
    expect(outcome([passed, excused])).toBe("passed");
    expect(outcome([passed, assignment({}), excused])).toBe("failed");
    expect(outcome([excused])).toBe("excused");
    expect(outcome([assignment({ target: 0 })])).toBe("nothing");
    expect(outcome([])).toBe("nothing");
    expect(outcome(undefined)).toBe("unknown");
  });

  test("in progress is behind when less is done than should be by now", () => {
    expect(outcome([assignment({})], now + 0.9 * weekMs)).toBe("on-track");
    expect(outcome([assignment({})], now + 0.1 * weekMs)).toBe("behind");
    expect(outcome([passed], now + 0.1 * weekMs)).toBe("passed");
  });

  test("is judged by its progress when it was read", () => {
    const week = {
      assignments: [assignment({})],
      endsAt: now + 0.1 * weekMs,
      snapshotAt: now - 0.6 * weekMs,
    };
    expect(summarizeWeek(week, now).outcome).toBe("on-track");
  });

  const saved = (endsAt: number, assignments: readonly WeekAssignment[] | undefined): Week => ({
    guildId: "1",
    workspaceId: "2",
    userId: "4711",
    weekStart: "2026-11-16",
    endsAt,
    snapshotAt: now,
    minutes: 60,
    messages: undefined,
    orders: undefined,
    assignments,
    state: endsAt > now ? "provisional" : "final",
  });

  test("that is over, but isn't marked yet, has no result in someone's weeks, their file and their picture", () => {
    const unmarked = { ...saved(now, [assignment({})]), state: "provisional" } as const;
    const view = { userId: "4711", page: 0, createCustomId, csvId: "csv", asked: 12, weeksMenuId: "weeks" };
    const [card] = renderHistory({ ...view, weeks: [unmarked] }, someContext()).embeds ?? [];
    expect(card?.title).toMatch(/ weeks$/);
    expect(card?.description).toBe("🔹 **16 Nov** · not marked yet · 60\u00a0min");
    expect(listWeekCells(unmarked, { now, zone: "UTC" })).toContain("not marked yet");
    expect(toWeeksInPicture([unmarked], someContext()).weeks[0]?.outcome).toBe("none");
  });

  test("isn't on track by the goals that could be read while others couldn't", () => {
    const read = (of: WeekAssignment) =>
      summarizeWeek({ assignments: [of], endsAt: now + 0.5 * weekMs, snapshotAt: now, isPartial: true }, now)
        .outcome;
    expect(read(assignment({ achieved: 119 }))).toBe("unknown");
    expect(read(assignment({ achieved: 1 }))).toBe("behind");
    expect(read(passed)).toBe("unknown");
  });

  test("is behind where the person's own list says so, also by a goal with a date of its own", () => {
    const at = (days: number) => Temporal.Instant.fromEpochMilliseconds(now + days * (weekMs / 7)).toString();
    const goal = (due: string, completed: number) => ({
      active: true,
      _id: "a",
      name: "Minutes",
      description: undefined,
      target: 120,
      target_type: "minutes",
      due,
      completed,
    });
    const week = at(5);
    for (const assigned of [
      [goal(week, 30), goal(week, 30), goal(at(1), 30)],
      [goal(week, 30), goal(week, 30), goal(at(6.9), 1)],
      [goal(week, 30), goal(week, 30), goal(at(-1), 100)],
    ]) {
      const assignments = listWeekAssignments({ assigned, history: [] }, now);
      const { behind } = summarizeWeek({ assignments, endsAt: Date.parse(week), snapshotAt: now }, now);
      const statuses = assigned.map((each) => getStatusNow(each, [], aboutNow));
      expect(assignments.map((each) => (behind.includes(each) ? "behind" : "on-track"))).toEqual(statuses);
    }
  });

  test("names the same people as its best in a report and in standings: everyone in the first three places", () => {
    const minutes = [424, 392, 120, 120, 60];
    const people = minutes.map((achieved, index) => ({ userId: String(index), achieved }));
    const first = Temporal.PlainDate.from("2026-11-16");
    const weeks = people.map(({ userId, achieved }) => ({
      ...saved(now, [assignment({ target: 60, achieved, passed: true })]),
      userId,
      minutes: achieved,
    }));
    const rows = people.toReversed().map(({ userId, achieved }) => ({
      account: { ...accountOf(), userId },
      result: {
        mark: "passed" as const,
        before: undefined,
        failedInRow: 0,
        entries: [{ ...someResult, achieved }],
      },
    }));
    const reported = summarizePeopleOfWeek(new Map([[0, weeks]]), first)?.best.map(({ userId }) => userId);
    expect(reported).toEqual(["0", "1", "2", "3"]);
    const { best } = createStandingsPicture("", rows, ({ account }) => ({ name: account.userId }));
    expect(best.map(({ person: { name } }) => name).toSorted()).toEqual(reported);
  });

  test("has the colour of its outcome in a picture, and until it's over that of a week so far", () => {
    const inPicture = (assignments: readonly WeekAssignment[] | undefined, endsAt: number) =>
      toWeeksInPicture([saved(endsAt, assignments)], someContext()).weeks[0]?.outcome;
    const ahead = now + 0.5 * weekMs;
    for (const assignments of [[passed], [excused], [passed, assignment({})]])
      expect(inPicture(assignments, ahead)).toBe("so-far");
    expect(inPicture(undefined, ahead)).toBe("so-far");
    expect(inPicture(undefined, now)).toBe("none");
    expect(inPicture([passed, assignment({})], now)).toBe("failed");
  });

  test("is behind in a picture, and in the words for it, only while it's behind", () => {
    const pictureOf = (achieved: number, endsAt: number) =>
      toWeeksInPicture([saved(endsAt, [assignment({ achieved })])], someContext());
    const ahead = now + 0.5 * weekMs;
    const behind = pictureOf(1, ahead);
    const person = { kind: "profile", person: { name: "Nora" }, summary: "", days: [], zone: "UTC" } as const;
    expect(behind.current).toBe("behind");
    expect(drawings.describe({ ...person, ...behind })).toContain("This week: behind.");
    expect(pictureOf(60, ahead).current).toBeUndefined();
    expect(toWeeksInPicture([saved(ahead, [passed])], someContext()).current).toBe("passed");
    expect(drawings.describe({ ...person, ...pictureOf(60, ahead) })).not.toContain("behind");
    expect(pictureOf(1, now).current).toBeUndefined();
  });

  test("that isn't over is as it was just read, like the text beside the picture", () => {
    const ahead = now + 0.5 * weekMs;
    const before = saved(ahead, [assignment({ achieved: 1 })]);
    const shown = toWeeksInPicture([before], someContext(), { minutes: 361, assignments: [passed] });
    expect(shown.weeks[0]?.minutes).toBe(361);
    expect(shown.current).toBe("passed");
    const unread = toWeeksInPicture([before], someContext(), { minutes: undefined, assignments: undefined });
    expect([unread.weeks[0]?.minutes, unread.current]).toEqual([60, "behind"]);
    expect(
      toWeeksInPicture([saved(now, [passed])], someContext(), { minutes: 361, assignments: [] }).weeks[0]
        ?.minutes,
    ).toBe(60);
  });

  test("that failed with enough minutes looks different, and the target begins with the weeks that have it", () => {
    const minutes = (target: number, achieved: number) =>
      assignment({ targetType: "minutes", target, achieved, passed: achieved >= target });
    const hosting = assignment({ targetType: "sessions_hosted", target: 2, achieved: 0 });
    const weeks = [
      saved(now, [minutes(60, 60), hosting]),
      saved(now, [minutes(60, 26)]),
      saved(now, undefined),
      { ...saved(now, [minutes(90, 80)]), minutes: 80 },
    ];
    const picture = toWeeksInPicture(weeks, someContext());
    expect(picture.weeks.map((each) => each.outcome)).toEqual([
      "failed",
      "none",
      "failed-otherwise",
      "failed-otherwise",
    ]);
    expect([picture.target, picture.targetSince]).toEqual([60, 1]);
    const person = { kind: "profile", person: { name: "Nora" }, summary: "", days: [], zone: "UTC" } as const;
    expect(drawings.describe({ ...person, ...picture })).toContain("Last 4 weeks: 3 failed, 1 not marked");
  });

  test("is drawn with the last twelve that are over, or stands beside them", () => {
    const over = Array.from({ length: 20 }, () => saved(now, [passed]));
    expect(toWeeksInPicture(over, someContext()).weeks).toHaveLength(12);
    const { weeks } = toWeeksInPicture([saved(now + 0.5 * weekMs, [passed]), ...over], someContext());
    expect(weeks.map((each) => each.outcome)).toEqual([...Array<string>(12).fill("passed"), "so-far"]);
  });

  test("in a picture is described in whole sentences, also of someone without numbers or a name", () => {
    const shown = toWeeksInPicture([saved(now, [passed])], someContext());
    const words = { kind: "profile", summary: "", days: [], zone: "UTC", ...shown } as const;
    expect(profileDrawing.describe({ ...words, person: { name: "Player A2" } })).toBe(
      "Player A2. Last week: 1 passed.",
    );
    expect(profileDrawing.describe({ ...words, person: { name: "" }, summary: "60 min this week" })).toMatch(
      /^\S.*: 60 min this week\. Last week: 1 passed\.$/,
    );
  });

  test("that is over and was judged counts in the heading of someone's weeks", () => {
    const over = [excused, passed, assignment({}), excused].map((of) => saved(now, [of]));
    const weeks = [saved(now + 1, [passed]), ...over];
    const view = {
      userId: "4711",
      weeks,
      page: 0,
      createCustomId,
      onNowId: "now",
      csvId: "csv",
      asked: 12,
      weeksMenuId: "weeks",
    };
    const cardOf = (shown: readonly Week[]) =>
      renderHistory({ ...view, weeks: shown }, someContext()).embeds?.[0];
    expect(cardOf(weeks)?.title).toMatch(/ weeks: 1\sof\s2\spassed$/);
    // In the colour of the week that isn't over.
    expect(cardOf(weeks)?.color).toBe(palette.done);
    expect(cardOf([saved(now + 1, [assignment({})]), ...over])?.color).toBe(palette.waiting);
    expect(cardOf(over)?.color).toBe(palette.information);
  });

  test("that isn't over doesn't count in the title, though everything is reached", () => {
    const weeks = [saved(now + 1, [passed]), saved(now, [passed])];
    const view = {
      userId: "4711",
      weeks,
      page: 0,
      createCustomId,
      onNowId: "now",
      csvId: "csv",
      asked: 12,
      weeksMenuId: "weeks",
    };
    const rowsOf = (of: readonly Week[]) =>
      renderHistory({ ...view, weeks: of }, someContext()).embeds?.[0]?.description?.split("\n");
    expect(rowsOf(weeks)?.slice(0, 2)).toEqual([
      "✅ **16 Nov** · this\u00a0week · 60\u00a0min",
      "✅ **16 Nov** · passed · 60\u00a0min",
    ]);
    const [behind] = rowsOf([saved(now + 1, [assignment({})])]) ?? [];
    expect(behind).toBe("🟧 **16 Nov** · this\u00a0week · behind · 60\u00a0min");
    const lasting = renderHistory(view, toFormatsForOthers(someContext()));
    expect(lasting.embeds?.[0]?.description).toContain("✅ **16 Nov** · so\u00a0far · 60\u00a0min\n");
  });

  test("that was excused shares a row with those right before and after it", () => {
    const onDay = (weekStart: string, assignments: readonly WeekAssignment[], endsAt = now) => ({
      ...saved(endsAt, assignments),
      weekStart,
    });
    const view = { userId: "4711", page: 0, createCustomId, csvId: "csv", asked: 12, weeksMenuId: "weeks" };
    const cardOf = (weeks: readonly Week[]) => renderHistory({ ...view, weeks }, someContext()).embeds?.[0];
    const weeks = [
      onDay("2026-11-16", [excused], now + 1),
      onDay("2026-11-09", [excused]),
      onDay("2026-11-02", [excused]),
      onDay("2026-10-26", [excused]),
      onDay("2026-10-12", [excused]),
      onDay("2026-10-05", [passed]),
    ];
    expect(cardOf(weeks)?.description?.split("\n").slice(0, 4)).toEqual([
      "🌿 **16 Nov** · this\u00a0week · excused",
      "🌿 **26\u00a0Oct – 15\u00a0Nov** · excused · 3 weeks",
      "🌿 **12 Oct** · excused",
      expect.stringMatching(/^✅ \*\*5 Oct\*\* · passed · 60/),
    ]);
    expect(cardOf(weeks.slice(0, 4))?.title).toMatch(/ weeks: 3\sexcused$/);
  });

  const tick = assignment({ name: "Closing checklist", targetType: "checkbox", target: 1, achieved: 0 });
  const hosted = assignment({ name: "Sessions hosted", targetType: "hosted", target: 2, achieved: 1 });
  const minutes = (achieved: number) => assignment({ achieved });
  const membersOf = (weeks: Readonly<Record<string, readonly WeekAssignment[]>>) =>
    Object.entries(weeks).map(([name, assignments]) => {
      const summary = summarizeWeek({ assignments, endsAt: now + 0.1 * weekMs, snapshotAt: now }, now);
      return { person: { name, username: undefined }, summary, assignments };
    });

  test("is drawn by the goal furthest from its target, as a tick box only without anything else", () => {
    const members = membersOf({
      Nora: [tick, hosted, minutes(8)],
      Zoe: [minutes(68), { ...hosted, achieved: 0 }],
      Amara: [passed, hosted, tick],
      Elias: [passed, tick],
      Mia: [passed],
    });
    const rows = createTeamPicture(members, () => 0).rows.map(({ person, numbers, goal }) => [
      person.name,
      numbers,
      goal,
    ]);
    expect(rows).toEqual([
      ["Nora", "8 of 120 min", ""],
      ["Zoe", "0 of 2 hosted", ""],
      ["Amara", "1 of 2 hosted", ""],
      ["Elias", "to do", "Closing checklist"],
      ["Mia", "120 of 120 min", ""],
    ]);
  });

  test("has the mark on its bar where those behind end", () => {
    const { rows } = createTeamPicture(membersOf({ Leo: [minutes(41)] }), () => 2 / 7);
    expect(rows[0]?.expected).toBeCloseTo(2 / 7);
  });

  test("comes before those further along their drawn goal or with less missing; tick boxes come last", () => {
    const members = membersOf({
      Leo: [minutes(41), tick],
      Nora: [minutes(8), hosted, tick],
      Zoe: [minutes(68), { ...hosted, achieved: 0 }],
      Jonas: [minutes(20), { ...hosted, achieved: 0 }, tick],
    });
    const sorted = members.toSorted((a, b) => compareNeed(a.summary, b.summary));
    expect(sorted.map(({ person }) => person.name)).toEqual(["Jonas", "Zoe", "Nora", "Leo"]);
    const calm = membersOf({ Elias: [passed, tick], Sofia: [passed, { ...hosted, achieved: 1 }] });
    const both = calm.toSorted((a, b) => compareNeed(a.summary, b.summary));
    expect(both.map(({ person }) => person.name)).toEqual(["Sofia", "Elias"]);
  });
});
