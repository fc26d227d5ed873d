import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import type { Autocomplete } from "../../src/interactions/handler.ts";
import type { GuildContext, LinkedContext } from "../../src/interactions/handler-context.ts";
import { foldText } from "../../src/domain/search.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import { paginate } from "../../src/domain/lists.ts";
import {
  findOrders,
  needsJudge,
  oldFilter,
  openFilter,
  type OrderFilter,
  sortOrdersNewestFirst,
} from "./filter.ts";
import { defineButton, defineSelect } from "../../src/interactions/components.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { boardOrderId, myOrdersId } from "../schedule/boards/controls.ts";
import { statusChoices } from "./text.ts";
import { readNames } from "../../src/ui/people.ts";
import { text, choice, integer } from "../kit/options.ts";
import { readGuildZone } from "../kit/zone-option.ts";
import { definePagedList } from "../kit/paged-list.ts";
import { nothingShown, resolvePerson } from "../kit/resolve-person.ts";
import { anyPerson } from "../kit/person-option.ts";
import { orderComponents } from "./create.ts";
import { openOrder } from "./open-order.ts";
import { listOrderPeople } from "./render.ts";
import { assertOrderNumber } from "./input.ts";
import { createOrderJudge } from "./rule.ts";
import { ordersAPage, renderSearch } from "./render-search.ts";
import { createOrdersTable } from "./csv.ts";
import {
  countByStatus,
  sortOpenFirst,
  describeOrderFilter,
  type SearchFilter,
  searchFilters,
} from "./search-filter.ts";

const shortcuts: readonly (readonly [string, number])[] = [
  ["Today", 0],
  ["Yesterday", 1],
  ["7 days ago", 7],
  ["30 days ago", 30],
];

/** Commonly meant days, by their date in the server's time zone. */
const suggestDays: Autocomplete = async (typed, ctx) => {
  const today = await getToday(ctx);
  const wanted = foldText(typed.trim());
  const understood = wanted === "" ? undefined : parseDay(typed, today)?.toString();
  const suggested = shortcuts
    .map(([name, days]) => ({ name, value: today.subtract({ days }).toString() }))
    .filter(({ name, value }) => foldText(name).includes(wanted) || value.startsWith(wanted))
    .map(({ name, value }) => ({ name: `${name} · ${value}`, value }));
  return understood === undefined || suggested.some(({ value }) => value === understood)
    ? suggested
    : [{ name: understood, value: understood }, ...suggested];
};

/** A day as a date, such as `2026-11-02` or `2.11.2026`, or in words, as it is suggested. */
const dayOption = (description: string) =>
  text(description)
    .max(20)
    .autocomplete(suggestDays)
    .map(async (typed, ctx: GuildContext) => (typed ? readDay(typed, await getToday(ctx)) : undefined));

/** @throws UserError if it isn't a date of the years 2000 to 2100 */
function readDay(typed: string, today: Temporal.PlainDate): Temporal.PlainDate {
  const day = parseDay(typed, today);
  if (day === undefined)
    throw new UserError(
      `“${escapeMarkdown(typed, 40)}” isn't a date I understand, so nothing was looked up. Type one such as *2026-11-02*, or *yesterday*.`,
    );
  if (day.year < 2000 || day.year > 2100)
    throw new UserError(
      "Orders can be looked up by days from 2000 to 2100, so nothing was looked up. Type one such as *2026-11-02*.",
    );
  return day;
}

/** In numbers, a year first or a day with points: who writes `11/02/2026` may mean either. */
const dayShapes = [
  /^(?<year>\d{4})[-./](?<month>\d{1,2})[-./](?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})\. ?(?<month>\d{1,2})\. ?(?<year>\d{4})$/,
];

function parseDay(typed: string, today: Temporal.PlainDate): Temporal.PlainDate | undefined {
  const written = foldText(typed).trim();
  const named = shortcuts.find(([name]) => foldText(name) === written)?.[1];
  const ago = named ?? /^(\d{1,4}) days? ago$/.exec(written)?.[1];
  if (ago !== undefined) return today.subtract({ days: Number(ago) });
  const { year, month, day } = dayShapes.map((shape) => shape.exec(written)?.groups).find(Boolean) ?? {};
  try {
    return year === undefined
      ? Temporal.PlainDate.from(written.toUpperCase(), { overflow: "reject" })
      : Temporal.PlainDate.from(
          { year: Number(year), month: Number(month), day: Number(day) },
          { overflow: "reject" },
        );
  } catch {
    return undefined;
  }
}

/** When a day begins in the server's time zone, in epoch milliseconds. @param later how many days after it */
async function getStartOfDay(day: Temporal.PlainDate, ctx: GuildContext, later = 0): Promise<number> {
  const zone = (await readGuildZone(ctx)) ?? "UTC";
  return day.add({ days: later }).toZonedDateTime(zone).epochMilliseconds;
}

async function getToday(ctx: GuildContext): Promise<Temporal.PlainDate> {
  const zone = (await readGuildZone(ctx)) ?? "UTC";
  return Temporal.Instant.fromEpochMilliseconds(ctx.now()).toZonedDateTimeISO(zone).toPlainDate();
}

