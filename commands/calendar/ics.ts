import {
  ICalAlarmType,
  ICalCalendar,
  ICalEventBusyStatus,
  ICalEventStatus,
  ICalEventTransparency,
} from "ical-generator";
import { type Assignment, hasUnread, type StaffAssignments } from "../../src/api/contract/assignments.ts";
import { plainText } from "../../src/ui/escape.ts";
import { joinParts } from "../../src/ui/lines.ts";
import {
  findEndOfWeekMs,
  parseDueMs,
  describeLeft,
  formatPlainNumbers,
  type KnownWeek,
  isTimeOff,
} from "../weeks/index.ts";
import { buildEventUrl, type EventInWeek } from "./board/entries.ts";
import type { CallOptions, ReadApi } from "../../src/api/client.ts";
import { ApiError } from "../../src/api/errors.ts";
import { ceilToSecond, findSharedMoment, getLastMomentMs } from "../../src/domain/week-boundaries.ts";
import type { Account } from "../../src/store/accounts.ts";
import { dayMs, weekMs } from "../../src/time.ts";
import { parseEpochMs } from "../../src/ui/time.ts";

/** The reader's goals in a week; `undefined` if they aren't connected. */
type OwnGoals = readonly Assignment[] | "excused" | "unknown" | undefined;

/** When a week ends, and what is to be done in it. */
export interface DueWeek {
  readonly first: Temporal.PlainDate;
  /** Its last moment, in epoch milliseconds. */
  readonly endsAt: number;
  /** Left out where there is nothing to say. */
  readonly description?: string | undefined;
}

/** The contents of a calendar file. */
export interface CalendarFile {
  readonly guildId: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly weeks: readonly DueWeek[];
  readonly events: readonly EventInWeek[];
}

interface Revision {
  /** When it became as it is, in epoch milliseconds. */
  readonly at: number;
  /** For a file that is read again and again: how long it is good for. */
  readonly ttlMs?: number;
}

const alarmSecondsBefore = 24 * 60 * 60;
const sequenceEpochMs = Date.UTC(2020, 0);

/**
 * The text of a calendar file. Its events keep their ids, and a later revision has higher sequence numbers, so that it
 * replaces what the earlier one brought.
 */
export function toIcs(file: CalendarFile, { at: revisedAt, ttlMs }: Revision): string {
  const { guildId, workspaceId, weeks, events } = file;
  const stamp = toInstant(revisedAt);
  // Neither the calendar's name nor ids are escaped, so no text from users goes into them.
  const calendar = new ICalCalendar({
    prodId: { company: "workspace-bot", product: "calendar", language: "EN" },
    name: "Workspace week",
    ...(ttlMs !== undefined && { ttl: ttlMs / 1_000 }),
  });
  const createId = (...parts: readonly string[]): string => parts.map(encodeURIComponent).join("/");
  const sequence = Math.floor((revisedAt - sequenceEpochMs) / 1_000);
  const revision = { stamp, lastModified: stamp, sequence };
  const summary = `Week ends at ${plainText(file.workspaceName, 80)}`;
  for (const { first, endsAt, description } of weeks)
    calendar
      .createEvent({
        ...revision,
        id: createId("week", workspaceId, first.toString()),
        summary,
        ...(description !== undefined && { description }),
        start: toInstant(endsAt),
        // It takes nobody's time, but is taken for busy otherwise; some versions of Outlook read only the second of these.
        transparency: ICalEventTransparency.TRANSPARENT,
        busystatus: ICalEventBusyStatus.FREE,
      })
      .createAlarm({
        type: ICalAlarmType.display,
        triggerBefore: alarmSecondsBefore,
        description: `${summary} tomorrow`,
      });
  for (const { event, at, usualAt, isCancelled } of events) {
    const { id, name, place, startsAt, endsAt: eventEndsAt, recurrence } = event;
    const date = toInstant(usualAt).toString().slice(0, 10);
    const lengthMs = eventEndsAt === undefined ? 0 : eventEndsAt - startsAt;
    calendar.createEvent({
      ...revision,
      // An event that moves to another day stays the same event, unless it also takes place on other days.
      id: recurrence === undefined ? createId("event", id) : createId("event", id, date),
      summary: plainText(name, 100) || "Unnamed event",
      start: toInstant(at),
      ...(lengthMs > 0 && { end: toInstant(at + lengthMs) }),
      ...(place !== undefined && { location: plainText(place, 100) }),
      ...(isCancelled && { status: ICalEventStatus.CANCELLED }),
      url: buildEventUrl(guildId, id),
    });
  }
  // Every line of a calendar file ends with a line end (RFC 5545, 3.1), but the library leaves out the last one.
  return `${calendar.toString()}\r\n`;
}

function toInstant(epochMs: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(epochMs / 1_000) * 1_000);
}

