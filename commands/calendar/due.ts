import type { Assignment, StaffAssignments } from "../../src/api/contract/assignments.ts";
import type { CallOptions, ReadApi } from "../../src/api/client.ts";
import { ApiError } from "../../src/api/errors.ts";
import { ceilToSecond, getLastMomentMs } from "../../src/domain/week-boundaries.ts";
import type { Account } from "../../src/store/accounts.ts";
import { dayMs, weekMs } from "../../src/time.ts";
import { parseEpochMs } from "../../src/ui/time.ts";
import { type KnownWeek, isTimeOff } from "../weeks/index.ts";
import type { OwnGoals } from "./ics.ts";

/** `undefined` if the person isn't connected or isn't staff. */
export async function readOwnAssignments(
  own: Account | undefined,
  { api, workspaceId }: { readonly api: Pick<ReadApi, "getAssignments">; readonly workspaceId: string },
  options: CallOptions = {},
): Promise<StaffAssignments | undefined> {
  if (own === undefined) return undefined;
  try {
    return await api.getAssignments({ params: { workspaceId, staffId: own.userId } }, options);
  } catch (error) {
    if (error instanceof ApiError && error.failure === "not-found") return undefined;
    throw error;
  }
}

/** What says when weeks end. */
export interface DueSources {
  readonly zone: string;
  /** The first day of the week that runs now. */
  readonly present: Temporal.PlainDate;
  readonly own: StaffAssignments | undefined;
  readonly known: readonly KnownWeek[];
}

/**
 * When a week ends, and the goals in it.
 * @param savedEnds what is known of that week by what was saved of others
 */
export function findDue(
  first: Temporal.PlainDate,
  savedEnds: readonly number[],
  { zone, present, own, known }: DueSources,
): { readonly goals: OwnGoals; readonly listed: readonly Assignment[]; readonly endsAt: number } {
  const goals = own && selectGoals(own, { first, zone, present });
  const listed = typeof goals === "object" ? goals : [];
  const ends = [...parseDues(listed), ...savedEnds];
  const endsAt =
    ends.length > 0
      ? Math.max(...ends)
      : computeEnd(first, zone, [
          ...known.filter(({ isDated = true }) => isDated).map((week) => week.endsAt),
          ...parseDues(own?.assigned ?? []),
        ]);
  return { goals, listed, endsAt: getLastMomentMs(endsAt) };
}

function parseDues(goals: readonly Assignment[]): readonly number[] {
  return goals.flatMap(({ active, due }) => (active ? (parseEpochMs(due) ?? []) : []));
}

/**
 * When a week ends of which nothing is known: whole weeks away from the end of another one, but at midnight in the guild's
 * zone if that one ends so, too, or if there is none. A service that goes by the guild's clocks changes with them.
 */
function computeEnd(first: Temporal.PlainDate, zone: string, otherEndsMs: readonly number[]): number {
  const midnightMs = first.add({ days: 7 }).toZonedDateTime(zone).epochMilliseconds;
  const [endMs] = otherEndsMs.toSorted((a, b) => Math.abs(a - midnightMs) - Math.abs(b - midnightMs));
  if (endMs === undefined) return midnightMs;
  const at = Temporal.Instant.fromEpochMilliseconds(ceilToSecond(endMs)).toZonedDateTimeISO(zone);
  return at.equals(at.startOfDay()) ? midnightMs : endMs + Math.round((midnightMs - endMs) / weekMs) * weekMs;
}

interface AskedWeek {
  readonly first: Temporal.PlainDate;
  readonly zone: string;
  readonly present: Temporal.PlainDate;
}

function selectGoals(
  { assigned, history }: StaffAssignments,
  { first, zone, present }: AskedWeek,
): Exclude<OwnGoals, undefined> {
  const startsAt = first.toZonedDateTime(zone).epochMilliseconds;
  // In the middle of the week, whatever the zone.
  if (isTimeOff(history, startsAt + weekMs / 2)) return "excused";
  const goals = assigned.filter(({ active, due }) => {
    const at = parseEpochMs(due);
    // Zones differ by up to a day.
    return active && at !== undefined && at > startsAt + dayMs && at < startsAt + 9 * dayMs;
  });
  const isPresent = Math.abs(present.until(first).days) <= 1;
  return goals.length > 0 || isPresent ? goals : "unknown";
}
