import type { RenderContext } from "../../src/ui/render-context.ts";
import type { Assignment, AssignmentWeek, StaffAssignments } from "../../src/api/contract/assignments.ts";
import { type Page, paginate } from "../../src/domain/lists.ts";
import {
  groupPastWeeks,
  getWeekMark,
  type PastWeek,
  describeGoalsPassed,
  findEndOfWeekMs,
  describeNoGoals,
  describeUncounted,
  describeWeekState,
  formatGoalLine,
  sortGoalsByUrgency,
  getStatusNow,
  getToneOfGoals,
  listGoalStatuses,
  weekMarks,
  weekTexts,
  formatOwnDue,
  withTimeLeft,
} from "../weeks/index.ts";
import { parseDate } from "../../src/domain/week-boundaries.ts";
import { createButton } from "../../src/ui/buttons.ts";
import { createEmbed, type EmbedFieldParts } from "../../src/ui/embed.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { formatShortDate, formatShortDates, type Dates } from "../../src/ui/time.ts";
import { fitLines, joinParts, subtext, withoutBreaks } from "../../src/ui/lines.ts";
import { pluralize, pluralizeText } from "../../src/ui/numbers.ts";
import { describePerson, type Names, formatPeople, formatWhose, isReaderAlone } from "../../src/ui/people.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { describePage, createPageButtons } from "../kit/paged-list.ts";
import type { LongText } from "../kit/read-on.ts";
import { type Formats, toFormatsForOthers } from "../../src/ui/formats.ts";

const weeksShown = 8;

/** How the last eight weeks were marked, then a line for each, the newest first; none without history. */
function createHistoryFields(history: readonly AssignmentWeek[], dates: Dates): readonly EmbedFieldParts[] {
  const weeks = groupPastWeeks(history, weeksShown, dates.now.epochMilliseconds).toReversed();
  if (weeks.length === 0) return [];
  const counts = (["passed", "failed", "excused"] as const).map((outcome) => {
    const { length } = weeks.filter(({ mark }) => mark === outcome);
    return length > 0 && `${length} ${outcome}`;
  });
  const lines = formatWeekLines(weeks, dates);
  const span = pluralizeText(weeks.length, { one: "Last week", other: "Last {count} weeks" });
  // A single line says the same.
  const name = lines.length === 1 ? span : `${span}: ${joinParts(counts, ", ")}`;
  const more = (count: number) => subtext(`… and ${count} more`);
  return [{ name, value: fitLines(lines, 1_000, more) }];
}

type Week = PastWeek<AssignmentWeek>;

/** One line on a phone for each; weeks in a row that ended alike share one: `🌿 **26 Oct – 15 Nov** · excused`. */
function formatWeekLines(weeks: readonly Week[], dates: Dates): readonly string[] {
  const lines: string[] = [];
  for (let index = 0; index < weeks.length; index += 1) {
    const newest = weeks[index];
    if (newest === undefined) continue;
    let [oldest, times] = [newest, 1];
    for (let next = weeks[index + 1]; next && isSameBefore(oldest, next); next = weeks[index + 1]) {
      oldest = next;
      times += 1;
      index += 1;
    }
    lines.push(formatWeekLine(newest, { oldest, times }, dates));
  }
  return lines;
}

/** Whether both ended alike, one right after the other. */
function isSameBefore(week: Week, before: Week): boolean {
  const [start, startBefore] = [findStart(week), findStart(before)];
  if (start === undefined || startBefore?.add({ days: 7 }).equals(start) !== true) return false;
  const [result, resultBefore] = [getResult(week), getResult(before)];
  return (
    week.mark === before.mark && result.text === resultBefore.text && result.numbers === resultBefore.numbers
  );
}

function findStart({ entries }: Week): Temporal.PlainDate | undefined {
  return parseDate(entries[0]?.week_start ?? "");
}

function formatDate(date: Temporal.PlainDate, dates: Dates): string {
  return withoutBreaks(formatShortDate(date, dates));
}

interface Alike {
  readonly oldest: Week;
  readonly times: number;
}

/** `✅ **16 Nov** · passed · 3 of 3`, `❌ **26 Oct – 8 Nov** · missed Minutes in game twice`. */
function formatWeekLine(newest: Week, { oldest, times }: Alike, dates: Dates): string {
  const { text, numbers } = getResult(newest);
  const [from, lastDay] = [findStart(oldest), findStart(newest)?.add({ days: 6 })];
  const span =
    from && (times > 1 && lastDay ? formatShortDates(from, lastDay, dates) : formatDate(from, dates));
  const howOften = newest.mark !== "excused" && formatTimes(times);
  // Beside how often, there's no room for both on a phone.
  return joinParts([
    joinParts([weekMarks[newest.mark], span && `**${span}**`], " "),
    joinParts([text, howOften], " "),
    times === 1 && numbers,
  ]);
}

