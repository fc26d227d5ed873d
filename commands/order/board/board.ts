import { createOrdersPicture } from "./picture.ts";
import { postOrderAlerts } from "../alerts/send.ts";
import { boardOptions, readBoardOrderRule } from "./options.ts";
import { createMyOrdersButton, createOrderControls } from "./controls.ts";
import { describeChanges, sortByNeed, maxOrdersShown, renderOrdersBoard, summarizeOrders } from "./render.ts";
import { findOrderPerson, describeOldOrders, getStatusPlace } from "../text.ts";
import type { Order } from "../../../src/api/contract/orders.ts";
import type { LeftOut } from "../../../src/api/contract/records.ts";
import { mayBeFirstPage } from "../../../src/domain/lists.ts";
import { isStuck, getOrderLife, findLastChangedMs } from "../status.ts";
import type { OrderTimes } from "../times.ts";
import { parseEpochMs } from "../../../src/ui/time.ts";
import { defineBoard, getChangesSince, kindNames } from "../../boards/index.ts";
import { minuteMs } from "../../../src/time.ts";
import { pluralize } from "../../../src/ui/numbers.ts";

/** Half of all orders take longer than the usual time, so that alone isn't worth a mark. */
const slowFactor = 2;

/** @param now in epoch milliseconds */
function isSlow({ createdAt }: Order, { total }: OrderTimes, now: number): boolean {
  const at = parseEpochMs(createdAt);
  return at !== undefined && total !== undefined && now - at > slowFactor * total.medianMs;
}

/** Open orders, by status and age. */
export const ordersBoard = defineBoard({
  name: "orders",
  description: kindNames.orders,
  dependsOn: "searchOrders",
  options: boardOptions,
  refreshEveryMs: 2 * minuteMs,
  whenRefreshed: postOrderAlerts,
  async build(input) {
    const { boardData, options, now, maxLength } = input;
    const orders = await boardData.orders();
    const rule = await readBoardOrderRule(orders, input);
    const { open = [], old = [] } = Object.groupBy(orders, (order) => getOrderLife(order, rule, now));
    const { zone, lastAsOf } = input.schedule;
    const [since, asOf] = [getChangesSince(lastAsOf, now), boardData.asOf()];
    // The next digest counts what is newer than what this one shows.
    const isNews = (text: string | undefined): boolean => {
      const at = parseEpochMs(text);
      return at !== undefined && at > since && at <= asOf;
    };
    const changes = describeChanges({
      came: orders.filter((order) => isNews(order.createdAt)).length,
      done: orders.filter(
        (order) =>
          order.status !== "cancelled" &&
          getOrderLife(order, rule, now) === "ended" &&
          isNews(order.updatedAt),
      ).length,
    });
    if (open.length === 0) {
      const empty = describeNoneOpen(boardData.leftOut(), orders.length);
      return { empty: old.length === 0 ? empty : `${empty} ${describeOldOrders(old.length)}`, changes };
    }
    const oldestFirst = open
      .map((order) => ({ order, createdMs: getCreatedMs(order) }))
      .toSorted((one, other) => one.createdMs - other.createdMs)
      .map(({ order }) => order);
    const stuckAfterMs = options.stuckMinutes * minuteMs;
    const times = await input.ctx.orderLog.times(input.link, { end: rule.endsAt, zone });
    const groups = [...Map.groupBy(oldestFirst, ({ status }) => status)]
      .toSorted(([a], [b]) => getStatusPlace(b) - getStatusPlace(a))
      .map(([status, those]) => ({
        status,
        orders: those.map((order) => ({
          order,
          isStuck: isStuck(order, stuckAfterMs, rule, now),
          isSlow: isSlow(order, times, now),
        })),
      }));
    const shown = sortByNeed(groups.flatMap(({ orders: those }) => those)).slice(0, maxOrdersShown);
    const names = await input.readNames(shown.map(({ order }) => findOrderPerson(order).id));
    const renderContext = input.renderContext(names);
    const { dateStyle } = renderContext;
    const all = groups.flatMap(({ orders: those }) => those);
    const isLateKnown = times.total !== undefined;
    const board = { groups, stuckAfterMs, oldCount: old.length, isLateKnown, maxLength };
    const components = createOrderControls(
      shown.map(({ order }) => order),
      input.link.linkKey,
    );
    return {
      message: { ...renderOrdersBoard({ ...board, isDrawn: false }, renderContext), components },
      beside: { ...renderOrdersBoard({ ...board, isDrawn: true }, renderContext), components },
      picture: createOrdersPicture(all, times, { asOf: boardData.asOf(), zone, dateStyle }),
      isPictureOfMoment: true,
      summary: summarizeOrders(groups, {
        ...renderContext,
        changes,
        button: createMyOrdersButton(input.link.linkKey),
      }),
      contentKey: [
        old.length,
        groups.map(({ status, orders: those }) => [
          status,
          those.length,
          those.filter(({ isStuck: stuck }) => stuck).length,
        ]),
        shown.map(({ order, isStuck: stuck, isSlow: slow }) => [
          order._id,
          findOrderPerson(order),
          order.items,
          stuck,
          slow,
        ]),
      ],
    };
  },
});

/** Why a board shows no order. @param count of the orders that were read */
function describeNoneOpen(leftOut: readonly LeftOut[], count: number): string {
  if (leftOut.length > 0) return "None of the orders that I could read is open.";
  return mayBeFirstPage(count)
    ? `None of the ${pluralize(count, "order")} that the workspace sent is open. It may have more orders than it sends at once.`
    : "No open orders. New orders will appear here.";
}

/** Orders without a date come first: nobody knows how long they have been waiting. */
function getCreatedMs(order: Order): number {
  return parseEpochMs(order.createdAt) ?? findLastChangedMs(order) ?? 0;
}
