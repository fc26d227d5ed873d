import { readBoardOrderRule, type OrderRule } from "../../order/index.ts";
import { UserError } from "../../../src/errors.ts";
import { getWeekAt, parseWeekSettings } from "../../../src/domain/week-boundaries.ts";
import { readNames, type Names, formatPlainPerson } from "../../../src/ui/people.ts";
import type { CsvTable } from "../../../src/ui/csv-file.ts";
import {
  type BoardRequest,
  choiceOption,
  pictureOption,
  createBoardData,
  type BoardInput,
  defineBoard,
  kindNames,
} from "../../boards/index.ts";
import { createReportControls } from "../controls.ts";
import { buildFinal } from "../standings/board.ts";
import { type Arrivals, summarizeOrdersOfWeek, countPostsOfWeek, type WeekOrders } from "./orders.ts";
import { createReportPicture } from "./picture.ts";
import { listPeopleToOpen, renderReport, type WeekReport, formatPlainGoal } from "./render.ts";
import {
  findLastSavedWeek,
  readMissedWeeks,
  readSavedWeeks,
  readUnlessRefused,
  selectLastWeek,
  summarizePeopleOfWeek,
  withMissedWeeks,
  withNewResults,
  type WeekCounts,
} from "./weeks.ts";
import { maxInRow, unmarkedText, type Week } from "../../weeks/index.ts";
import { minuteMs } from "../../../src/time.ts";
import { formatDateInFull } from "../../../src/ui/time.ts";
import { usualDateStyle } from "../../../src/ui/formats.ts";

type Line = CsvTable["lines"][number];

const outcomeLabels = {
  passed: "passed",
  failed: "failed",
  excused: "excused",
  unmarked: unmarkedText,
  none: "nothing to reach",
} as const;

const head = ["What", "Week from", "Name", "User id", "Value", "Details"] as const;

/** One line per number, so that a spreadsheet can filter by type. */
function createReportTable({ first, zone, people, orders, posts }: WeekReport, names: Names): CsvTable {
  const week = first.toString();
  const lines: readonly Line[] = [
    ...(people === undefined ? [] : createCountLines("Results", week, people.counts)),
    ...(people?.trend ?? [])
      .slice(0, -1)
      .flatMap((past) =>
        past.counts ? createCountLines("Earlier results", past.first.toString(), past.counts) : [],
      ),
    ...(people?.people ?? []).flatMap(
      ({ week: { userId, minutes, messages, orders: handled }, outcome }): Line[] => {
        const name = formatPlainPerson(userId, names);
        const { missing = [], failedInRow } =
          people?.needsLook.find((person) => person.userId === userId) ?? {};
        const details = missing.map(formatPlainGoal).join("; ");
        return [
          ["Result", week, name, userId, outcomeLabels[outcome], details],
          ...(failedInRow === undefined
            ? []
            : [
                [
                  "Failed weeks in a row",
                  week,
                  name,
                  userId,
                  failedInRow,
                  failedInRow >= maxInRow ? "or more" : undefined,
                ],
              ]),
          ["Minutes", week, name, userId, minutes],
          ["Messages", week, name, userId, messages],
          ["Orders handled", week, name, userId, handled],
        ];
      },
    ),
    ...(orders?.days ?? []).map(({ date, count }): Line => [
      "Orders by day",
      week,
      date.toString(),
      undefined,
      count,
    ]),
    ...(orders === undefined ? [] : [["Orders", week, undefined, undefined, orders.total] satisfies Line]),
    ...(orders?.time === undefined
      ? []
      : [
          ["Usual minutes per order", week, orders.time.end, undefined, round(orders.time.ms)] satisfies Line,
        ]),
    ...(orders?.items ?? []).map(({ name, count }): Line => ["Most ordered", week, name, undefined, count]),
    ...(posts === undefined
      ? []
      : [["Posts published", week, undefined, undefined, posts.count] satisfies Line]),
  ];
  return {
    name: `report-${week}`,
    summary: `The week of ${formatDateInFull(week, usualDateStyle)} as a table.`,
    zone: { of: "Days", name: zone },
    head,
    lines: lines.map((line) => head.map((_, column) => line[column])),
  };
}

function createCountLines(what: string, week: string, counts: WeekCounts): readonly Line[] {
  return (["passed", "failed", "excused", "unmarked"] as const)
    .filter((outcome) => outcome !== "unmarked" || counts.unmarked > 0)
    .map((outcome) => [what, week, outcomeLabels[outcome], undefined, counts[outcome]]);
}

/** To a tenth of a minute. */
function round(ms: number): number {
  return Math.round((ms / minuteMs) * 10) / 10;
}

const shownOption = choiceOption(
  "What it shows",
  [
    { value: "all", name: "The whole report", chosen: "" },
    { value: "results", name: "Only who passed and who failed" },
  ],
  "all",
);

