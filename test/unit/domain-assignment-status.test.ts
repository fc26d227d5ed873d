import { describe, expect, it } from "vitest";
import { parseGoal, getAssignmentStatus } from "../../commands/weeks/results.ts";

describe("the goal of a target type", () => {
  it.each([
    ["minutes", "minutes"],
    ["MINUTES_IN_GAME", "minutes"],
    ["sessions_hosted", "hosted"],
    ["host", "hosted"],
    ["sessions_attended", "attended"],
    ["Session", "attended"],
    ["attendance", "attended"],
    ["checkbox", "checkbox"],
    ["messages", "other"],
    ["", "other"],
  ])("%j is %s", (targetType, goal) => {
    expect(parseGoal(targetType)).toBe(goal);
  });
});

describe("an assignment's status", () => {
  it.each([
    ["reached", { goal: "minutes", done: 120, target: 120, elapsed: 0.1 }, "passed"],
    ["exceeded", { goal: "hosted", done: 5, target: 2, elapsed: 1 }, "passed"],
    ["as far as the week", { goal: "minutes", done: 60, target: 120, elapsed: 0.5 }, "on-track"],
    ["less far than the week", { goal: "minutes", done: 59, target: 120, elapsed: 0.5 }, "behind"],
    ["not even one whole session due yet", { goal: "hosted", done: 0, target: 2, elapsed: 0.4 }, "on-track"],
    ["one whole session missing", { goal: "attended", done: 0, target: 2, elapsed: 0.6 }, "behind"],
    [
      "a box not ticked before the last day",
      { goal: "checkbox", done: 0, target: 1, elapsed: 0.85 },
      "on-track",
    ],
    ["a box not ticked on the last day", { goal: "checkbox", done: 0, target: 1, elapsed: 0.86 }, "behind"],
    ["one session left on the last day", { goal: "hosted", done: 1, target: 2, elapsed: 0.97 }, "behind"],
    ["an unknown kind", { goal: "other", done: 1, target: 10, elapsed: 0.5 }, "behind"],
    ["a target of 0", { goal: "minutes", done: 0, target: 0, elapsed: 1 }, "nothing-to-do"],
    ["a target below 0", { goal: "other", done: 0, target: -3, elapsed: 1 }, "nothing-to-do"],
  ] as const)("%s", (_case, progress, standing) => {
    expect(getAssignmentStatus(progress)).toBe(standing);
  });
});
