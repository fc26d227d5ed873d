import type { TeamRow, TeamState } from "../../commands/assignments/render-board.ts";
import { standingNow } from "../../commands/assignments/standing.ts";
import type { Assignment, StaffAssignments } from "../api/contract/assignments.ts";
import type { Standing } from "../domain/goals.ts";
import { resetMs } from "../domain/week-span.ts";
import { readInstant } from "../text/time.ts";
import type { TeamMember } from "./team-readings.ts";

/** How everybody stands, the worst first; of those who are behind, whoever is farthest from the target. */
export function teamRows(team: readonly TeamMember[], now: Temporal.Instant): readonly TeamRow[] {
  return team
    .map(({ account, assignments }) => ({ account, ...standOf(assignments, now) }))
    .toSorted(
      (a, b) =>
        order.indexOf(a.state) - order.indexOf(b.state) ||
        leastShare(a) - leastShare(b) ||
        a.account.displayName.localeCompare(b.account.displayName, "en"),
    );
}

/** The first moment at which something that counts is over. */
export function nextReset(team: readonly TeamMember[], now: Temporal.Instant): Temporal.Instant | undefined {
  const endsMs = team
    .flatMap(({ assignments }) => activeOf(assignments))
    .flatMap(({ due }) => readInstant(due)?.epochMilliseconds ?? [])
    .map(resetMs)
    .filter((endMs) => endMs > now.epochMilliseconds);
  const [first] = endsMs.toSorted((a, b) => a - b);
  return first === undefined ? undefined : Temporal.Instant.fromEpochMilliseconds(first);
}

const order = [
  "behind",
  "on-the-way",
  "passed",
  "excused",
  "nothing-to-do",
  "not-staff",
] as const satisfies readonly TeamState[];

function standOf(
  assignments: StaffAssignments | undefined,
  now: Temporal.Instant,
): Pick<TeamRow, "state" | "missing"> {
  if (assignments === undefined) return { state: "not-staff", missing: [] };
  const stands = activeOf(assignments).map((assignment) => ({
    assignment,
    standing: standingNow(assignment, assignments.history, now),
  }));
  const missingOf = (wanted: Standing) =>
    stands
      .filter(({ standing }) => standing === wanted)
      .map(({ assignment: { name, completed: done, target, target_type: targetType } }) => ({
        name,
        done,
        target,
        targetType,
      }));
  if (isExcused(assignments, now)) return { state: "excused", missing: [] };
  const behind = missingOf("behind");
  if (behind.length > 0) return { state: "behind", missing: behind };
  const underWay = missingOf("on-the-way");
  if (underWay.length > 0) return { state: "on-the-way", missing: underWay };
  const hasPassed = stands.some(({ standing }) => standing === "passed");
  return { state: hasPassed ? "passed" : "nothing-to-do", missing: [] };
}

function activeOf(assignments: StaffAssignments | undefined): readonly Assignment[] {
  return assignments?.assigned.filter(({ active }) => active) ?? [];
}

/** The week that runs now was marked as time off already. */
function isExcused({ history }: StaffAssignments, { epochMilliseconds: nowMs }: Temporal.Instant): boolean {
  return history.some(({ timeoff, week_start, week_end }) => {
    const startMs = readInstant(week_start)?.epochMilliseconds;
    const endMs = readInstant(week_end)?.epochMilliseconds;
    return (
      timeoff === true && startMs !== undefined && endMs !== undefined && startMs <= nowMs && nowMs < endMs
    );
  });
}

function leastShare({ missing }: Pick<TeamRow, "missing">): number {
  return Math.min(...missing.map(({ done, target }) => done / target), 1);
}
