import type { TeamRow } from "../../commands/assignments/render-board.ts";
import { weekAssignmentsOf } from "../domain/present-assignments.ts";
import { compareNeed, summaryOf } from "../domain/week-outcome.ts";
import { resetMs } from "../domain/week-span.ts";
import { readInstant } from "../text/time.ts";
import type { TeamMember } from "./team-readings.ts";

/** How everybody stands, by the rule of the week that `/board` shows too; the worst first. */
export function teamRows(team: readonly TeamMember[], now: Temporal.Instant): readonly TeamRow[] {
  const takenAt = now.epochMilliseconds;
  // Somebody without a due moment of their own is judged by the week of the others.
  const teamEndsAt = nextReset(team, now)?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
  return team
    .map(({ account, assignments }) => {
      const endsAt = nextReset([{ account, assignments }], now)?.epochMilliseconds ?? teamEndsAt;
      const week = {
        endsAt,
        takenAt,
        assignments: assignments && weekAssignmentsOf(assignments, takenAt),
      };
      return { account, summary: summaryOf(week, takenAt) };
    })
    .toSorted(
      (a, b) =>
        compareNeed(a.summary, b.summary) || a.account.displayName.localeCompare(b.account.displayName, "en"),
    );
}

/** The first moment at which something that counts is over. */
export function nextReset(team: readonly TeamMember[], now: Temporal.Instant): Temporal.Instant | undefined {
  const endsMs = team
    .flatMap(({ assignments }) => assignments?.assigned.filter(({ active }) => active) ?? [])
    .flatMap(({ due }) => readInstant(due)?.epochMilliseconds ?? [])
    .map(resetMs)
    .filter((endMs) => endMs > now.epochMilliseconds);
  const [first] = endsMs.toSorted((a, b) => a - b);
  return first === undefined ? undefined : Temporal.Instant.fromEpochMilliseconds(first);
}
