import { computeOrderRule, parseOrderRule, type OrderRule } from "../status.ts";
import {
  type BoardRequest,
  minutesOption,
  switchOption,
  pictureOption,
  type OptionsOf,
  readOptions,
} from "../../boards/index.ts";
import type { Order } from "../../../src/api/contract/orders.ts";

export const boardOptions = {
  stuckMinutes: minutesOption(
    "Minutes without progress until it's stuck",
    30,
    (minutes) => `An order is stuck after ${minutes} min without progress`,
  ),
  tellReady: switchOption({
    label: "A live board also announces orders that are ready for pickup",
    on: "Announces when an order is ready for pickup",
    liveOnly: true,
  }),
  tellStuck: switchOption({
    label: "A live board also announces stuck orders",
    on: "Announces when an order is stuck",
    liveOnly: true,
  }),
  pictures: pictureOption,
};

/** The options of an order board. */
export function readOrdersOptions(stored: unknown): OptionsOf<typeof boardOptions> {
  return readOptions(boardOptions, stored);
}

/** The order rule of a board's workspace. */
export async function readBoardOrderRule(
  orders: readonly Order[],
  { ctx, schedule, now }: BoardRequest,
): Promise<OrderRule> {
  return computeOrderRule(orders, parseOrderRule(await ctx.store.guildSettings.all(schedule.guildId)), now);
}
