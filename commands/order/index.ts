// What other features may use of this one.
export { createAlertKey, type OrderAlert, type OrderAlertState } from "./alerts/store.ts";
export { ordersBoard } from "./board/board.ts";
export { readBoardOrderRule } from "./board/options.ts";
export { orderComponents } from "./create.ts";
export { filterOrders, openFilter } from "./filter.ts";
export { countOrdered, getItemNames } from "./items.ts";
export { createRepeatMenu, selectToRepeat } from "./open-order.ts";
export { createOrderJudge } from "./rule.ts";
export {
  type ChosenOrderRule,
  type OrderEnd,
  type OrderRule,
  countHandled,
  findMaker,
  isReady,
  orderEnds,
} from "./status.ts";
export {
  describeOpenOrders,
  describeOrderTimes,
  describeStatus,
  formatItemsLine,
  formatOrderName,
} from "./text.ts";
export type { OrderTimes } from "./times.ts";
