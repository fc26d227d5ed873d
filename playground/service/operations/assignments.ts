import type { Assignment, assignmentRows } from "../../../src/api/contract/assignments.ts";
import { totalsOf } from "../activity-totals.ts";
import type { Answers } from "../service.ts";
import type { Sent } from "../state.ts";
import { iso, weekMs, weekStartMs } from "../time.ts";
import { found } from "./assertions.ts";

type WireAssignment = Sent<typeof Assignment>;

export const assignmentAnswers: Pick<Answers, keyof typeof assignmentRows> = {
  getAssignments({ params }, { state, now }) {
    const stored = found(state.assignments.get(params.staffId), "Staff member");
    const { minutes } = totalsOf(state.activity.get(params.staffId) ?? [], now());
    const assigned = stored.assigned.map((assignment) => {
      const present = inThisWeek(assignment, now());
      return present._id === stored.minutesAssignmentId ? { ...present, completed: minutes ?? 0 } : present;
    });
    return { assigned, history: stored.history };
  },
};

/** Once its week is over, an assignment starts again. */
function inThisWeek(assignment: WireAssignment, nowMs: number): WireAssignment {
  if (Temporal.Instant.from(assignment.due).epochMilliseconds >= weekStartMs(nowMs)) return assignment;
  return { ...assignment, completed: 0, due: iso(weekStartMs(nowMs) + weekMs - 1) };
}
