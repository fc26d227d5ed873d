import { RESTJSONErrorCodes } from "discord.js";
import {
  classifyPostFailure,
  createBoardRequest,
  createBoardData,
  type Schedule,
  readFormats,
} from "../../boards/index.ts";
import { readBoardOrderRule, readOrdersOptions } from "../board/options.ts";
import type { Order } from "../../../src/api/contract/orders.ts";
import { findLastChangedMs, findMaker, isReady, isStuck, isUntouched } from "../status.ts";
import { createAlertKey, maxGapMs, type OrderAlert } from "./store.ts";
import { isCode } from "../../../src/discord/channels.ts";
import { readNames, type Names, describeUnnamed } from "../../../src/ui/people.ts";
import { type JobTools, leaseTools } from "../../../src/jobs/job.ts";
import { startLease, stepLeaseMs } from "../../../src/lease.ts";
import { withWorkspaceName } from "../../../src/interactions/dispatch/annotate.ts";
import { listWorkspaceNames } from "../../../src/interactions/dispatch/workspace.ts";
import { findSent, sendNow } from "../../../src/outbox/send-once.ts";
import { minuteMs } from "../../../src/time.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { escapeMarkdown } from "../../../src/ui/escape.ts";
import { mayBeIncomplete } from "../../../src/ui/left-out.ts";
import { labelMoment } from "../../../src/ui/time.ts";
import { joinParts, smallPrint } from "../../../src/ui/lines.ts";
import { describeOrderPerson, describeStatus, formatItemsLine, formatOrderName } from "../text.ts";
import type { Formats } from "../../../src/ui/formats.ts";

/** Changes that an order board announces in a separate message. */
type OrderChangeNotice = "ready" | "stuck";

/** One line about an order. Names in it ping nobody. */
export function renderOrderChange(
  change: OrderChangeNotice,
  order: Order,
  ctx: Formats & { readonly names: Names },
): Reply {
  const { names } = ctx;
  const name = `**${formatOrderName(order.order_number)}**`;
  const items = formatItemsLine(order.items, 80);
  if (change === "ready") {
    const customer = order.customer !== undefined && `for ${describeOrderPerson(order.customer, names)}`;
    const line = joinParts([`🛎️ ${name} is ready for pickup`, items, customer]);
    return { content: joinParts([line, smallPrint([describeUnnamed([order.customer], names)])], "\n") };
  }
  const { mark, label } = describeStatus(order.status);
  const maker = findMaker(order);
  const since = findLastChangedMs(order);
  return {
    content: joinParts(
      [
        joinParts([
          `⚠️ ${name} is stuck`,
          since === undefined
            ? `${mark} ${escapeMarkdown(label)}`
            : labelMoment(`${mark} ${escapeMarkdown(label)}`, since, "R", ctx),
          items,
          maker !== undefined && `prepared by ${describeOrderPerson(maker, names)}`,
        ]),
        smallPrint([describeUnnamed([maker], names)]),
      ],
      "\n",
    ),
  };
}

/** Posts and deletions per check; the rest follows at the next check, if still true. */
const maxAtOnce = 5;
const maxPosted = 500;

/**
 * Announces changes of orders since the last check in a schedule's channel, each once, and deletes announcements that
 * are no longer true.
 * @throws ApiError, ContractError, UserError if the link is gone, and Discord's errors
 */
