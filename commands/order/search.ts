import { z } from "zod";
import { boardOrderId, myOrdersId } from "./board/controls.ts";
import { UserError } from "../../src/errors.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
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
import { statusChoices, describeStatus, joinItems } from "./text.ts";
import { readNames, type Names, formatPlainPerson } from "../../src/ui/people.ts";
import { text, choice, integer } from "../kit/options.ts";
import { dayOption, suggestToday, type TypedDay } from "../kit/time-options.ts";
import { readGuildZone } from "../kit/zone-option.ts";
import { findListed } from "../kit/find-listed.ts";
import { definePagedList } from "../kit/paged-list.ts";
import { nothingShown, resolvePerson } from "../kit/resolve-person.ts";
import { anyPerson } from "../kit/person-option.ts";
import { orderComponents } from "./create.ts";
import { openOrder } from "./open-order.ts";
import { listOrderPeople } from "./render.ts";
import { assertOrderNumber } from "./input.ts";
import { createOrderJudge } from "./rule.ts";
import { ordersAPage, renderSearch } from "./render-search.ts";
import {
  countByStatus,
  sortOpenFirst,
  describeOrderFilter,
  type SearchFilter,
  searchFilters,
} from "./search-filter.ts";
import type { Order } from "../../src/api/contract/orders.ts";
import { createLineFormat, formatCsvLines, formatTableTime, type CsvTable } from "../../src/ui/csv-file.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import { getDateIn, parseInstant } from "../../src/ui/time.ts";

/** Names of more people aren't looked for; their ids are in the table in any case. */
const maxNames = 2_000;

/** @param filtered the filters in words */
async function createOrdersTable(
  orders: readonly Order[],
  filtered: string | undefined,
  ctx: LinkedContext,
  locale: string,
): Promise<CsvTable> {
  const people = [...new Set(orders.flatMap(listOrderPeople))].slice(0, maxNames);
  const names = await readNames(people, ctx);
  const { scheduler, guildId, now } = ctx;
  const zone = (await readGuildZone(ctx)) ?? "UTC";
  const { text: lines, count } = await scheduler.runExclusive(guildId, () =>
    formatCsvLines(
      orders,
      (order) => columns.map(({ cell }) => cell(order, names, zone)),
      createLineFormat(locale),
      () => scheduler.pause(guildId),
    ),
  );
  const about = filtered === undefined ? "" : ` (${filtered})`;
  return {
    name: `orders-${getDateIn(zone, now()).toString()}`,
    summary:
      count < orders.length
        ? `The newest ${formatNumber(count)} of ${pluralize(orders.length, "order")}, as a table${about}. Older ones don't fit into the file: search for those until an earlier day.`
        : `${pluralize(count, "order")}, newest first, as a table${about}.`,
    zone: { of: "Times", name: zone },
    head: columns.map(({ head }) => head),
    lines,
  };
}

interface Column {
  readonly head: string;
  readonly cell: (order: Order, names: Names, zone: string) => string | number | undefined;
}

const columns: readonly Column[] = [
  { head: "Number", cell: ({ order_number }) => order_number },
  { head: "Id", cell: ({ _id }) => _id },
  { head: "Status", cell: ({ status }) => describeStatus(status).label },
  { head: "Status in the service", cell: ({ status }) => status },
  { head: "Logged", cell: ({ createdAt }, _names, zone) => formatLocalTime(createdAt, zone) },
  { head: "Changed", cell: ({ updatedAt }, _names, zone) => formatLocalTime(updatedAt, zone) },
  { head: "Items", cell: ({ items }) => joinItems(items) },
  ...createPersonColumns("Customer", ({ customer }) => customer),
  ...createPersonColumns("Submitted by", ({ submitted_by }) => submitted_by),
  ...createPersonColumns("Prepared by", ({ prepared_by }) => prepared_by),
  ...createPersonColumns("Picked up by", ({ picked_up_by }) => picked_up_by),
];

/** What isn't a time stays as the service wrote it. */
function formatLocalTime(moment: string | undefined, zone: string): string | undefined {
  const at = parseInstant(moment);
  return at === undefined ? moment : formatTableTime(at, zone);
}

/** A column with the name, and one with the id. */
function createPersonColumns(head: string, getId: (order: Order) => string | undefined): readonly Column[] {
  return [
    {
      head,
      cell(order, names) {
        const userId = getId(order);
        return userId === undefined ? undefined : formatPlainPerson(userId, names);
      },
    },
    { head: `${head} id`, cell: getId },
  ];
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
    const { isReadOnly } = ctx.link;
    return renderSearch(
      { ...counts, page: shown, filter, zone, isReadOnly, ...ids },
      renderContext(ctx, names),
    );
  },
  async csv({ draftId }, ctx, locale) {
    const { filter, matching } = await searchOrders(draftId, ctx);
    const names = await readNames([], ctx, [filter.person]);
    return createOrdersTable(matching, describeOrderFilter(filter, names, renderContext(ctx)), ctx, locale);
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
  const { number } = filter;
  const { list: orders } = await findListed(
    (options) => api.searchOrders({ params: { workspaceId } }, options),
    (all) => (number === undefined ? all : all.find(({ order_number }) => order_number === number)),
    ctx,
  );
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
    from: dayOption("Only orders logged on this day or later, for example yesterday or 28 Nov", "first"),
    until: dayOption("Only orders logged on this day or earlier", "last"),
  },
  access: "staff",
  purpose: "find orders",
  needs: "link",
  ack: "ephemeral",
  dependsOn: ["searchOrders"],
  operations: ["searchOrders", "createOrder", "getUser"],
  components: [...found.components, ...postControls, ...orderComponents],
  run: async ({ options }, ctx) =>
    found.show({ draftId: await searchFilters.keep(await withMoments(options, ctx), ctx), page: 0 }, ctx),
});

interface TypedFilter extends OrderFilter {
  readonly from?: TypedDay | undefined;
  readonly until?: TypedDay | undefined;
}

/** Days as they are in the server's time zone. @throws UserError for days that no order can be of */
async function withMoments(
  { from, until, ...filter }: TypedFilter,
  ctx: LinkedContext,
): Promise<SearchFilter> {
  if (from === undefined && until === undefined) return filter;
  const zone = (await readGuildZone(ctx)) ?? "UTC";
  const today = Temporal.Instant.fromEpochMilliseconds(ctx.now()).toZonedDateTimeISO(zone).toPlainDate();
  if ([from, until].some((typed) => typed !== undefined && (typed.day.year < 2000 || typed.day.year > 2100)))
    throw new UserError(
      `Orders can be found by days from 2000 to 2100. ${suggestToday({ today }, renderContext(ctx))}`,
      { options: ["from", "until"] },
    );
  if (from !== undefined && until !== undefined && Temporal.PlainDate.compare(until.day, from.day) < 0)
    throw new UserError("`until` is before `from`. Swap them.", { options: ["from", "until"] });
  const getStart = (day: Temporal.PlainDate): number => day.toZonedDateTime(zone).epochMilliseconds;
  return {
    ...filter,
    from: from?.day.toString(),
    until: until?.day.toString(),
    unclearFrom: from?.unclear,
    unclearUntil: until?.unclear,
    since: from && getStart(from.day),
    before: until && getStart(until.day.add({ days: 1 })),
  };
}
