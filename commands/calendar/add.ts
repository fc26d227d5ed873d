import { ICalAlarmType, ICalCalendar, ICalEventStatus } from "ical-generator";
import type { Assignment, StaffAssignments } from "../../src/api/contract/assignments.ts";
import { ApiError } from "../../src/api/errors.ts";
import { parseGoal } from "../assignments/status.ts";
import { getWeekAt, getLastMomentMs, parseWeekSettings } from "../../src/domain/week-boundaries.ts";
import { isTimeOff } from "../weeks/results.ts";
import { defineButton } from "../../src/interactions/components.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { addToCalendarId } from "./board/buttons.ts";
import { readEventsInWeek, buildEventUrl, type EventInWeek } from "./board/events.ts";
import { dayMs, weekMs } from "../../src/time.ts";
import { describeLeft, describeNumbers } from "../assignments/text.ts";
import { plainText } from "../../src/ui/escape.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { parseEpochMs, describeWeek } from "../../src/ui/time.ts";
import { renderContext } from "../../src/ui/render-context.ts";

/** The reader's goals in a week; `undefined` if they aren't connected or aren't staff. */
type OwnGoals = readonly Assignment[] | "excused" | "unknown" | undefined;

/** The contents of one week's calendar file. */
interface WeekFile {
  readonly guildId: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly first: Temporal.PlainDate;
  /** Its last moment, in epoch milliseconds. */
  readonly endsAt: number;
  readonly goals: OwnGoals;
  readonly events: readonly EventInWeek[];
}

const alarmSecondsBefore = 24 * 60 * 60;
const sequenceEpochMs = Date.UTC(2020, 0);

/**
 * The text of a calendar file. Its events keep their ids, and a later file has higher sequence numbers, so that importing
 * it again replaces what the earlier one brought.
 */
function toIcs(week: WeekFile, nowMs: number): string {
  const { guildId, workspaceId, first, endsAt, events } = week;
  const stamp = toInstant(nowMs);
  // Neither the calendar's name nor ids are escaped, so no text from users goes into them.
  const calendar = new ICalCalendar({
    prodId: { company: "workspace-bot", product: "calendar", language: "EN" },
    name: "Workspace week",
  });
  const createId = (...parts: readonly string[]): string => parts.map(encodeURIComponent).join("/");
  const revision = { stamp, lastModified: stamp, sequence: Math.floor((nowMs - sequenceEpochMs) / 1_000) };
  const summary = `Week ends at ${plainText(week.workspaceName, 80)}`;
  calendar
    .createEvent({
      ...revision,
      id: createId("week", workspaceId, first.toString()),
      summary,
      description: describeGoals(week),
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

function describeGoals({ goals }: WeekFile): string {
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

export const addButton = defineButton({
  id: addToCalendarId,
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  run: ({ first }, ctx) => addWeek(Temporal.PlainDate.from(first), ctx),
});

async function addWeek(first: Temporal.PlainDate, ctx: LinkedContext): Promise<Reply> {
  const { guildId, workspaceId, link, store } = ctx;
  const nowMs = ctx.now();
  const counting = parseWeekSettings(await store.guildSettings.all(guildId));
  const { zone } = counting;
  const dates = [0, 1, 2, 3, 4, 5, 6].map((days) => first.add({ days }));
  const [events, own, saved, known] = await Promise.all([
    readEventsInWeek({ dates, zone }, guildId, ctx),
    readOwnAssignments(ctx),
    store.weeks.ofWeek(guildId, workspaceId, first.toString()),
    store.weeks.known(guildId, workspaceId, 2),
  ]);
  const present = getWeekAt(known, counting, nowMs);
  const goals = own && selectGoals(own, { first, zone, present: present.first });
  const listed = typeof goals === "object" ? goals : [];
  const dated = saved.filter(({ assignments = [] }) => assignments.length > 0);
  const ends = [...parseDues(listed), ...dated.map(({ endsAt }) => endsAt)];
  const endsAt = getLastMomentMs(
    ends.length > 0
      ? Math.max(...ends)
      : computeEnd(first.add({ days: 7 }).toZonedDateTime(zone).epochMilliseconds, [
          ...known.map((week) => week.endsAt),
          ...parseDues(own?.assigned ?? []),
        ]),
  );
  const file = { guildId, workspaceId, workspaceName: link.name, first, endsAt, goals, events: events ?? [] };
  const planned = file.events.filter(({ isCancelled }) => !isCancelled).length;
  const holds = joinParts(
    [
      `The ${describeWeek(first, renderContext(ctx))} for your calendar app: when it ends`,
      listed.length > 0 && `your ${pluralize(listed.length, "assignment")}`,
      planned > 0 && pluralize(planned, "Discord event"),
    ],
    ", ",
  );
  return {
    content: joinParts(
      [
        `${holds}.`,
        events === undefined && "I couldn't read this server's Discord events, so they aren't in the file.",
        subtext("Open or import the file. Importing it again replaces the earlier one."),
      ],
      "\n",
    ),
    files: [
      {
        name: `week-${first.toString()}.ics`,
        data: Buffer.from(toIcs(file, nowMs)),
        description: `${holds}.`,
      },
    ],
  };
}

function parseDues(goals: readonly Assignment[]): readonly number[] {
  return goals.flatMap(({ active, due }) => (active ? (parseEpochMs(due) ?? []) : []));
}

/**
 * When a week ends of which nothing is known: whole weeks away from the end of another one, otherwise at midnight in the
 * guild's zone.
 */
function computeEnd(midnightMs: number, otherEndsMs: readonly number[]): number {
  const [endMs] = otherEndsMs.toSorted((a, b) => Math.abs(a - midnightMs) - Math.abs(b - midnightMs));
  return endMs === undefined ? midnightMs : endMs + Math.round((midnightMs - endMs) / weekMs) * weekMs;
}

/** `undefined` if the caller isn't connected or isn't staff. */
async function readOwnAssignments(ctx: LinkedContext): Promise<StaffAssignments | undefined> {
  const own = await ctx.self();
  if (own === undefined) return undefined;
  try {
    return await ctx.api.getAssignments({ params: { workspaceId: ctx.workspaceId, staffId: own.userId } });
  } catch (error) {
    if (error instanceof ApiError && error.failure === "not-found") return undefined;
    throw error;
  }
}

interface AskedWeek {
  readonly first: Temporal.PlainDate;
  readonly zone: string;
  /** The first day of the week that runs now. */
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