export async function postOrderAlerts(schedule: Schedule, tools: JobTools): Promise<void> {
  const { tellReady, tellStuck, stuckMinutes } = readOrdersOptions(schedule.options);
  const { store, now } = tools.ctx;
  const posted = await store.orderAlerts.listPosted(schedule.id, maxPosted);
  if (!tellReady && !tellStuck && posted.length === 0) return;
  const request = await createBoardRequest(schedule, tools);
  const boardData = createBoardData(request);
  const orders = await boardData.orders();
  // Cached data says nothing about the present.
  if (boardData.stale() !== undefined) return;

  const { id: scheduleId, guildId } = schedule;
  const noticedAt = now();
  const rule = await readBoardOrderRule(orders, request);
  const seen: Readonly<Record<OrderChangeNotice, readonly Order[]>> = {
    ready: tellReady ? orders.filter(({ status }) => isReady(status)) : [],
    stuck: tellStuck
      ? orders.filter((order) => isStuck(order, stuckMinutes * minuteMs, rule, noticedAt))
      : [],
  };
  // A board is first checked some minutes after it was added; announcing may also have been turned on much later.
  const newsFrom = Math.max(schedule.createdAt, noticedAt - maxGapMs);
  const delayMs: Readonly<Record<OrderChangeNotice, number>> = { ready: 0, stuck: stuckMinutes * minuteMs };
  const observe = (change: OrderChangeNotice) => {
    const isSince = (order: Order): boolean =>
      (findLastChangedMs(order) ?? Number.NEGATIVE_INFINITY) + delayMs[change] > newsFrom;
    return store.orderAlerts.observe(
      { scheduleId, guildId, change, noticedAt },
      seen[change].map(({ _id }) => _id),
      new Set(seen[change].filter(isSince).map(({ _id }) => _id)),
    );
  };
  if (tellReady) await observe("ready");
  if (tellStuck) await observe("stuck");
  const leased = leaseTools(tools, startLease(now)(stepLeaseMs));
  const leaseUntil = now() + stepLeaseMs;
  const isPartial = mayBeIncomplete(boardData.leftOut(), orders.length);
  const byId = new Map(orders.map((order) => [order._id, order]));
  for (const change of await store.orderAlerts.claim(scheduleId, noticedAt, leaseUntil, maxAtOnce)) {
    const isUnread = isPartial && !byId.has(change.orderId);
    // It stays claimed, so others have their turn, and is looked for again once the lease has ended.
    if (isUnread && noticedAt - change.noticedAt <= maxGapMs) continue;
    await postAlert(change, seen, schedule, leased);
  }

  const isTrue = ({ orderId, change, noticedAt: seenAt }: OrderAlert): boolean => {
    const order = byId.get(orderId);
    // It may be among those that couldn't be read, or that the workspace didn't send: until nobody waits for it anymore.
    if (order === undefined) return isPartial && noticedAt - seenAt < rule.oldAfterMs;
    return change === "ready"
      ? isReady(order.status)
      : isUntouched(order, stuckMinutes * minuteMs, rule, noticedAt);
  };
  const over = posted.filter((each) => each.messageId !== null && !isTrue(each));
  for (const alert of over.slice(0, maxAtOnce)) await removeAlert(alert, schedule, tools);
}

async function removeAlert(
  alert: OrderAlert,
  { guildId, channelId }: Schedule,
  { ctx: { store, messenger, log } }: JobTools,
): Promise<void> {
  try {
    if (alert.messageId !== null) await messenger.delete(channelId, alert.messageId);
  } catch (error) {
    // Its own messages, the bot may always delete.
    if (!isCode(error, RESTJSONErrorCodes.MissingPermissions)) throw error;
    log.info("an announcement that another application posted was left behind", { guildId, channelId });
  }
  await store.orderAlerts.removed(alert);
}

async function postAlert(
  change: OrderAlert,
  seen: Readonly<Record<OrderChangeNotice, readonly Order[]>>,
  schedule: Schedule,
  { ctx }: JobTools,
): Promise<void> {
  const { store, messenger, log } = ctx;
  const { guildId, channelId } = schedule;
  const kind = change.change === "ready" ? "ready" : "stuck";
  const order = seen[kind].find(({ _id }) => _id === change.orderId);
  const line = order && (await writeAlert(kind, order, schedule, ctx));
  const outgoing = { key: createAlertKey(change), guildId, channelId };
  const isRetry = change.attempts > 1;
  // It is no news once it couldn't be posted for that long, nor when it is no longer so.
  const isNews = !isRetry || ctx.now() - change.noticedAt <= maxGapMs;
  try {
    // What was sent nevertheless is deleted at the next check.
    const earlier = isRetry ? await findSent(outgoing, { unrecorded: line }, ctx) : undefined;
    const messageId =
      earlier?.messageId ?? (line && isNews ? await sendNow(line, outgoing, {}, ctx) : undefined);
    if (messageId === undefined) return await store.orderAlerts.complete(change, "dropped");
    await store.orderAlerts.complete(change, "posted", messageId);
    // The schedule may have been removed or moved meanwhile, with all that it announced by then.
    if ((await store.schedules.findById(change.scheduleId))?.channelId !== channelId)
      await messenger.delete(channelId, messageId);
  } catch (error) {
    // Rather missing than there twice; and what Discord doesn't accept, such as a word in it, keeps no other one waiting.
    if (classifyPostFailure(error).kind !== "dropped") throw error;
    log.warn("a change of an order could not be announced", { guildId, error });
    await store.orderAlerts.complete(change, "dropped");
  }
}

async function writeAlert(
  kind: OrderChangeNotice,
  order: Order,
  { guildId, linkKey, zone }: Schedule,
  ctx: JobTools["ctx"],
): Promise<Reply> {
  const person = kind === "ready" ? order.customer : findMaker(order);
  const names = await readNames([person], { ...ctx, guildId, link: { guildId, linkKey } });
  const formats = await readFormats({ schedule: { guildId, zone }, now: ctx.now(), ctx });
  const workspaceName = (await listWorkspaceNames(guildId, ctx.store)).get(linkKey);
  return withWorkspaceName(renderOrderChange(kind, order, { ...formats, names }), workspaceName);
}
