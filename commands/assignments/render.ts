import type { Assignment, AssignmentWeek, StaffAssignments } from "../../src/api/contract/assignments.ts";
import { pageOf } from "../../src/domain/pages.ts";
import { resetMs } from "../../src/domain/week-span.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { embed } from "../../src/text/embed.ts";
import { inert } from "../../src/text/inert.ts";
import { bar, counted } from "../../src/text/numbers.ts";
import { nearAndExact, readInstant, timeMark } from "../../src/text/time.ts";
import { fitLines, joined } from "../shared/lines.ts";
import { pageButtons, pageWords } from "../shared/page-buttons.ts";
import { type Names, personWords } from "../shared/people.ts";
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
  const sharedDue = onlyDue(active);
  const lines = page.entries.map((each) => assignmentLine(each, history, sharedDue === undefined, now));
  return {
    embeds: [
      embed({
        title: "Assignments this week",
        description: joined(
          [
            `Of ${personWords(userId, names)}`,
            lines.length === 0 ? emptyWords(history) : fitLines(lines, 2_300),
            sharedDue && `Resets ${nearAndExact(sharedDue)}`,
            historyText(history, 1_400),
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

/** The one moment at which all are over, if there is one; reminders and boards name the same. */
function onlyDue(assigned: readonly Assignment[]): Temporal.Instant | undefined {
  const ends = new Set(
    assigned.map(({ due }) => {
      const dueMs = readInstant(due)?.epochMilliseconds;
      return dueMs === undefined ? undefined : resetMs(dueMs);
    }),
  );
  const [endMs] = ends;
  return ends.size === 1 && endMs !== undefined ? Temporal.Instant.fromEpochMilliseconds(endMs) : undefined;
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
    standing === "behind" && standingWords.behind,
    showsDue && due && `due ${timeMark(due, "R")}`,
  ]);
}

function emptyWords(history: readonly AssignmentWeek[]): string {
  return history.length === 0
    ? "No assignments, and no week was marked so far. Assignments are given in the workspace's own settings and will stand here."
    : "No assignments this week. They are given in the workspace's own settings; a target of 0 is not listed.";
}
