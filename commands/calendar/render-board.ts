import type { Answer } from "../../src/interactions/answer.ts";
import { embed } from "../../src/text/embed.ts";
import { inert } from "../../src/text/inert.ts";
import { counted } from "../../src/text/numbers.ts";
import { fitLines, joined } from "../shared/lines.ts";
import { weekEndMark } from "../shared/week-words.ts";
import { type CalendarView, renderCalendar } from "./render.ts";

/** What connected people have to reach by one moment. */
export interface CalendarDue {
  readonly at: Temporal.Instant;
  /** Of assignments, each once. */
  readonly names: readonly string[];
  readonly people: number;
  /** How many of them have not reached all of it yet. */
  readonly left: number;
}

export interface CalendarBoard extends Omit<CalendarView, "customIdOf"> {
  /** The next first; `undefined` when they are not wanted. */
  readonly dues?: readonly CalendarDue[] | undefined;
  readonly room?: number;
}

const namesADue = 5;

/** The week as it is put up in a channel: as somebody sees it who asks, without buttons. */
export function renderCalendarBoard(
  { dues, room = 2_000, ...view }: CalendarBoard,
  now: Temporal.Instant,
): Answer {
  const { embeds = [] } = renderCalendar({ ...view, customIdOf: () => "" }, now);
  if (dues === undefined) return { embeds };
  const description = dues.length === 0 ? "Nothing is due that week." : fitLines(dues.map(dueLine), room);
  return { embeds: [...embeds, embed({ title: "Due assignments", description })] };
}

function dueLine({ at, names, people, left }: CalendarDue): string {
  const shown = names.slice(0, namesADue).map((name) => inert(name, 40) || "Unnamed");
  const more = names.length - shown.length;
  return joined([
    `${left === 0 ? "✅" : "🟦"} ${weekEndMark(at.epochMilliseconds, "F")}`,
    joined([...shown, more > 0 && `${more} more`], ", "),
    left === 0 ? "everybody is through" : `${left} of ${counted(people, "person", "people")} to go`,
  ]);
}
