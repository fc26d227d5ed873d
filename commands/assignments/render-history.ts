import type { AssignmentWeek } from "../../src/api/contract/assignments.ts";
import { markOf, type PastWeek, pastWeeks } from "../../src/domain/past-weeks.ts";
import { dateOf } from "../../src/domain/weeks.ts";
import { inert } from "../../src/text/inert.ts";
import { dateWords } from "../../src/text/lasting.ts";
import { fitLines, joined, smallPrint } from "../shared/lines.ts";
import { figureWords, weekMarks } from "./words.ts";

const weeksShown = 8;
const namesAWeek = 4;

/** A mark for each of the last eight weeks, then what each week held, both newest first; nothing without a past. */
export function historyText(
  history: readonly AssignmentWeek[],
  { maxLength, nowMs }: { readonly maxLength: number; readonly nowMs: number },
): string | undefined {
  const weeks = pastWeeks(history, weeksShown).toReversed();
  if (weeks.length === 0) return undefined;
  const strip = weeks.map(({ mark }) => weekMarks[mark]).join(" ");
  const head = `**Last weeks**, newest first: ${strip}`;
  const lines = weeks.map((week) => weekLine(week, nowMs));
  const room = maxLength - head.length - 1;
  return [head, fitLines(lines, room, (count) => smallPrint(`… and ${count} more`))].join("\n");
}

/** What was missed stands there with its figures; the rest is counted. */
function weekLine({ entries }: PastWeek<AssignmentWeek>, nowMs: number): string {
  const start = dateOf(entries[0]?.week_start ?? "");
  const { passed = [], failed = [], excused = [] } = Object.groupBy(entries, markOf);
  const shown = failed.slice(0, namesAWeek);
  return smallPrint(
    joined([
      start && dateWords(start.toString(), nowMs),
      ...shown.map((entry) => `${weekMarks.failed} ${missedWords(entry)}`),
      failed.length > shown.length && `${weekMarks.failed} ${failed.length - shown.length} more failed`,
      passed.length > 0 && `${weekMarks.passed} ${passed.length} passed`,
      excused.length > 0 && `${weekMarks.excused} ${excused.length} excused`,
    ]),
  );
}

function missedWords({ assignment_name: name, achieved, target, target_type }: AssignmentWeek): string {
  const figures = { name, done: achieved, target, targetType: target_type };
  return `${inert(name, 30) || "Unnamed"} ${figureWords(figures)}`;
}
