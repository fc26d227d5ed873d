import { getLastMomentMs, type WeekDates } from "../../../src/domain/week-boundaries.ts";
import type { PostContext } from "../../../src/ui/render-context.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { createEmbed } from "../../../src/ui/embed.ts";
import { escapeMarkdown } from "../../../src/ui/escape.ts";
import { pluralize, pluralizeText } from "../../../src/ui/numbers.ts";
import { fitLines, joinParts } from "../../../src/ui/lines.ts";
import { formatWeekEnd } from "../../weeks/index.ts";
import { type CalendarView, renderCalendar } from "../days.ts";
import type { CalendarGoal } from "./entries.ts";
import { formatDayAndClockIn } from "../../../src/ui/time.ts";
import type { Formats } from "../../../src/ui/formats.ts";

/** Connected people's goals that are due at the same time. */
export interface CalendarDue {
  readonly at: Temporal.Instant;
  /** Each once. */
  readonly goals: readonly CalendarGoal[];
  readonly people: number;
  /** How many of them aren't done yet. */
  readonly left: number;
  /** Whether there are others, some of whose goals couldn't be read. */
  readonly isPartial?: boolean;
}

export interface CalendarBoard extends Omit<CalendarView, "createCustomId" | "reloadId"> {
  /** The next due first; `undefined` if not wanted. */
  readonly dues?: readonly CalendarDue[] | undefined;
  /** The week whose zone its times are written in; left out if each reader sees their own. */
  readonly written?: WeekDates | undefined;
  readonly maxLength?: number;
}

const namesADue = 1;

/** The week as posted in a channel: like the reply to `/calendar`, without the buttons to change weeks. */
export function renderCalendarBoard(
  { dues, maxLength = 2_000, written, ...view }: CalendarBoard,
  ctx: PostContext,
): Reply {
  const { embeds = [] } = renderCalendar({ ...view, createCustomId: () => "", reloadId: "" }, ctx);
  if (dues === undefined) return { embeds };
  const description =
    dues.length === 0
      ? "Nothing is due that week."
      : fitLines(
          dues.map((due) => formatDueLine(due, written, ctx)),
          maxLength,
        );
  return { embeds: [...embeds, createEmbed({ title: "Due assignments", description })] };
}

function formatDueLine(due: CalendarDue, written: WeekDates | undefined, formats: Formats): string {
  const { at, goals, people, left, isPartial = false } = due;
  const when =
    written === undefined
      ? formatWeekEnd(at.epochMilliseconds, "F", formats)
      : formatDayAndClockIn(written.zone, getLastMomentMs(at.epochMilliseconds), formats.dateStyle);
  const shown = goals.slice(0, namesADue).map(({ name }) => escapeMarkdown(name, 40) || "Unnamed");
  const more = goals.length - shown.length;
  const mark = left === 0 && !isPartial ? "✅" : "🟦";
  const title = joinParts([`${mark} **${when}**`, ...shown, more > 0 && `+${more}`], " ");
  const done = isPartial
    ? people > 0 && pluralizeText(people, { one: "1 person is done", other: "{count} people are done" })
    : "Everyone is done";
  const state =
    left === 0
      ? done
      : pluralizeText(left, {
          one: `{count} of ${pluralize(people, "person", "people")} isn't done yet`,
          other: `{count} of ${pluralize(people, "person", "people")} aren't done yet`,
        });
  return joinParts([title, state], "\n");
}