function formatTimes(times: number): string {
  if (times === 1) return "";
  return times === 2 ? "twice" : withoutBreaks(`${times} times`);
}

/** `passed` and `3 of 3`, `missed Minutes in game`, `failed` and `1 of 3`, `excused`. */
function getResult({ mark, entries }: Week): { readonly text: string; readonly numbers: string | undefined } {
  const { passed = [], failed = [] } = Object.groupBy(entries, getWeekMark);
  const [missed, ...others] = failed;
  const name = missed && (escapeMarkdown(missed.assignment_name, 20) || "Unnamed");
  const counted = passed.length + failed.length;
  if (name !== undefined && others.length === 0) return { text: `missed ${name}`, numbers: undefined };
  return { text: weekTexts[mark], numbers: counted > 0 ? `${passed.length} of ${counted}` : undefined };
}

const assignmentsAPage = 8;
const maxLinesLength = 2_300;

interface AssignmentsView {
  readonly userId: string;
  readonly assignments: StaffAssignments;
  /** From 0. */
  readonly page: number;
  readonly createCustomId: (page: number) => string;
  /** The id of the button that opens the full descriptions of a page. */
  readonly createReadId: (page: number) => string;
}

export function renderAssignments(view: AssignmentsView, ctx: RenderContext): Reply {
  const { userId, assignments, page: asked, createCustomId, createReadId } = view;
  const { names, now } = ctx;
  const { assigned, history } = assignments;
  const active = assigned.filter((each) => each.active);
  const statuses = listGoalStatuses(assignments, now);
  const whose = formatWhose(userId, ctx);
  const page = paginateAssignments(assignments, asked, now);
  const endMs = findEndOfWeekMs(assignments, now.epochMilliseconds);
  const counts = joinParts([describeGoalsPassed(statuses), describeUncounted(statuses, assigned.length)]);
  const lines = page.entries.map((each) => formatAssignmentLine(each, history, endMs, ctx));
  return {
    embeds: [
      createEmbed({
        title: `${whose} ${statuses.length === 0 ? "assignments" : `week: ${describeWeekState(statuses)}`}`,
        tone: getToneOfGoals(statuses),
        description: joinParts(
          [
            lines.length === 0
              ? describeNoGoals(assignments, describeEmpty(history))
              : fitLines(lines, maxLinesLength),
            active.length > 0 && (endMs === undefined ? counts : withTimeLeft(counts, endMs, ctx)),
          ],
          "\n",
        ),
        fields: createHistoryFields(history, ctx),
        footer: joinParts([
          describePage(page),
          page.count > 1 && pluralize(assigned.length, "assignment"),
          !isReaderAlone(userId, ctx) && formatPeople([userId], names),
        ]),
        at: now,
      }),
    ],
    components: [
      ...createPageButtons(
        page,
        { before: "Previous", after: "Next" },
        createCustomId,
        ...(page.entries.some(isDescribed)
          ? [createButton({ customId: createReadId(page.index), label: "Details" })]
          : []),
      ),
    ],
    share: { userId, renderForOthers: () => renderAssignments(view, toFormatsForOthers(ctx)) },
  };
}

/** The most urgent first, those that aren't active last. */
function paginateAssignments(
  assignments: StaffAssignments,
  asked: number,
  now: Temporal.Instant,
): Page<Assignment> {
  const active = sortGoalsByUrgency(assignments, now).map(({ goal }) => goal);
  const others = assignments.assigned.filter((each) => !each.active);
  return paginate([...active, ...others], asked, assignmentsAPage);
}

function isDescribed({ description = "" }: Assignment): boolean {
  return escapeMarkdown(description) !== "";
}

interface DescriptionsView extends Pick<AssignmentsView, "userId" | "assignments" | "page"> {
  readonly names: Names;
  readonly now: Temporal.Instant;
}

/** What the assignments of a page ask for, in full; `undefined` when none of them says. */
export function renderWholeDescriptions(view: DescriptionsView): LongText | undefined {
  const { userId, assignments, page, names, now } = view;
  const texts = paginateAssignments(assignments, page, now)
    .entries.filter(isDescribed)
    .map(({ name, description }) => `${name.trim() || "Unnamed"}:\n${description}`);
  if (texts.length === 0) return undefined;
  const facts = describePerson(userId, names);
  return { title: "Assignment descriptions", facts, text: texts.join("\n\n") };
}

function formatAssignmentLine(
  assignment: Assignment,
  history: readonly AssignmentWeek[],
  endMs: number | undefined,
  formats: Formats,
): string {
  const { now } = formats;
  return joinParts([
    formatGoalLine(assignment, getStatusNow(assignment, history, now), now),
    formatOwnDue(assignment, endMs, formats),
  ]);
}

function describeEmpty(history: readonly AssignmentWeek[]): string {
  return history.length === 0
    ? "No assignments yet. Assignments set in the workspace will appear here."
    : "No assignments this week. They're set in the workspace; ones with a target of 0 aren't listed.";
}
