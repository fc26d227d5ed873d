import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Assignment, AssignmentWeek, StaffAssignments } from "../../src/api/contract/assignments.ts";
import { type Page, paginate } from "../../src/domain/lists.ts";
import { groupPastWeeks, outcomeOf, type PastWeek } from "../../src/domain/week-results.ts";
import { ceilToSecond, dateOf, weekEndingAt } from "../../src/domain/weeks.ts";
import {
  describeGoal,
  describeLeft,
  describeNumbers,
  statusTexts,
  statusMarks,
  statusNow,
  toneOfGoals,
  weekMarks,
} from "../../src/ui/assignment-text.ts";
import { button, buttonRow } from "../../src/ui/buttons.ts";
import { embed } from "../../src/ui/embed.ts";
import { escapeMarkdown, fitsInertLines } from "../../src/ui/escape.ts";
import { formatDate, describeWeek } from "../../src/ui/permanent-wording.ts";
import { fitLines, joinParts, subtext } from "../../src/ui/lines.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { describePerson, idLine, possessiveOf, type Names } from "../../src/ui/people.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { parseInstant } from "../../src/ui/time.ts";
import { describeWeekEnd, weekEndMark } from "../../src/ui/week-text.ts";
import { describePage, pageButtons } from "../kit/page-buttons.ts";
import type { LongText } from "../kit/read-on.ts";

const weeksShown = 8;
const namesAWeek = 4;

/** A mark for each of the last eight weeks, then each week's results, both newest first; `undefined` without history. */
function historyText(
  history: readonly AssignmentWeek[],
  { maxLength, nowMs }: { readonly maxLength: number; readonly nowMs: number },
): string | undefined {
  const weeks = groupPastWeeks(history, weeksShown).toReversed();
  if (weeks.length === 0) return undefined;
  const strip = weeks.map(({ mark }) => weekMarks[mark]).join(" ");
  const head = `**Last eight weeks** ${strip}`;
  const lines = weeks.map((week) => weekLine(week, nowMs));
  const maxListLength = maxLength - head.length - 1;
  return [head, fitLines(lines, maxListLength, (count) => subtext(`… and ${count} more`))].join("\n");
}

/** Missed assignments are listed with their numbers; the rest is counted. */
function weekLine({ entries }: PastWeek<AssignmentWeek>, nowMs: number): string {
  const start = dateOf(entries[0]?.week_start ?? "");
  const { passed = [], failed = [], excused = [] } = Object.groupBy(entries, outcomeOf);
  const shown = failed.slice(0, namesAWeek);
  return subtext(
    joinParts([
      start && formatDate(start.toString(), nowMs),
      ...shown.map((entry) => `${weekMarks.failed} ${describeMissed(entry)}`),
      failed.length > shown.length && `${weekMarks.failed} ${failed.length - shown.length} more failed`,
      passed.length > 0 && `${weekMarks.passed} ${passed.length} passed`,
      excused.length > 0 && `${weekMarks.excused} ${excused.length} excused`,
    ]),
  );
}

function describeMissed({ assignment_name: name, achieved, target, target_type }: AssignmentWeek): string {
  return describeGoal({ name, done: achieved, target, targetType: target_type });
}

const assignmentsAPage = 8;
const maxLinesLength = 2_300;
const maxDescriptionLength = 100;

interface AssignmentsView {
  readonly userId: string;
  readonly assignments: StaffAssignments;
  /** From 0. */
  readonly page: number;
  readonly customIdOf: (page: number) => string;
  /** Of the button that opens the full descriptions of a page. */
  readonly readIdOf: (page: number) => string;
}

export function renderAssignments(
  { userId, assignments, page: asked, customIdOf, readIdOf }: AssignmentsView,
  { names, now }: RenderContext,
): Reply {
  const { assigned, history } = assignments;
  const active = assigned.filter((each) => each.active);
  const page = pageOfAssignments(assigned, asked);
  const sharedEnd = onlyEnd(active);
  const lineOf = (each: Assignment) => assignmentLine(each, history, sharedEnd === undefined, now);
  const { lines, isCut } = described(page.entries, lineOf);
  return {
    embeds: [
      embed({
        title: joinParts(
          [
            `${possessiveOf(userId, names)} assignments`,
            sharedEnd !== undefined && weekOfEnd(sharedEnd, now),
          ],
          ", ",
        ),
        tone: toneOfGoals(active.map((each) => statusNow(each, history, now))),
        description: joinParts(
          [
            lines.length === 0 ? describeEmpty(history) : fitLines(lines, maxLinesLength),
            sharedEnd !== undefined && `Resets ${describeWeekEnd(sharedEnd)}`,
            historyText(history, { maxLength: 1_400, nowMs: now.epochMilliseconds }),
            idLine([userId], names),
          ],
          "\n\n",
        ),
        footer: joinParts([
          describePage(page),
          assigned.length > 0 && pluralize(assigned.length, "assignment"),
        ]),
        at: now,
      }),
    ],
    components: [
      ...(isCut ? buttonRow(button({ customId: readIdOf(page.index), label: "Read on" })) : []),
      ...pageButtons(page, { before: "Previous", after: "Next" }, customIdOf),
    ],
    share: { userId },
  };
}

