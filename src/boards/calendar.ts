import { z } from "zod";
import { type CalendarDue, renderCalendarBoard } from "../../commands/calendar/render-board.ts";
import type { Calendar } from "../api/contract/sessions.ts";
import { readInstant } from "../text/time.ts";
import { defineKind } from "./define-kind.ts";
import { readTeam, type TeamMember } from "./team-readings.ts";

const dayMs = 86_400_000;

const Options = z.object({
  week: z.union([z.literal(0), z.literal(1)]).catch(0),
  dues: z.boolean().catch(false),
});

/** The week as a strip with dates: this one or the next. */
export const calendarBoard = defineKind({
  name: "calendar",
  words: "Calendar of the week",
  Options,
  options: [
    {
      name: "week",
      words: "which week",
      kind: "choice",
      choices: [
        { name: "This week", value: 0 },
        { name: "Next week", value: 1 },
      ],
      default: 0,
    },
    { name: "dues", words: "with the due assignments of connected staff", kind: "boolean", default: false },
  ],
  async draw(drawing) {
    const { readings, options, at, room } = drawing;
    const { week } = options;
    const calendar = await readings.calendar(week);
    if (calendar.days.length === 0) return { nothing: "The workspace's calendar has no days for that week." };
    const dues = options.dues ? duesIn(calendar, await readTeam(drawing, readings)) : undefined;
    return {
      answer: renderCalendarBoard({ calendar, week, dues, room }, at),
      shows: [calendar.days, dues?.map((due) => ({ ...due, at: due.at.toString() }))],
    };
  },
});

/** What counts and is due on one of the days shown. */
function duesIn({ days }: Calendar, team: readonly TeamMember[]): readonly CalendarDue[] {
  const starts = days.flatMap(({ date }) => readInstant(date)?.epochMilliseconds ?? []);
  const from = Math.min(...starts);
  const to = Math.max(...starts) + dayMs;
  const dues = team.flatMap(({ account, assignments }) =>
    (assignments?.assigned ?? [])
      .filter(({ active, target }) => active && target > 0)
      .flatMap(({ due, name, completed, target }) => {
        const atMs = readInstant(due)?.epochMilliseconds;
        if (atMs === undefined || atMs < from || atMs > to) return [];
        return [{ atMs, name, userId: account.userId, isOpen: completed < target }];
      }),
  );
  return [...Map.groupBy(dues, ({ atMs }) => atMs)]
    .toSorted(([a], [b]) => a - b)
    .map(([atMs, those]) => ({
      at: Temporal.Instant.fromEpochMilliseconds(atMs),
      names: [...new Set(those.map(({ name }) => name))],
      people: new Set(those.map(({ userId }) => userId)).size,
      left: new Set(those.filter(({ isOpen }) => isOpen).map(({ userId }) => userId)).size,
    }));
}
