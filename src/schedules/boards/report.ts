import { z } from "zod";
import { ApiError, ContractError } from "../../api/errors.ts";
import type { OrderRule } from "../../domain/order-status.ts";
import { guildWeek, weekSettings } from "../../domain/weeks.ts";
import { portraitsOf } from "../../ui/portraits.ts";
import { csvFile } from "../../ui/csv-file.ts";
import { pictureOption } from "./board.ts";
import { type BoardInput, defineBoard } from "./define-board.ts";
import { kindNames } from "./kind-names.ts";
import { boardOrderRule } from "./orders.ts";
import { reportTable } from "./report-csv.ts";
import { type Arrivals, ordersOfWeek, postsOfWeek, type WeekOrders } from "./report-orders.ts";
import { reportPicture } from "./report-picture.ts";
import { renderReport, type WeekReport } from "./report-render.ts";
import { lastSavedWeek, peopleOfWeek, readSavedWeeks } from "./report-weeks.ts";

const Options = z.object({ csv: z.boolean().catch(true) });

/** The last completed week on one page, and as a table. */
export const reportBoard = defineBoard({
  name: "report",
  description: kindNames.report,
  Options,
  options: [
    {
      name: "csv",
      description: "with the numbers as a CSV file",
      chosen: () => "with a CSV file",
      unchosen: "without a CSV file",
      kind: "boolean",
      default: true,
    },
    pictureOption,
  ],
  async build(input) {
    const { ctx, link, maxLength, namesOf, now, options, schedule } = input;
    const report = await readReport(input);
    if (report.people === undefined && (report.orders?.total ?? 0) === 0 && (report.posts?.count ?? 0) === 0)
      return { empty: "There's nothing to report: no saved weeks, orders or posts of the last week." };
    const { people } = report;
    const userIds = people?.people.map(({ week }) => week.userId) ?? [];
    const shown = [...(people?.best ?? []), ...(people?.needsLook ?? [])].map(({ userId }) => userId);
    const { guildId, linkKey } = link;
    const [names, portraits] = await Promise.all([
      namesOf(options.csv ? userIds : shown),
      portraitsOf(shown, { guildId, linkKey, store: ctx.store }),
    ]);
    const message = renderReport(report, { maxLength, now }, names);
    return {
      message: options.csv ? { ...message, files: [csvFile(reportTable(report, names))] } : message,
      picture: reportPicture({ report, workspaceName: link.name, now }, portraits),
      contentKey: [report, schedule.zone, options.csv],
    };
  },
});

async function readReport(input: BoardInput<unknown>): Promise<WeekReport> {
  const { boardData, ctx, link, now, dueAt, schedule } = input;
  const { zone } = schedule;
  // A report posted late is still about the week that was over when it was due.
  const at = Math.min(now, dueAt ?? now);
  const settings = weekSettings(await ctx.store.guildSettings.all(link.guildId));
  const first = (await lastSavedWeek(link, at, ctx.store)) ?? guildWeek(settings, at, -1).first;
  const people = peopleOfWeek(await readSavedWeeks(link, first, ctx.store), first);
  const [orders, posts] = [
    await unlessRefused(() => boardData.orders(), input),
    await unlessRefused(() => boardData.posts(), input),
  ];
  const rule = orders && (await boardOrderRule(orders, input));
  return {
    first,
    zone,
    people,
    orders:
      orders &&
      rule &&
      (ordersOfWeek(orders, first, { zone, rule, arrivals: await arrivalsIn(input, first, rule) }) ??
        noOrders),
    posts: posts && postsOfWeek(posts, first, zone),
  };
}

const maxSteps = 10_000;

/** For the orders of that week and the one before. */
async function arrivalsIn(
  { ctx, link, schedule }: BoardInput<unknown>,
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

const refusals: ReadonlySet<string> = new Set(["forbidden", "not-found", "rejected", "too-large"]);

/** Leaves out what the service refuses to return. @throws ApiError for temporary failures */
async function unlessRefused<T>(
  read: () => Promise<T>,
  { ctx, schedule }: BoardInput<unknown>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    const isRefused =
      error instanceof ContractError || (error instanceof ApiError && refusals.has(error.failure));
    if (!isRefused) throw error;
    ctx.log.info("a report goes without a part", { guildId: schedule.guildId, error });
    return undefined;
  }
}