/** Active ones first. */
function pageOfAssignments(assigned: readonly Assignment[], asked: number): Page<Assignment> {
  const ordered = assigned.toSorted((a, b) => Number(b.active) - Number(a.active));
  return paginate(ordered, asked, assignmentsAPage);
}

/** A line each, with the beginning of the description if there is room for all of them. */
function described(
  assignments: readonly Assignment[],
  lineOf: (assignment: Assignment) => string,
): { readonly lines: readonly string[]; readonly isCut: boolean } {
  const lines = assignments.map((each) => {
    const text = escapeMarkdown(each.description ?? "", maxDescriptionLength);
    return joinParts([lineOf(each), text !== "" && subtext(text)], "\n");
  });
  if (lines.join("\n").length < maxLinesLength)
    return {
      lines,
      isCut: assignments.some(({ description = "" }) => !fitsInertLines(description, maxDescriptionLength)),
    };
  return { lines: assignments.map(lineOf), isCut: assignments.some(isDescribed) };
}

function isDescribed({ description = "" }: Assignment): boolean {
  return escapeMarkdown(description) !== "";
}

interface DescriptionsView extends Pick<AssignmentsView, "userId" | "page"> {
  readonly names: Names;
  readonly assigned: readonly Assignment[];
}

/** What the assignments of a page ask for, in full; `undefined` when none of them says. */
export function wholeDescriptions({ userId, names, assigned, page }: DescriptionsView): LongText | undefined {
  const texts = pageOfAssignments(assigned, page)
    .entries.filter(isDescribed)
    .map(({ name, description }) => `${name.trim() || "Unnamed"}:\n${description}`);
  if (texts.length === 0) return undefined;
  const facts = describePerson(userId, names);
  return { title: "Assignment descriptions", facts, text: texts.join("\n\n") };
}

/** When all end, in epoch milliseconds, if at the same time; the same as in reminders and boards. */
function onlyEnd(assigned: readonly Assignment[]): number | undefined {
  const ends = new Set(
    assigned.map(({ due }) => {
      const dueMs = parseInstant(due)?.epochMilliseconds;
      return dueMs === undefined ? undefined : ceilToSecond(dueMs);
    }),
  );
  const [endMs] = ends;
  return ends.size === 1 ? endMs : undefined;
}

function weekOfEnd(endMs: number, { epochMilliseconds: nowMs }: Temporal.Instant): string {
  return describeWeek(weekEndingAt(endMs).weekStart, nowMs);
}

function assignmentLine(
  assignment: Assignment,
  history: readonly AssignmentWeek[],
  showsDue: boolean,
  now: Temporal.Instant,
): string {
  const { completed: done, target, target_type: targetType, active } = assignment;
  const name = `**${escapeMarkdown(assignment.name, 60) || "Unnamed"}**`;
  const numbers = { name: assignment.name, done, target, targetType };
  if (!active) return joinParts([`💤 ${name} not active`, describeNumbers(numbers)]);
  const due = parseInstant(assignment.due);
  const status = statusNow(assignment, history, now);
  const progress =
    status === "nothing-to-do"
      ? statusTexts[status]
      : joinParts([describeNumbers(numbers), describeLeft(numbers)], ", ");
  return joinParts([
    `${statusMarks[status]} ${name} ${progress}`,
    (status === "behind" || status === "excused") && statusTexts[status],
    showsDue && due && `due ${weekEndMark(due.epochMilliseconds, "R")}`,
  ]);
}

function describeEmpty(history: readonly AssignmentWeek[]): string {
  return history.length === 0
    ? "No assignments yet. Assignments set in the workspace will appear here."
    : "No assignments this week. They're set in the workspace; ones with a target of 0 aren't listed.";
}
