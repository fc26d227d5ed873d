import type { TeamRow } from "./team-render.ts";
import { weekAssignmentsOf } from "../../domain/present-assignments.ts";
import { compareNeed, summarizeWeek } from "../../domain/week-results.ts";
import { ceilToSecond } from "../../domain/weeks.ts";
import { parseInstant } from "../../ui/time.ts";
import type { TeamMember } from "./team-data.ts";

/** How everybody stands, by the rule of the week that `/board` shows too; the worst first. */
export function buildTeamRows(team: readonly TeamMember[], now: Temporal.Instant): readonly TeamRow[] {
  const snapshotAt = now.epochMilliseconds;
  // Somebody without a due moment of their own is judged by the week of the others.
  const teamEndsAt = nextReset(team, now)?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
  return team
    .map(({ account, assignments }) => {
      const endsAt = nextReset([{ account, assignments }], now)?.epochMilliseconds ?? teamEndsAt;
      const week = {
        endsAt,
        snapshotAt,
        assignments: assignments && weekAssignmentsOf(assignments, snapshotAt),
      };
      return { account, summary: summarizeWeek(week, snapshotAt) };
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
    .flatMap(({ due }) => parseInstant(due)?.epochMilliseconds ?? [])
    .map(ceilToSecond)
    .filter((endMs) => endMs > now.epochMilliseconds);
  const [first] = endsMs.toSorted((a, b) => a - b);
  return first === undefined ? undefined : Temporal.Instant.fromEpochMilliseconds(first);
}