/** @param isPartial some couldn't be read */
export function describeGoals(goals: OwnGoals, isPartial: boolean): string {
  if (goals === undefined) return "To see your assignments here, connect yourself with /account connect.";
  if (goals === "excused") return "You're excused that week.";
  if (goals === "unknown") return "I don't know your assignments of that week.";
  if (goals.length === 0) return "Nothing is assigned to you that week.";
  const lines = goals.map((goal) => {
    const { name, completed: done, target, target_type: targetType } = goal;
    const numbers = { name, done, target, targetType };
    const text = joinParts([formatPlainNumbers(numbers), describeLeft(numbers)], ", ");
    return `- ${plainText(name, 80) || "Unnamed"}: ${plainText(text, 120)}`;
  });
  return joinParts(
    [...lines, isPartial && "There may be more: not all of your assignments could be read."],
    "\n",
  );
}

/** Of someone who isn't on the workspace's staff. */
export const noAssignments: StaffAssignments = { assigned: [], history: [] };

/** `undefined` if the person isn't connected. */
export async function readOwnAssignments(
  own: Account | undefined,
  { api, workspaceId }: { readonly api: Pick<ReadApi, "getAssignments">; readonly workspaceId: string },
  options: CallOptions = {},
): Promise<StaffAssignments | undefined> {
  if (own === undefined) return undefined;
  try {
    return await api.getAssignments({ params: { workspaceId, staffId: own.userId } }, options);
  } catch (error) {
    if (error instanceof ApiError && error.failure === "not-found") return noAssignments;
    throw error;
  }
}

/** What says when weeks end. */
interface DueSources {
  readonly zone: string;
  /** The first day of the week that runs now. */
  readonly present: Temporal.PlainDate;
  readonly own: StaffAssignments | undefined;
  readonly known: readonly KnownWeek[];
  readonly nowMs: number;
}

/**
 * When a week ends, and the goals in it.
 * @param savedEnds what is known of that week by what was saved of others
 */
export function findDue(
  first: Temporal.PlainDate,
  savedEnds: readonly number[],
  { zone, present, own, known, nowMs }: DueSources,
): {
  readonly goals: OwnGoals;
  readonly listed: readonly Assignment[];
  /** Some of the reader's assignments couldn't be read. */
  readonly isPartial: boolean;
  readonly endsAt: number;
} {
  const goals = own && selectGoals(own, { first, zone, present });
  const listed = typeof goals === "object" ? goals : [];
  const ownEnd = own && findEndOfWeekMs(own, nowMs);
  const due = findSharedMoment(listed.flatMap((goal) => parseDueMs(goal.due) ?? []));
  // What is due alone may have a date of its own.
  const told = [
    ownEnd !== undefined && isEndOf(first, zone, ownEnd) ? ownEnd : undefined,
    due !== undefined && due.count > 1 ? due.at : undefined,
    savedEnds.length > 0 ? Math.max(...savedEnds) : undefined,
  ].find((endMs) => endMs !== undefined);
  const others = [...known.filter(({ isDated = true }) => isDated).map((week) => week.endsAt), ownEnd];
  const otherEnds = others.filter((endMs) => endMs !== undefined);
  const endsAt = told ?? (otherEnds.length === 0 ? due?.at : undefined) ?? computeEnd(first, zone, otherEnds);
  const isPartial = own !== undefined && hasUnread(own);
  return { goals, listed, isPartial, endsAt: getLastMomentMs(endsAt) };
}

/** Whether it is this week's: weeks end at about the same hour of the same day. */
function isEndOf(first: Temporal.PlainDate, zone: string, endMs: number): boolean {
  return Math.round((getMidnightAfter(first, zone) - endMs) / weekMs) === 0;
}

function getMidnightAfter(first: Temporal.PlainDate, zone: string): number {
  return first.add({ days: 7 }).toZonedDateTime(zone).epochMilliseconds;
}

/**
 * When a week ends of which nothing is known: whole weeks away from the end of another one, but at midnight in the guild's
 * zone if that one ends so, too, or if there is none. A service that goes by the guild's clocks changes with them.
 */
function computeEnd(first: Temporal.PlainDate, zone: string, otherEndsMs: readonly number[]): number {
  const midnightMs = getMidnightAfter(first, zone);
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
  assignments: StaffAssignments,
  { first, zone, present }: AskedWeek,
): Exclude<OwnGoals, undefined> {
  const { assigned, history } = assignments;
  const startsAt = first.toZonedDateTime(zone).epochMilliseconds;
  // In the middle of the week, whatever the zone.
  if (isTimeOff(history, startsAt + weekMs / 2)) return "excused";
  const goals = assigned.filter(({ active, due }) => {
    const at = parseEpochMs(due);
    // Zones differ by up to a day.
    return active && at !== undefined && at > startsAt + dayMs && at < startsAt + 9 * dayMs;
  });
  const isPresent = Math.abs(present.until(first).days) <= 1;
  return goals.length > 0 || (isPresent && !hasUnread(assignments)) ? goals : "unknown";
}
