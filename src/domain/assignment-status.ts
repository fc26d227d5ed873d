/** `other` is an unknown kind: its numbers are shown unchanged, with the service's own word. */
export type Goal = "minutes" | "hosted" | "attended" | "checkbox" | "other";

// The strings are not documented, so they are recognised by what they contain. `host` before `session`, since
// "sessions hosted" has both.
const patterns: readonly (readonly [string, Goal])[] = [
  ["minute", "minutes"],
  ["host", "hosted"],
  ["attend", "attended"],
  ["session", "attended"],
  ["check", "checkbox"],
];

export function parseGoal(targetType: string): Goal {
  const text = targetType.toLowerCase();
  return patterns.find(([sign]) => text.includes(sign))?.[1] ?? "other";
}

export type AssignmentStatus = "passed" | "on-track" | "behind" | "nothing-to-do";

export interface Progress {
  readonly goal: Goal;
  readonly done: number;
  readonly target: number;
  /** How much of the target should be reached by now, 0 to 1. */
  readonly elapsed: number;
}

/** A goal counted in whole units is behind only if a whole unit is missing by now. */
export function assignmentStatus({ goal, done, target, elapsed }: Progress): AssignmentStatus {
  if (target <= 0) return "nothing-to-do";
  if (done >= target) return "passed";
  const expected = target * elapsed;
  switch (goal) {
    case "hosted":
    case "attended":
    case "checkbox":
      return done < Math.floor(expected) ? "behind" : "on-track";
    case "minutes":
    case "other":
      return done < expected ? "behind" : "on-track";
    default:
      return goal satisfies never;
  }
}
