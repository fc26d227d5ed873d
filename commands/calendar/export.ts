import { ICalCalendar } from "ical-generator";
import type { StaffAssignments } from "../../src/api/contract/assignments.ts";
import { ApiError } from "../../src/api/errors.ts";
import { dateOf } from "../../src/domain/weeks.ts";
import { UserError } from "../../src/errors.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { ownWeekOf } from "../../src/schedules/boards/calendar.ts";
import { button, buttonRow } from "../../src/ui/buttons.ts";
import { plainText } from "../../src/ui/escape.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import type { Reply, Row } from "../../src/ui/reply.ts";
import { parseInstant } from "../../src/ui/time.ts";
import { readCalendar, WeekIndex } from "./guild-calendar.ts";

/** The contents of one week's calendar file. */
interface WeekFile {
  readonly workspaceId: string;
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
  /** The reader's goals, and when they are due. */
  readonly dues: readonly { readonly id: string; readonly title: string; readonly at: Temporal.Instant }[];
}

/** The text of a calendar file. The ids of a week are always the same, so that a second import replaces the first. */
function toIcs({ workspaceId, first, last, dues }: WeekFile, now: Temporal.Instant): string {
  // Neither the calendar's name nor ids are escaped, so no text from users goes into them.
  const calendar = new ICalCalendar({
    prodId: { company: "workspace-bot", product: "calendar", language: "EN" },
    name: "Workspace week",
  });
  const idOf = (...parts: readonly string[]): string => parts.map(encodeURIComponent).join("/");
  calendar.createEvent({
    id: idOf("week", workspaceId, first.toString()),
    summary: "Workspace week",
    allDay: true,
    start: first,
    end: last.add({ days: 1 }),
    stamp: now,
  });
  for (const { id, title, at } of dues)
    calendar.createEvent({
      id: idOf("due", workspaceId, id, first.toString()),
      summary: title,
      start: at,
      end: at,
      stamp: now,
    });
  return calendar.toString();
}

const id = defineCustomId("calendar.export", { week: WeekIndex });

/** The button that exports a week as a calendar file. */
export const exportRow = (week: number): readonly Row[] =>
  buttonRow(button({ customId: id.encode({ week }), label: "Calendar file" }));

export const exportButton = defineButton({
  id,
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  run: ({ week }, ctx) => exportWeek(week, ctx),
});

async function exportWeek(week: number, ctx: LinkedContext): Promise<Reply> {
  const [calendar, dues] = await Promise.all([readCalendar(week, ctx), week === 0 ? readDues(ctx) : []]);
  const dates = calendar.days
    .map(({ date }) => dateOf(date))
    .filter((date) => date !== undefined)
    .toSorted((a, b) => Temporal.PlainDate.compare(a, b));
  const nowMs = ctx.now();
  const ownWeek = await ownWeekOf(calendar, { guildId: ctx.guildId, week, now: nowMs }, ctx);
  const first = ownWeek?.first ?? dates[0];
  const last = ownWeek?.last ?? dates.at(-1);
  if (dates.length === 0 || first === undefined || last === undefined)
    throw new UserError("The workspace's calendar has no days for that week, so there's no file.");
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs);
  const text = toIcs({ workspaceId: ctx.workspaceId, first, last, dues }, now);
  const calendarText = joinParts(
    ["This week for your calendar app", dues.length > 0 && `, with ${pluralize(dues.length, "assignment")}`],
    "",
  );
  return {
    content: joinParts(
      [`${calendarText}.`, subtext("Open or import the file. Importing it again replaces the earlier one.")],
      "\n",
    ),
    files: [
      { name: `week-${first.toString()}.ics`, data: Buffer.from(text), description: `${calendarText}.` },
    ],
  };
}

/** The caller's goals this week; none if they aren't connected or aren't staff. */
async function readDues(ctx: LinkedContext): Promise<WeekFile["dues"]> {
  const own = await ctx.self();
  if (own === undefined) return [];
  try {
    const params = { workspaceId: ctx.workspaceId, staffId: own.userId };
    return readDuesOf(await ctx.api.getAssignments({ params }));
  } catch (error) {
    if (error instanceof ApiError && error.failure === "not-found") return [];
    throw error;
  }
}

function readDuesOf({ assigned }: StaffAssignments): WeekFile["dues"] {
  return assigned.flatMap(({ _id, active, name, completed, target, due }) => {
    const at = parseInstant(due);
    const title = `Due: ${plainText(name, 80) || "Unnamed"}, ${formatNumber(completed)} of ${formatNumber(target)} so far`;
    return active && at !== undefined ? [{ id: _id, title, at }] : [];
  });
}