const found = definePagedList({
  name: "order.search",
  about: { draftId: z.string() },
  access: "staff",
  needs: "link",
  async show({ draftId, page }, ctx, ids) {
    const { filter, orders, matching, find } = await searchOrders(draftId, ctx);
    const { status } = filter;
    const open =
      status === openFilter
        ? matching
        : status === undefined
          ? await find({ status: openFilter }, matching)
          : [];
    // People looking for open orders need to know about old ones too.
    const hidden = status === openFilter ? await find({ ...filter, status: oldFilter }) : [];
    const old = status === openFilter ? [] : await find({ status: oldFilter }, matching);
    const shown = paginate(sortOpenFirst(matching, open), page, ordersAPage);
    const [only] = matching.length === 1 ? matching : [];
    const people = only === undefined ? shown.entries.map(({ customer }) => customer) : listOrderPeople(only);
    // Shown where they are known already.
    const makers = shown.entries.map(({ prepared_by }) => prepared_by);
    const names = await readNames(people, ctx, [filter.person, ...makers]);
    const zone = (await readGuildZone(ctx)) ?? "UTC";
    const counts = {
      total: orders.length,
      oldCount: hidden.length,
      openCount: open.length,
      old: new Set(old),
      countOf: countByStatus(matching, open, old),
    };
    return renderSearch({ ...counts, page: shown, filter, zone, ...ids }, renderContext(ctx, names));
  },
  async csv({ draftId }, ctx) {
    const { filter, matching } = await searchOrders(draftId, ctx);
    const names = await readNames([], ctx, [filter.person]);
    return createOrdersTable(matching, describeOrderFilter(filter, names), ctx);
  },
  open: (orderId, _asked, ctx) => openOrder(orderId, ctx),
});

const underPost = { access: "staff", needs: "link", ack: "ephemeral" } as const;

/** Below the board of open orders in a channel. */
const postControls = [
  defineSelect({
    id: boardOrderId,
    ...underPost,
    run: (_fields, ctx, { values: [orderId = ""] }) => openOrder(orderId, ctx),
  }),
  defineButton({
    id: myOrdersId,
    ...underPost,
    run: async (_fields, ctx) => {
      const person = await resolvePerson("me", ctx, { field: "person", notDone: nothingShown });
      const filter = { status: openFilter, person };
      return found.show({ draftId: await searchFilters.keep(filter, ctx), page: 0 }, ctx);
    },
  }),
];

/** What a search finds now, newest first. @throws UserError if the search is too old */
async function searchOrders(draftId: string, ctx: LinkedContext) {
  const filter = await searchFilters.find(draftId, ctx);
  const { api, scheduler, workspaceId, guildId } = ctx;
  const orders = await api.searchOrders({ params: { workspaceId } });
  ctx.orderLog.note(ctx.link, orders);
  const sorted = sortOrdersNewestFirst(orders);
  let judging: ReturnType<typeof createOrderJudge> | undefined;
  const find = async (wanted: OrderFilter, among = sorted) => {
    const judge = needsJudge(wanted) ? await (judging ??= createOrderJudge(orders, ctx)) : undefined;
    return scheduler.runExclusive(guildId, () =>
      findOrders(among, wanted, judge, () => scheduler.pause(guildId)),
    );
  };
  return { filter, orders, matching: await find(filter), find };
}

export const search = defineSubcommand({
  name: "search",
  description: "Find orders: open ones first, then the newest",
  options: {
    status: choice("Only orders with this status", statusChoices),
    person: anyPerson("Only orders this person is involved in"),
    item: text("Only orders with an item containing this")
      .max(100)
      .map((item) => item || undefined),
    number: integer("Only the order with this number").map((number) =>
      assertOrderNumber(number, nothingShown),
    ),
    from: dayOption("Only orders logged on this day or later, for example 2026-11-02"),
    until: dayOption("Only orders logged on this day or earlier"),
  },
  access: "staff",
  purpose: "find orders",
  needs: "link",
  ack: "ephemeral",
  operations: ["searchOrders", "createOrder", "getUser"],
  components: [...found.components, ...postControls, ...orderComponents],
  run: async ({ options }, ctx) =>
    found.show({ draftId: await searchFilters.keep(await withMoments(options, ctx), ctx), page: 0 }, ctx),
});

interface TypedFilter extends OrderFilter {
  readonly from?: Temporal.PlainDate | undefined;
  readonly until?: Temporal.PlainDate | undefined;
}

/** Days as they are in the server's time zone. @throws UserError if the last one is before the first one */
async function withMoments(
  { from, until, ...filter }: TypedFilter,
  ctx: LinkedContext,
): Promise<SearchFilter> {
  if (from !== undefined && until !== undefined && Temporal.PlainDate.compare(until, from) < 0)
    throw new UserError("`until` is before `from`, so nothing was looked up. Swap them.");
  return {
    ...filter,
    from: from?.toString(),
    until: until?.toString(),
    since: from === undefined ? undefined : await getStartOfDay(from, ctx),
    before: until === undefined ? undefined : await getStartOfDay(until, ctx, 1),
  };
}
