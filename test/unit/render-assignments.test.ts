import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderAssignments } from "../../commands/assignments/render.ts";
import { StaffAssignments } from "../../src/api/contract/assignments.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { expectWithinLimits } from "../support/discord-limits.ts";
import {
  anyNames,
  namesOfOne,
  someMember,
  anyId,
  anyNumber,
  hostileText,
  maybe,
  moment,
} from "../support/arbitraries.ts";
import { someContext } from "../support/render-context.ts";

const targetType = fc.oneof(fc.constantFrom("minutes", "hosted", "session", "checkbox"), hostileText);
const anyAssignments: fc.Arbitrary<StaffAssignments> = fc.record({
  assigned: fc.array(
    fc.record({
      active: fc.boolean(),
      _id: anyId,
      target: anyNumber,
      target_type: targetType,
      createdAt: moment,
      updatedAt: moment,
      name: hostileText,
      description: maybe(hostileText),
      completed: anyNumber,
      due: moment,
    }),
    { maxLength: 20 },
  ),
  history: fc.array(
    fc.record({
      _id: anyId,
      week_start: moment,
      week_end: moment,
      week_number: fc.oneof(fc.integer({ min: 1, max: 53 }), anyNumber),
      year: fc.oneof(fc.constantFrom(2025, 2026), anyNumber),
      assignment: hostileText,
      assignment_name: hostileText,
      marked_at: moment,
      passed: fc.boolean(),
      target: anyNumber,
      target_type: targetType,
      achieved: anyNumber,
      timeoff: maybe(fc.boolean()),
    }),
    { maxLength: 60 },
  ),
});
const createCustomId = (page: number): string => `assignments.page:${"9".repeat(20)}:${page}`;
const createReadId = (page: number): string => `read:${page}`;

const due = "2026-11-22T23:59:59.999Z";
const assignment = (parts: object) => ({
  active: true,
  _id: "a",
  target: 120,
  target_type: "minutes",
  createdAt: due,
  updatedAt: due,
  name: "Minutes in game",
  completed: 84,
  due,
  ...parts,
});
const week = (week_number: number, parts: object) => ({
  _id: `w${week_number}`,
  week_start: "2026-11-09T00:00:00Z",
  week_end: "2026-11-15T23:59:59.999Z",
  week_number,
  year: 2026,
  assignment: "a",
  assignment_name: "Minutes in game",
  marked_at: due,
  passed: true,
  target: 120,
  target_type: "minutes",
  achieved: 130,
  ...parts,
});

function answerOf(parts: object): Reply {
  const assignments = StaffAssignments.parse({ assigned: [], history: [], ...parts });
  const view = { userId: "4711", assignments, page: 0, createCustomId, createReadId };
  return renderAssignments(view, someContext(namesOfOne()));
}
const textOf = (parts: object): string => answerOf(parts).embeds?.[0]?.description ?? "";
const valueOf = (history: readonly object[]): string | undefined =>
  answerOf({ history }).embeds?.[0]?.fields?.[0]?.value;
const lineOf = (parts: object): string => textOf({ assigned: [assignment(parts)] }).split("\n")[0] ?? "";

