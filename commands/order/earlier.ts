import { type APIButtonComponentWithCustomId, SnowflakeUtil } from "discord.js";
import { z } from "zod";
import { NewOrder } from "../../src/api/contract/orders.ts";
import { hasUnknownOutcome, UserError } from "../../src/errors.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import type { AuditEntry } from "../../src/store/audit.ts";
import { dayMs, minuteMs } from "../../src/time.ts";
import { createButtonRow } from "../../src/ui/buttons.ts";
import { renderContext, type RenderContext } from "../../src/ui/render-context.ts";
import { formatShortAgo } from "../../src/ui/time.ts";
import { createOpenOrderButtons } from "./open-order.ts";

/** The kind of drafts of orders, and of their entries in the audit log. */
export const orderDraftKind = "order.create";

/** An order to be logged, as it is stored until then and in the audit log. */
export const OrderDraft = NewOrder.extend({
  /** The message it was read from. */
  messageId: z.string().optional(),
  /** Its preview said that the message may have been logged before. */
  isAgain: z.boolean().optional(),
});
export type OrderDraft = z.output<typeof OrderDraft>;

/** What may have logged the same before. */
export interface EarlierOrder {
  /** What is the same. */
  readonly same: "message" | "order";
  readonly entry: Pick<AuditEntry, "discordUserId" | "at" | "outcome">;
  readonly orderId: string | undefined;
  /** If it is known. */
  readonly number: number | undefined;
}

/** How soon the same items for the same customer may be logged by mistake. */
const sameOrderMs = 2 * minuteMs;
const sameMessageMs = 30 * dayMs;
/** Discord's clock and the bot's. */
const clocksApartMs = 2 * minuteMs;
const maxEntries = 50;

/** How long the order's number is waited for. */
const timeoutMs = 700;

/** Whether the message, or by this person just now the very same order, was logged before or may have been. */
export async function findEarlier(draft: OrderDraft, ctx: LinkedContext): Promise<EarlierOrder | undefined> {
  const { messageId } = draft;
  const ofMessage = messageId === undefined ? undefined : await findOfMessage(messageId, ctx);
  const entry = ofMessage ?? (await findOfOrder(draft, ctx));
  if (entry === undefined) return undefined;
  const orderId = entry.outcome === "done" ? entry.target : undefined;
  return {
    same: ofMessage === undefined ? "order" : "message",
    entry,
    orderId,
    number: await findNumber(orderId, ctx),
  };
}

function findOfMessage(messageId: string, ctx: LinkedContext): Promise<AuditEntry | undefined> {
  const since = Math.max(ctx.now() - sameMessageMs, SnowflakeUtil.timestampFrom(messageId) - clocksApartMs);
  return findEntry({ since, naming: messageId }, (sent) => sent.messageId === messageId, ctx);
}

function findOfOrder(draft: OrderDraft, ctx: LinkedContext): Promise<AuditEntry | undefined> {
  const since = ctx.now() - sameOrderMs;
  const what = toComparable(draft);
  const by = ctx.invoker.discordUserId;
  return findEntry({ since, discordUserId: by }, (sent) => toComparable(sent) === what, ctx);
}

const toComparable = ({ items, customer }: NewOrder): string =>
  JSON.stringify([customer, ...items.toSorted()]);

/** The newest order that was logged, or else one of which nobody knows. */
async function findEntry(
  filter: { readonly since: number; readonly discordUserId?: string; readonly naming?: string },
  isSame: (sent: OrderDraft) => boolean,
  { store, guildId, workspaceId }: LinkedContext,
): Promise<AuditEntry | undefined> {
  const own = { ...filter, action: orderDraftKind, workspaceId };
  const found = await store.audit.list(guildId, own, { limit: maxEntries });
  const alike = found.filter((entry) => {
    const sent = OrderDraft.safeParse(entry.detail);
    return sent.success && isSame(sent.data);
  });
  return (
    alike.find(({ outcome }) => outcome === "done") ?? alike.find(({ outcome }) => outcome === "unknown")
  );
}

async function findNumber(
  orderId: string | undefined,
  { api, workspaceId }: LinkedContext,
): Promise<number | undefined> {
  if (orderId === undefined) return undefined;
  return api.searchOrders({ params: { workspaceId } }, { timeoutMs }).then(
    (orders) => orders.find(({ _id }) => _id === orderId)?.order_number,
    () => undefined,
  );
}

/** What is known of the earlier one. */
export function describeEarlier({ same, entry, number }: EarlierOrder, ctx: RenderContext): string {
  const { discordUserId, outcome, at } = entry;
  const age = formatShortAgo(at, ctx) ?? "";
  const isOwn = discordUserId === ctx.by;
  const who = isOwn ? "You" : `<@${discordUserId}>`;
  if (outcome === "unknown") {
    const what = same === "message" ? "this message" : "the same order";
    return `⚠️ ${who} tried to log ${what} ${age} but got no clear answer, so it may have been logged. Check ${ctx.commandMention("order search")} first.`;
  }
  const as = number === undefined ? "" : ` as #${number}`;
  return same === "order"
    ? `⚠️ You already logged the same order${as}, ${age}.`
    : `⚠️ This message was already logged${as} by ${isOwn ? "you" : who}, ${age}.`;
}

/** Opens the earlier one, if its id is known. */
export function createEarlierButtons({ orderId }: EarlierOrder): readonly APIButtonComponentWithCustomId[] {
  return createOpenOrderButtons(orderId);
}

/**
 * Logs an order, unless its message was logged since the preview, or is being logged at this moment.
 * @throws UserError if it was or is: then nothing was sent
 */
export async function logOnce<T>(draft: OrderDraft, ctx: LinkedContext, log: () => Promise<T>): Promise<T> {
  const { messageId, isAgain = false } = draft;
  if (messageId === undefined || isAgain) return log();
  const earlier = await findEarlier(draft, ctx);
  if (earlier?.same === "message")
    throw new UserError(
      `${describeEarlier(earlier, renderContext(ctx, new Map()))} Nothing was sent twice. To log it once more, use *Log order* on the message again.`,
      { components: createButtonRow(...createEarlierButtons(earlier)) },
    );
  const { idempotencyKeys } = ctx.store;
  const key = `order:${ctx.guildId}:${ctx.workspaceId}:${messageId}`;
  if (!(await idempotencyKeys.claim(key, ctx.now())))
    throw new UserError(
      "This message is being logged at this moment, so nothing was sent. Press the button again in a few seconds.",
    );
  try {
    return await log();
  } catch (error) {
    if (!hasUnknownOutcome(error)) await idempotencyKeys.release(key);
    throw error;
  }
}
