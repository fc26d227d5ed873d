import type { StaffAssignments } from "../../src/api/contract/assignments.ts";
import { ApiError } from "../../src/api/errors.ts";
import { dateOf } from "../../src/domain/weeks.ts";
import { UserError } from "../../src/errors.ts";
import type { Answer, Row } from "../../src/interactions/answer.ts";
import { button, buttonRow } from "../../src/interactions/components.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { plain } from "../../src/text/inert.ts";
import { counted, grouped } from "../../src/text/numbers.ts";
import { readInstant } from "../../src/text/time.ts";
import { joined, smallPrint } from "../shared/lines.ts";
import { icsOf, type WeekFile } from "./ics.ts";
import { ownWeekOf } from "./own-week.ts";
import { readCalendar, WeekIndex } from "./read-calendar.ts";

const id = defineCustomId("calendar.export", { week: WeekIndex });

/** The button that gives a week as a file for calendars. */
export const exportRow = (week: number): readonly Row[] =>
  buttonRow(button({ customId: id.encode({ week }), label: "Calendar file" }));

export const exportButton = defineButton({
  id,
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  run: ({ week }, ctx) => exportWeek(week, ctx),
});

async function exportWeek(week: number, ctx: LinkedContext): Promise<Answer> {
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
    throw new UserError("The workspace's calendar has no days for that week, so there is no file.");
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs);
  const text = icsOf({ workspaceId: ctx.workspaceId, first, last, dues }, now);
  const words = joined(
    [
      "The week as a file for your calendar",
      dues.length > 0 && `, with ${counted(dues.length, "assignment")} you have to reach`,
    ],
    "",
  );
  return {
    content: joined(
      [
        `${words}.`,
        smallPrint("Open it on your device, or import it. Importing it again replaces what is there."),
      ],
      "\n",
    ),
    files: [{ name: `week-${first.toString()}.ics`, data: Buffer.from(text), description: `${words}.` }],
  };
}

/** What the caller has to reach this week; nothing for who is not connected, or not on the staff. */
async function readDues(ctx: LinkedContext): Promise<WeekFile["dues"]> {
  const own = await ctx.self();
  if (own === undefined) return [];
  try {
    const params = { workspaceId: ctx.workspaceId, staffId: own.userId };
    return duesOf(await ctx.api.getAssignments({ params }));
  } catch (error) {
    if (error instanceof ApiError && error.failure === "not-found") return [];
    throw error;
  }
}

function duesOf({ assigned }: StaffAssignments): WeekFile["dues"] {
  return assigned.flatMap(({ _id, active, name, completed, target, due }) => {
    const at = readInstant(due);
    const words = `Due: ${plain(name, 80) || "Unnamed"}, ${grouped(completed)} of ${grouped(target)} so far`;
    return active && at !== undefined ? [{ id: _id, words, at }] : [];
  });
}
