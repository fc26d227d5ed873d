import { renderOrderChange, type ToldChange } from "../../commands/order/render-board-change.ts";
import type { Order } from "../api/contract/orders.ts";
import { boardOrderRule, ordersBoard, readOrdersOptions } from "../boards/orders.ts";
import { readingsFor } from "../boards/readings.ts";
import { isReady, isStuck } from "../domain/order-life.ts";
import type { OrderChange } from "../store/order-watch.ts";
import type { Schedule } from "../store/schedules.ts";
import { withMomentsInWords } from "../text/lasting.ts";
import type { JobTools } from "./job.ts";
import { boardRequest } from "./posting/make-board.ts";
import { nonceFrom } from "./posting/nonce.ts";

/** Longer than posting takes; after it a claim belongs to a process that died. */
const leaseMs = 2 * 60_000;
/** What a channel bears at once; the rest is told at the next look, if it is still so. */
const mostAtOnce = 5;

/**
 * Tells in a schedule's channel what became of orders since its last look, each once.
 * @throws ApiError, ContractError, UserError when the link is gone, and what Discord answered
 */
export async function tellOrderChanges(schedule: Schedule, tools: JobTools): Promise<void> {
  if (schedule.kind !== ordersBoard.name) return;
  const { tellReady, tellStuck, stuckMinutes } = readOrdersOptions(schedule.options);
  if (!tellReady && !tellStuck) return;
  const { store, now } = tools.ctx;
  const request = await boardRequest(schedule, tools);
  const readings = readingsFor(request);
  const orders = await readings.orders();
  // What is from memory says nothing about now.
  if (readings.isStale()) return;

  const { id: scheduleId, guildId } = schedule;
  const noticedAt = now();
  const rule = await boardOrderRule(orders, request);
  const seen: Readonly<Record<ToldChange, readonly Order[]>> = {
    ready: tellReady ? orders.filter(({ status }) => isReady(status)) : [],
    stuck: tellStuck ? orders.filter((order) => isStuck(order, stuckMinutes * 60_000, rule, noticedAt)) : [],
  };
  const notice = (change: ToldChange) =>
    store.orderWatch.notice(
      { scheduleId, guildId, change, noticedAt },
      seen[change].map(({ _id }) => _id),
    );
  if (tellReady) await notice("ready");
  if (tellStuck) await notice("stuck");
  for (const change of await store.orderWatch.claim(scheduleId, noticedAt, noticedAt + leaseMs, mostAtOnce))
    await tell(change, seen, schedule, tools);
}

async function tell(
  change: OrderChange,
  seen: Readonly<Record<ToldChange, readonly Order[]>>,
  { guildId, channelId, zone }: Schedule,
  { ctx }: JobTools,
): Promise<void> {
  const { store, messenger } = ctx;
  const kind = change.change === "ready" ? "ready" : "stuck";
  const order = seen[kind].find(({ _id }) => _id === change.orderId);
  if (order === undefined) return store.orderWatch.settle(change, "dropped");
  const nonce = nonceFrom(`${change.scheduleId} ${change.orderId} ${change.change}`);
  const people = [order.customer, order.prepared_by].filter((userId) => userId !== undefined);
  const accounts = await store.accounts.ofUsers(guildId, people);
  const names = new Map(accounts.map((account) => [account.userId, account]));
  const line = withMomentsInWords(renderOrderChange(kind, order, names), zone, ctx.now());
  // A try that was cut off may have posted: Discord forgets a nonce within minutes, its channel does not.
  const isThere = change.attempts > 1 && (await messenger.findAgain(channelId, line, nonce)) !== undefined;
  if (!isThere) await messenger.post(channelId, line, { nonce });
  await store.orderWatch.settle(change, "told");
}
