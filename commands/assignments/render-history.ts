import type { AssignmentWeek } from "../../src/api/contract/assignments.ts";
import { markOf, type PastWeek, pastWeeks } from "../../src/domain/past-weeks.ts";
import { inert } from "../../src/text/inert.ts";
import { readInstant, timeMark } from "../../src/text/time.ts";
import { fitLines, joined, smallPrint } from "../shared/lines.ts";
import { figureWords, weekMarks } from "./words.ts";

const weeksShown = 8;
const namesAWeek = 4;

/** A mark for each of the last eight weeks, then what each week held, newest first; nothing without a past. */
export function historyText(history: readonly AssignmentWeek[], maxLength: number): string | undefined {
  const weeks = pastWeeks(history, weeksShown);
  if (weeks.length === 0) return undefined;
  const strip = weeks.map(({ mark }) => weekMarks[mark]).join(" ");
  const head = `**Last weeks**, newest at the right: ${strip}`;
  const legend = smallPrint("✅ passed  ❌ failed  🌿 excused");
  const lines = weeks.toReversed().map(weekLine);
  const room = maxLength - head.length - legend.length - 2;
  return [head, legend, fitLines(lines, room, (count) => smallPrint(`… and ${count} more`))].join("\n");
}

function weekLine({ entries }: PastWeek<AssignmentWeek>): string {
  const start = readInstant(entries[0]?.week_start);
  const shown = entries.slice(0, namesAWeek).map(entryWords);
  const more = entries.length - shown.length;
  return smallPrint(joined([start && timeMark(start, "D"), ...shown, more > 0 && `${more} more`]));
}

function entryWords(entry: AssignmentWeek): string {
  const mark = markOf(entry);
  const name = inert(entry.assignment_name, 30) || "Unnamed";
  if (mark === "excused") return `${weekMarks[mark]} ${name}`;
  const figures = { done: entry.achieved, target: entry.target, targetType: entry.target_type };
  return `${weekMarks[mark]} ${name} ${figureWords(figures)}`;
}