/** The last completed week on one page; a button below it gives it as a table. */
export const reportBoard = defineBoard({
  name: "report",
  description: kindNames.report,
  options: { shows: shownOption, pictures: pictureOption },
  async build(input) {
    if (input.options.shows === "results") return buildFinal(input);
    const { link, maxLength, now, dueAt, schedule } = input;
    // A report posted late is still about the week that was over when it was due.
    const report = await readLastReport(Math.min(now, dueAt ?? now), input);
    if (isEmpty(report))
      return { empty: "There's nothing to report: no saved weeks, orders or posts of the last week." };
    const { people } = report;
    const shown = [...(people?.best ?? []), ...(people?.needsLook ?? [])].map(({ userId }) => userId);
    const names = await input.readNames(shown);
    const dates = input.renderContext();
    const components = createReportControls(listPeopleToOpen(people, names), report, link.linkKey);
    return {
      message: { ...renderReport(report, { maxLength, dates }, names), components },
      beside: { ...renderReport(report, { maxLength, dates, isDrawn: true }, names), components },
      picture: createReportPicture({ report, workspaceName: link.name, dates }),
      isUndated: true,
      contentKey: [{ ...report, times: undefined }, schedule.zone],
    };
  },
});

/**
 * The numbers of a report as a table, read when someone asks for it.
 * @throws UserError if nothing of that week is left; ApiError, ContractError
 */
export async function readReportTable(
  first: Temporal.PlainDate,
  zone: string,
  ctx: BoardRequest["ctx"] & Pick<BoardRequest, "link" | "api">,
): Promise<CsvTable> {
  const { link, api } = ctx;
  const { guildId, linkKey } = link;
  const schedule = { id: "", guildId, linkKey, channelId: "", options: {}, zone, refreshEveryMs: undefined };
  const request = { ctx, link, api, schedule, now: ctx.now() };
  const report = await readReport(first, { ...request, boardData: createBoardData(request) });
  if (isEmpty(report))
    throw new UserError(
      "There are no saved weeks, orders or posts of that week anymore, so there's no file.",
    );
  const userIds = report.people?.people.map(({ week }) => week.userId) ?? [];
  return createReportTable(report, await readNames(userIds, { ...ctx, guildId, link }));
}

/** Of the last week that was over at a moment in epoch milliseconds. */
async function readLastReport(at: number, input: Reading): Promise<WeekReport> {
  const { ctx, link } = input;
  const saved = await findLastSavedWeek(link, at, ctx.store);
  if (saved !== undefined) {
    const week = await ctx.store.weeks.ofWeek(link.guildId, link.workspaceId, saved.toString());
    return readReport(saved, input, await readMissedWeeks(input, week));
  }
  const missed = await readMissedWeeks(input);
  const [known] = selectLastWeek(missed, at);
  const first =
    known === undefined ? await readFirstOfLastWeek(at, input) : Temporal.PlainDate.from(known.weekStart);
  return readReport(first, input, missed);
}

/** Where nobody has a result of it, such as after a break of some weeks: the one before the running week. */
async function readFirstOfLastWeek(at: number, { ctx, link }: Reading): Promise<Temporal.PlainDate> {
  const { guildId, workspaceId } = link;
  const settings = parseWeekSettings(await ctx.store.guildSettings.all(guildId));
  const saved = await ctx.store.weeks.known(guildId, workspaceId, maxCompared);
  // The others end as the server counts weeks.
  const dated = saved.filter(({ isDated }) => isDated === true);
  return getWeekAt(dated, settings, at).first.subtract({ weeks: 1 });
}

/** A report that is late may be of some weeks ago. */
const maxCompared = 12;

function isEmpty({ people, orders, posts }: WeekReport): boolean {
  return people === undefined && (orders?.total ?? 0) === 0 && (posts?.count ?? 0) === 0;
}

type Reading = BoardRequest & Pick<BoardInput<unknown>, "boardData">;

/** @param missed weeks that the service still has, for those of which nothing was saved; read if they're needed */
async function readReport(
  first: Temporal.PlainDate,
  input: Reading,
  missed?: readonly Week[],
): Promise<WeekReport> {
  const { boardData, ctx, link, schedule } = input;
  const { zone } = schedule;
  const stored = await readSavedWeeks(link, first, ctx.store);
  const more = missed ?? (stored.has(0) ? [] : await readMissedWeeks(input));
  const saved = withMissedWeeks(stored, more, first);
  const reported = await withNewResults(saved.get(0) ?? [], input);
  const people = summarizePeopleOfWeek(
    reported.length === 0 ? saved : new Map([...saved, [0, reported]]),
    first,
  );
  const [orders, posts] = [
    await readUnlessRefused(() => boardData.orders(), input),
    await readUnlessRefused(() => boardData.posts(), input),
  ];
  const rule = orders && (await readBoardOrderRule(orders, input));
  return {
    first,
    zone,
    people,
    orders:
      orders &&
      rule &&
      (summarizeOrdersOfWeek(orders, first, {
        zone,
        rule,
        arrivals: await readArrivals(input, first, rule),
      }) ??
        noOrders),
    posts: posts && countPostsOfWeek(posts, first, zone),
    times: rule && (await ctx.orderLog.times(link, { end: rule.endsAt, zone })),
  };
}

const maxSteps = 10_000;

/** For the orders of that week and the one before. */
async function readArrivals(
  { ctx, link, schedule }: BoardRequest,
  first: Temporal.PlainDate,
  { endsAt }: OrderRule,
): Promise<Arrivals> {
  const since = first.subtract({ weeks: 1 }).toZonedDateTime(schedule.zone).epochMilliseconds;
  const steps = await ctx.store.orderSteps.newest(link, since, maxSteps);
  // The newest come first: of several arrivals the first one stays.
  return new Map(
    steps.filter(({ status }) => status === endsAt).map(({ orderId, seenAt }) => [orderId, seenAt]),
  );
}

const noOrders: WeekOrders = { total: 0, before: undefined, days: [], items: [], time: undefined };
