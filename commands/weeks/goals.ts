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
export function getAssignmentStatus({ goal, done, target, elapsed }: Progress): AssignmentStatus {
  if (target <= 0) return "nothing-to-do";
  if (done >= target) return "passed";
  return done < computeLeastByNow({ goal, target, elapsed }) ? "behind" : "on-track";
}

/** The last day of a week: anyone with something left to do then is not on track. */
const lastDayFrom = 6 / 7;

/** How much has to be done by now to be on track: before the last day, only what takes whole units may still wait. */
export function computeLeastByNow({ goal, target, elapsed }: Omit<Progress, "done">): number {
  if (!isCounted(goal)) return target * elapsed;
  return elapsed >= lastDayFrom ? target : Math.floor(target * elapsed);
}

/** Whether it is done in whole units, one after another. */
export function isCounted(goal: Goal): boolean {
  switch (goal) {
    case "hosted":
    case "attended":
    case "checkbox":
      return true;
    case "minutes":
    case "other":
      return false;
    default:
      return goal satisfies never;
  }
}
