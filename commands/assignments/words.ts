import { type Goal, goalOf, type Standing } from "../../src/domain/goals.ts";
import type { WeekMark } from "../../src/domain/past-weeks.ts";
import { inert } from "../../src/text/inert.ts";
import { grouped } from "../../src/text/numbers.ts";

export const standingMarks: Readonly<Record<Standing | "excused", string>> = {
  passed: "✅",
  "on-the-way": "🟦",
  behind: "🟧",
  "nothing-to-do": "▫️",
  excused: "🌿",
};

export const standingWords: Readonly<Record<Standing | "excused", string>> = {
  passed: "passed",
  "on-the-way": "on the way",
  behind: "behind",
  "nothing-to-do": "nothing to do",
  excused: "excused",
};

export const weekMarks: Readonly<Record<WeekMark, string>> = { passed: "✅", failed: "❌", excused: "🌿" };

export interface Figures {
  readonly name: string;
  readonly targetType: string;
  readonly done: number;
  readonly target: number;
}

/** `84 of 120 min`, `1 of 2`, `done`. What is counted is said where the name does not say it. */
export function figureWords({ name, targetType, done, target }: Figures): string {
  const goal = goalOf(targetType);
  if (goal === "checkbox") return done >= target ? "done" : "not yet";
  return [`${grouped(done)} of ${grouped(target)}`, unitWords(goal, name, targetType)]
    .filter(Boolean)
    .join(" ");
}

export function leftWords({ targetType, done, target }: Omit<Figures, "name">): string | undefined {
  return goalOf(targetType) === "checkbox" || done >= target ? undefined : `${grouped(target - done)} left`;
}

function unitWords(goal: Exclude<Goal, "checkbox">, name: string, targetType: string): string {
  switch (goal) {
    case "minutes":
      return "min";
    case "hosted":
      return goalOf(name) === goal ? "" : "hosted";
    case "attended":
      return goalOf(name) === goal ? "" : "attended";
    case "other":
      return inert(targetType, 30);
    default:
      return goal satisfies never;
  }
}
