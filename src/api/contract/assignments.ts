import { z } from "zod";
import { Count, DateTime, EndDateTime, Id, optionalField, tolerantField } from "./fields.ts";
import { findLeftOut, records } from "./records.ts";

/** The weekly goals of a staff member. The service omits a `target` of 0. */
export const Assignment = z.object({
  active: z.boolean(),
  _id: Id,
  target: z.number(),
  /** Its values are not documented: read it with `parseGoal` in `commands/weeks/results.ts`. */
  target_type: z.string(),
  name: z.string(),
  description: tolerantField(z.string()),
  completed: Count,
  due: EndDateTime,
});
export type Assignment = z.output<typeof Assignment>;

/** How one past week of one assignment was marked. `target` may be 0 here. */
export const AssignmentWeek = z.object({
  week_start: DateTime,
  week_end: EndDateTime,
  week_number: z.number(),
  year: z.number(),
  assignment_name: z.string(),
  passed: z.boolean(),
  target: z.number(),
  target_type: z.string(),
  achieved: Count,
  /** True means excused: neither passed nor failed. */
  timeoff: optionalField(z.boolean()),
});
export type AssignmentWeek = z.output<typeof AssignmentWeek>;

export const StaffAssignments = z.object({
  // What couldn't be read of either is left out and said; nothing is decided for someone then, see `hasUnread`.
  assigned: records(Assignment, "assignment", 500, { isPart: true }),
  history: records(AssignmentWeek, "past result", 5_000, { isPart: true }),
});
export type StaffAssignments = z.output<typeof StaffAssignments>;

/** Whether any of this week's assignments couldn't be read: nobody knows whether it was reached. */
export function hasUnread({ assigned }: Pick<StaffAssignments, "assigned">): boolean {
  return findLeftOut(assigned).length > 0;
}

export const assignmentRows = {
  getAssignments: {
    method: "GET",
    path: "/staff/assignments/{workspaceId}/{staffId}",
    params: z.object({ workspaceId: Id, staffId: Id }),
    response: StaffAssignments,
    maxBytes: 2 * 1024 * 1024,
    retryable: true,
    cacheMs: 30_000,
  },
} as const;
