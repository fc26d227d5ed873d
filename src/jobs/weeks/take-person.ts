import type { WorkspaceApi } from "../../api/client.ts";
import type { UserActivity } from "../../api/contract/activity.ts";
import type { AssignmentWeek, StaffAssignments } from "../../api/contract/assignments.ts";
import type { Order } from "../../api/contract/orders.ts";
import { ApiError, ContractError } from "../../api/errors.ts";
import type { AppContext } from "../../context.ts";
import { ordersHandled } from "../../domain/orders-handled.ts";
import { weekAssignmentsOf } from "../../domain/present-assignments.ts";
import { weekBetween, weekEndingAt, type WeekSpan } from "../../domain/week-span.ts";
import { isTurning } from "../../domain/week-taking.ts";
import type { MarkedWeek, WeekAssignment, WeekPlace } from "../../store/weeks.ts";
import { readInstant } from "../../text/time.ts";
import type { PresentWeek } from "./present-week.ts";

export interface WeekSource {
  readonly place: WeekPlace;
  readonly api: WorkspaceApi;
  readonly presentWeek: PresentWeek;
  readonly orders: readonly Order[] | undefined;
}

const weekMs = 7 * 24 * 60 * 60_000;
/** In autumn a week is an hour longer. */
const longestWeekMs = weekMs + 2 * 60 * 60_000;

/** Reads one person's week and keeps it, with how the service marked those before. @throws ApiError */
export async function takePerson(userId: string, source: WeekSource, ctx: AppContext): Promise<void> {
  const { place, api, orders } = source;
  const { guildId, workspaceId } = place;
  const fresh = { fresh: true } as const;
  // What is due is read first: if the week turns over in between, the sums are told to be of a week that is over.
  const assignments = await unlessRefused(
    api.getAssignments({ params: { workspaceId, staffId: userId } }, fresh),
  );
  const activity = await unlessRefused(
    api.getActivity({ params: { workspaceId, userId }, query: {} }, fresh),
  );
  const now = ctx.now();
  const about = { guildId, workspaceId, userId, takenAt: now };
  if (assignments !== undefined) await ctx.store.weeks.mark(markedWeeks(assignments.history, about));

  const whole = wholeOf(assignments, ctx);
  const span = spanOf(assignments, activity, source, now);
  if (isTurning(span.endsAt, now)) return;
  await ctx.store.weeks.take({
    ...about,
    ...span,
    minutes: activity?.totals.minutes,
    messages: activity?.totals.messages,
    orders: orders && (ordersHandled(ordersOf(orders, span)).get(userId) ?? 0),
    assignments: whole && weekAssignmentsOf(whole, now),
  });
}

/** None where one of them could not be read: a week without it would stand there as passed. */
function wholeOf(
  assignments: StaffAssignments | undefined,
  { service }: AppContext,
): StaffAssignments | undefined {
  if (assignments === undefined || service.leftOut(assignments.assigned).length > 0) return undefined;
  return assignments;
}

/** What the service refuses about one person says nothing about the others. */
async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ContractError || (error instanceof ApiError && aboutOne.has(error.failure)))
      return undefined;
    throw error;
  }
}

const aboutOne: ReadonlySet<string> = new Set(["not-found", "bad-id", "rejected", "forbidden", "too-large"]);

function spanOf(
  assignments: StaffAssignments | undefined,
  activity: UserActivity | undefined,
  { presentWeek }: WeekSource,
  now: number,
): WeekSpan {
  const { assigned = [], history = [] } = assignments ?? {};
  const [dueMs] = assigned
    .map(({ due }) => msOf(due))
    .filter((each) => each !== undefined)
    .filter((each) => each > now)
    .toSorted((a, b) => a - b);
  if (dueMs === undefined || dueMs - now > longestWeekMs) return presentWeek(activity?.week_starts_on);
  const ends = history.map(({ week_end }) => msOf(week_end)).filter((endMs) => endMs !== undefined);
  return weekEndingAt(dueMs, ends);
}

function ordersOf(orders: readonly Order[], { endsAt }: WeekSpan): readonly Order[] {
  return orders.filter(({ createdAt }) => {
    const atMs = msOf(createdAt);
    return atMs !== undefined && atMs >= endsAt - weekMs && atMs < endsAt;
  });
}

type About = Pick<MarkedWeek, "guildId" | "workspaceId" | "userId" | "takenAt">;

function markedWeeks(history: readonly AssignmentWeek[], about: About): readonly MarkedWeek[] {
  const told = history.flatMap((entry) => {
    const span = weekBetween(entry.week_start, msOf(entry.week_end));
    return span === undefined || span.endsAt > about.takenAt ? [] : [{ entry, span }];
  });
  return [...Map.groupBy(told, ({ span }) => span.weekStart).values()].flatMap((entries) => {
    const [first] = entries;
    return first === undefined
      ? []
      : [{ ...about, ...first.span, assignments: entries.map(({ entry }) => markedAssignment(entry)) }];
  });
}

function markedAssignment({
  assignment_name,
  target,
  target_type,
  achieved,
  passed,
  timeoff = false,
}: AssignmentWeek): WeekAssignment {
  return { name: assignment_name, targetType: target_type, target, achieved, passed, timeoff };
}

function msOf(text: string | undefined): number | undefined {
  return readInstant(text)?.epochMilliseconds;
}
