import { ICalAlarmType, ICalCalendar, ICalEventStatus } from "ical-generator";
import type { Assignment } from "../../src/api/contract/assignments.ts";
import { plainText } from "../../src/ui/escape.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { parseGoal, describeLeft, describeNumbers } from "../weeks/index.ts";
import { buildEventUrl, type EventInWeek } from "./board/events.ts";

/** The reader's goals in a week; `undefined` if they aren't connected or aren't staff. */
export type OwnGoals = readonly Assignment[] | "excused" | "unknown" | undefined;

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

export interface Revision {
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

export function describeGoals(goals: OwnGoals): string {
  if (goals === undefined) return "To see your assignments here, connect yourself with /account connect.";
  if (goals === "excused") return "You're excused that week.";
  if (goals === "unknown") return "I don't know your assignments of that week.";
  if (goals.length === 0) return "Nothing is assigned to you that week.";
  return joinParts(
    goals.map((goal) => {
      const { name, completed: done, target, target_type: targetType } = goal;
      // An unknown unit is left out: in a file, its escape characters would show.
      const known = parseGoal(targetType) === "other" ? "" : targetType;
      const numbers = { name, done, target, targetType: known };
      const text = joinParts([describeNumbers(numbers), describeLeft(numbers)], ", ");
      return `- ${plainText(name, 80) || "Unnamed"}: ${plainText(text, 120)}`;
    }),
    "\n",
  );
}