describe("assignments", () => {
  it("fit in a message whatever the service sends", () => {
    fc.assert(
      fc.property(anyAssignments, anyNames, fc.integer({ min: -1, max: 4 }), (assignments, names, page) => {
        StaffAssignments.parse(assignments);
        const view = { userId: "4711", assignments, page, createCustomId, createReadId };
        expectWithinLimits(renderAssignments(view, someContext(names)), [someMember]);
      }),
    );
  });

  it("say how many of them don't count, so that the numbers add up", () => {
    const many = (count: number, parts: object) =>
      Array.from({ length: count }, (_, index) => assignment({ _id: `${count}-${index}`, ...parts }));
    const assigned = [
      ...many(44, { completed: 120 }),
      ...many(10, { completed: 84 }),
      ...many(4, { active: false }),
      ...many(2, { target: 0 }),
    ];
    const { embeds } = answerOf({ assigned });
    expect(embeds?.[0]?.description).toContain("44 of 54 done · 6 don't count");
    expect(embeds?.[0]?.footer?.text).toContain("60 assignments");
    expect(textOf({ assigned: [assignment({}), assignment({ _id: "b", active: false })] })).toContain(
      "0 of 1 done · 1 doesn't count",
    );
    expect(textOf({ assigned: many(3, { completed: 120 }) })).not.toContain("count");
  });

  it.each([
    ["behind, though others are passed", [{ completed: 1 }, { completed: 120 }], 0xf08c00],
    ["on track", [{ completed: 84 }, { completed: 120 }], 0x4c6ef5],
    ["all passed", [{ completed: 120 }, { completed: 500 }], 0x2f9e44],
    ["none", [], 0x4c6ef5],
  ])("have the colour of the worst one: %s", (_case, parts, color) => {
    const { embeds } = answerOf({ assigned: parts.map(assignment) });
    expect(embeds?.[0]?.color).toBe(color);
  });

  // The moment of the tests lies three days less a millisecond into the week, of seven.
  it.each([
    [{ completed: 84 }, "🟦 **Minutes in game** 84 of 120"],
    [{ completed: 12 }, "🟧 **Minutes in game** 12 of 120 · 23\u00a0behind"],
    [{ completed: 300 }, "✅ **Minutes in game** 300 of 120"],
    [{ target: 0, completed: 0 }, "🔹 **Minutes in game** · nothing to do"],
    [
      { target_type: "sessions_hosted", target: 2, completed: 1 },
      "🟦 **Minutes in game** 1 of 2\u00a0hosted",
    ],
    [{ target_type: "checkbox", target: 1, completed: 0 }, "🟦 **Minutes in game** · not ticked yet"],
    [{ target_type: "checkbox", target: 1, completed: 1 }, "✅ **Minutes in game**"],
    [
      { target_type: "pies_baked", target: 10, completed: 9 },
      "🟦 **Minutes in game** 9 of 10\u00a0pies\\_baked",
    ],
    [{ active: false }, "💤 **Minutes in game** 84 of 120 · not active"],
  ])("with %j read %j", (parts, line) => {
    expect(lineOf(parts)).toBe(line);
  });

  it("say once when the week ends, and beside a goal when it is due earlier", () => {
    expect(textOf({ assigned: [assignment({}), assignment({})] })).toMatch(
      /\n0 of 2 done · week ends: <t:\d+:R>/,
    );
    const last = assignment({ due: "2026-11-22T23:59:59.999Z" });
    expect(textOf({ assigned: [last, assignment({ due: "2026-11-23T00:00:00Z" })] })).toContain(
      `ends: <t:${Date.parse("2026-11-22T23:59:59Z") / 1_000}:R>`,
    );
    const early = "2026-11-20T00:00:00Z";
    const apart = textOf({ assigned: [assignment({}), assignment({ due: early })] });
    expect(apart.match(/due: <t:\d+:R>/g)).toEqual([`due: <t:${Date.parse(early) / 1_000 - 1}:R>`]);
    expect(apart.match(/week ends: <t:\d+:R>/g)).toHaveLength(1);
  });

  it("end with the results of the last weeks, one per line", () => {
    const history = [
      week(46, { passed: false, achieved: 84 }),
      week(46, { passed: false, assignment_name: "Host", achieved: 0 }),
      week(46, {}),
      week(45, {}),
      week(44, { passed: false, timeoff: true, achieved: 0 }),
    ];
    expect(answerOf({ history }).embeds?.[0]?.fields).toMatchObject([
      {
        name: "Last 3 weeks: 1 passed, 1 failed, 1 excused",
        value:
          "❌ **9\u00a0Nov** · failed · 1 of 3\n✅ **9\u00a0Nov** · passed · 1 of 1\n🌿 **9\u00a0Nov** · excused",
      },
    ]);
    expect(valueOf([week(46, { passed: false }), week(46, { assignment_name: "Host" })])).toBe(
      "❌ **9\u00a0Nov** · missed Minutes in game",
    );
  });

  it("show weeks that ended alike on one line if one follows the other, and say how many", () => {
    const marked = (number: number, day: string, passed: boolean) =>
      week(number, { week_start: `2026-${day}T00:00:00Z`, passed });
    expect(
      valueOf([
        marked(46, "11-09", true),
        marked(45, "11-02", true),
        marked(44, "10-26", true),
        marked(43, "10-19", false),
        marked(42, "10-12", false),
        marked(40, "09-28", false),
      ]),
    ).toBe(
      [
        "✅ **26\u00a0Oct – 15\u00a0Nov** · passed 3\u00a0times",
        "❌ **12–25\u00a0Oct** · missed Minutes in game twice",
        "❌ **28\u00a0Sept** · missed Minutes in game",
      ].join("\n"),
    );
  });

  it.each([
    ["of most of their days", { "2024-12-30": 2025, "2025-12-29": 2026 }],
    ["in which they begin", { "2024-12-30": 2024, "2025-12-29": 2025 }],
  ])("have weeks around New Year in their place, if numbered with the year %s", (_case, first) => {
    const firstWeeks = Object.entries(first).map(([day, year]) =>
      week(1, { year, week_start: `${day}T00:00:00Z`, passed: day.startsWith("2025") }),
    );
    const others = ["2025-01-06", "2025-12-22", "2026-01-05"].map((day) => {
      const { weekOfYear = 0, year } = Temporal.PlainDate.from(day);
      return week(weekOfYear, { year, week_start: `${day}T00:00:00Z`, passed: false });
    });
    expect(valueOf([...others, ...firstWeeks])?.replaceAll("\u00a0", " ")).toBe(
      [
        "❌ **5 Jan** · missed Minutes in game",
        "✅ **29 Dec 2025** · passed · 1 of 1",
        "❌ **22 Dec 2025** · missed Minutes in game",
        "❌ **30 Dec 2024 – 12 Jan 2025** · missed Minutes in game twice",
      ].join("\n"),
    );
  });

  it("show excused weeks on one line if one follows the other", () => {
    const excused = (number: number, week_start: string) =>
      week(number, { week_start, passed: false, timeoff: true, achieved: 0 });
    expect(
      valueOf([
        excused(46, "2026-11-09T00:00:00Z"),
        excused(45, "2026-11-02T00:00:00Z"),
        excused(44, "2026-10-26T00:00:00Z"),
        week(43, { week_start: "2026-10-19T00:00:00Z" }),
        excused(42, "2026-10-12T00:00:00Z"),
        excused(40, "2026-09-28T00:00:00Z"),
      ]),
    ).toBe(
      [
        "🌿 **26\u00a0Oct – 15\u00a0Nov** · excused",
        "✅ **19\u00a0Oct** · passed · 1 of 1",
        "🌿 **12\u00a0Oct** · excused",
        "🌿 **28\u00a0Sept** · excused",
      ].join("\n"),
    );
  });

  it("name their person's id to others only", () => {
    const footerFor = (discordUserId: string) => {
      const assignments = StaffAssignments.parse({ assigned: [], history: [] });
      const view = { userId: "4711", assignments, page: 0, createCustomId, createReadId };
      return renderAssignments(view, someContext(namesOfOne({ discordUserId }))).embeds?.[0]?.footer?.text;
    };
    expect(footerFor("4242")).toMatch(/4711\)$/);
    expect(footerFor(someMember)).toBeUndefined();
  });

  it("offer their full text if any of them has one", () => {
    const rowOf = (description: string) =>
      answerOf({ assigned: [assignment({}), assignment({ description })] }).components?.[0];
    expect(rowOf("")).toMatchObject({ components: [{ label: "Reload" }] });
    expect(rowOf("Play")).toMatchObject({
      components: [{ label: "Details", custom_id: "read:0" }, { label: "Reload" }],
    });
  });

  it("say why there are none", () => {
    expect(textOf({})).toContain("No assignments yet");
    expect(textOf({ history: [week(1, {})] })).toContain("No assignments this week. ");
  });
});
