import { isTimeOff, type OutcomeAssignment } from "./week-results.ts";

interface Present {
  readonly assigned: readonly {
    readonly active: boolean;
    readonly name: string;
    readonly target: number;
    readonly target_type: string;
    readonly completed: number;
  }[];
  readonly history: Parameters<typeof isTimeOff>[0];
}

/** What counts in the present week, as a week is judged by it; all of it is excused in time off. */
export function weekAssignmentsOf(
  { assigned, history }: Present,
  nowMs: number,
): readonly (OutcomeAssignment & { readonly name: string })[] {
  const timeoff = isTimeOff(history, nowMs);
  return assigned
    .filter(({ active }) => active)
    .map(({ name, target, target_type: targetType, completed }) => ({
      name,
      targetType,
      target,
      achieved: completed,
      passed: completed >= target,
      timeoff,
    }));
}
