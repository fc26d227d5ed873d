import type { Assignment, AssignmentWeek, StaffAssignments } from "../../src/api/contract/assignments.ts";
import { type Page, pageOf } from "../../src/domain/pages.ts";
import { resetMs, weekEndingAt } from "../../src/domain/week-span.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { button, buttonRow } from "../../src/interactions/components.ts";
import { embed } from "../../src/text/embed.ts";
import { fitsInertLines, inert } from "../../src/text/inert.ts";
import { bar, counted } from "../../src/text/numbers.ts";
import { weekOfWords } from "../../src/text/lasting.ts";
import { readInstant } from "../../src/text/time.ts";
import { fitLines, joined, smallPrint } from "../shared/lines.ts";
import { pageButtons, pageWords } from "../shared/page-buttons.ts";
import { type Names, personWords } from "../shared/people.ts";
import { renderLongText } from "../shared/read-on.ts";
import { weekEndMark, weekEndWords } from "../shared/week-words.ts";
import { historyText } from "./render-history.ts";
import { standingNow } from "./standing.ts";
import { figureWords, leftWords, standingMarks, standingWords } from "./words.ts";

const assignmentsAPage = 8;
const maxLinesLength = 2_300;
const maxDescriptionLength = 100;

export interface AssignmentsView {
  readonly userId: string;
  readonly names: Names;
  readonly assignments: StaffAssignments;
  /** From 0. */
  readonly page: number;
  readonly customIdOf: (page: number) => string;
  /** Of the button that opens the whole descriptions of a page. */
  readonly readIdOf: (page: number) => string;
}

export function renderAssignments(
  { userId, names, assignments, page: asked, customIdOf, readIdOf }: AssignmentsView,
  now: Temporal.Instant,
): Answer {
  const { assigned, history } = assignments;
  const active = assigned.filter((each) => each.active);
  const page = pageOfAssignments(assigned, asked);
  const sharedEnd = onlyEnd(active);
  const lineOf = (each: Assignment) => assignmentLine(each, history, sharedEnd === undefined, now);
  const { lines, isCut } = described(page.entries, lineOf);
  return {
    embeds: [
      embed({
        title: joined(["Assignments", sharedEnd !== undefined && weekOfEnd(sharedEnd, now)], ", "),
        description: joined(
          [
            `Of ${personWords(userId, names)}`,
            lines.length === 0 ? emptyWords(history) : fitLines(lines, maxLinesLength),
            sharedEnd !== undefined && `Resets ${weekEndWords(sharedEnd)}`,
            historyText(history, { maxLength: 1_400, nowMs: now.epochMilliseconds }),
          ],
          "\n\n",
        ),
        footer: joined([pageWords(page), assigned.length > 0 && counted(assigned.length, "assignment")]),
        at: now,
      }),
    ],
    components: [
      ...(isCut ? buttonRow(button({ customId: readIdOf(page.index), label: "Read on" })) : []),
      ...pageButtons(page, { before: "Back", after: "More" }, customIdOf),
    ],
    share: { userId },
  };
}

/** What counts comes first, the rest after it. */
function pageOfAssignments(assigned: readonly Assignment[], asked: number): Page<Assignment> {
  const ordered = assigned.toSorted((a, b) => Number(b.active) - Number(a.active));
  return pageOf(ordered, asked, assignmentsAPage);
}

/** A line each, and the beginning of what each asks for where there is room for all of them. */
function described(
  assignments: readonly Assignment[],
  lineOf: (assignment: Assignment) => string,
): { readonly lines: readonly string[]; readonly isCut: boolean } {
  const lines = assignments.map((each) => {
    const text = inert(each.description ?? "", maxDescriptionLength);
    return joined([lineOf(each), text !== "" && smallPrint(text)], "\n");
  });
  if (lines.join("\n").length < maxLinesLength)
    return {
      lines,
      isCut: assignments.some(({ description = "" }) => !fitsInertLines(description, maxDescriptionLength)),
    };
  return { lines: assignments.map(lineOf), isCut: assignments.some(isDescribed) };
}

function isDescribed({ description = "" }: Assignment): boolean {
  return inert(description) !== "";
}

export interface DescriptionsView {
  readonly userId: string;
  readonly names: Names;
  readonly assigned: readonly Assignment[];
  /** Of the list, from 0. */
  readonly page: number;
  /** Of the descriptions, from 0. */
  readonly part: number;
  readonly customIdOf: (part: number) => string;
}

/** Part of what the assignments of a page ask for, in full; `undefined` when none of them says. */
export function renderDescriptions(view: DescriptionsView): Answer | undefined {
  const { userId, names, assigned, page, part, customIdOf } = view;
  const texts = pageOfAssignments(assigned, page)
    .entries.filter(isDescribed)
    .map(({ name, description }) => `${name.trim() || "Unnamed"}:\n${description}`);
  if (texts.length === 0) return undefined;
  const facts = `Of ${personWords(userId, names)}`;
  return renderLongText(
    { title: "What the assignments ask for", facts, text: texts.join("\n\n") },
    part,
    customIdOf,
  );
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
