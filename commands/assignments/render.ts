import type { Assignment, AssignmentWeek, StaffAssignments } from "../../src/api/contract/assignments.ts";
import { pageOf } from "../../src/domain/pages.ts";
import { resetMs, weekEndingAt } from "../../src/domain/week-span.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { embed } from "../../src/text/embed.ts";
import { inert } from "../../src/text/inert.ts";
import { bar, counted } from "../../src/text/numbers.ts";
import { weekOfWords } from "../../src/text/lasting.ts";
import { readInstant } from "../../src/text/time.ts";
import { fitLines, joined } from "../shared/lines.ts";
import { pageButtons, pageWords } from "../shared/page-buttons.ts";
import { type Names, personWords } from "../shared/people.ts";
import { weekEndMark, weekEndWords } from "../shared/week-words.ts";
import { historyText } from "./render-history.ts";
import { standingNow } from "./standing.ts";
import { figureWords, leftWords, standingMarks, standingWords } from "./words.ts";

const assignmentsAPage = 8;

export interface AssignmentsView {
  readonly userId: string;
  readonly names: Names;
  readonly assignments: StaffAssignments;
  /** From 0. */
  readonly page: number;
  readonly customIdOf: (page: number) => string;
}

export function renderAssignments(
  { userId, names, assignments, page: asked, customIdOf }: AssignmentsView,
  now: Temporal.Instant,
): Answer {
  const { assigned, history } = assignments;
  const active = assigned.filter((each) => each.active);
  const paused = assigned.filter((each) => !each.active);
  // What counts comes first, the rest after it.
  const page = pageOf([...active, ...paused], asked, assignmentsAPage);
  const sharedEnd = onlyEnd(active);
  const lines = page.entries.map((each) => assignmentLine(each, history, sharedEnd === undefined, now));
  return {
    embeds: [
      embed({
        title: joined(["Assignments", sharedEnd !== undefined && weekOfEnd(sharedEnd, now)], ", "),
        description: joined(
          [
            `Of ${personWords(userId, names)}`,
            lines.length === 0 ? emptyWords(history) : fitLines(lines, 2_300),
            sharedEnd !== undefined && `Resets ${weekEndWords(sharedEnd)}`,
            historyText(history, { maxLength: 1_400, nowMs: now.epochMilliseconds }),
          ],
          "\n\n",
        ),
        footer: joined([pageWords(page), assigned.length > 0 && counted(assigned.length, "assignment")]),
        at: now,
      }),
    ],
    components: pageButtons(page, { before: "Back", after: "More" }, customIdOf),
    share: { userId },
  };
}

/** When all are over, in epoch milliseconds, if that is one moment; reminders and boards name the same. */
function onlyEnd(assigned: readonly Assignment[]): number | undefined {
  const ends = new Set(
    assigned.map(({ due }) => {
      const dueMs = readInstant(due)?.epochMilliseconds;
      return dueMs === undefined ? undefined : resetMs(dueMs);
    }),
  );
  const [endMs] = ends;
  return ends.size === 1 ? endMs : undefined;
}

function weekOfEnd(endMs: number, { epochMilliseconds: nowMs }: Temporal.Instant): string {
  return weekOfWords(weekEndingAt(endMs).weekStart, nowMs);
}

function assignmentLine(
  assignment: Assignment,
  history: readonly AssignmentWeek[],
  showsDue: boolean,
  now: Temporal.Instant,
): string {
  const { completed: done, target, target_type: targetType, active } = assignment;
  const name = `**${inert(assignment.name, 60) || "Unnamed"}**`;
  const figures = { name: assignment.name, done, target, targetType };
  if (!active) return joined([`💤 ${name} not active`, figureWords(figures)]);
  const due = readInstant(assignment.due);
  const standing = standingNow(assignment, history, now);
  const progress =
    standing === "nothing-to-do"
      ? standingWords[standing]
      : joined([`${bar(done, target)} ${figureWords(figures)}`, leftWords(figures)], ", ");
  return joined([
    `${standingMarks[standing]} ${name} ${progress}`,
    (standing === "behind" || standing === "excused") && standingWords[standing],
    showsDue && due && `due ${weekEndMark(due.epochMilliseconds, "R")}`,
  ]);
}

function emptyWords(history: readonly AssignmentWeek[]): string {
  return history.length === 0
    ? "No assignments, and no week was marked so far. Assignments are given in the workspace's own settings and will stand here."
    : "No assignments. They are given in the workspace's own settings; a target of 0 is not listed.";
}
