import { SnowflakeUtil } from "discord.js";
import type { OwnMessage } from "../../discord/bot-messages.ts";
import type { Reply } from "../../ui/reply.ts";
import type { Delivery } from "../../store/deliveries.ts";
import { kindNames } from "../boards/kind-names.ts";
import type { JobTools } from "../../jobs/job.ts";
import { leaseMs } from "./attempts.ts";
import { type Publication, stripLatePrefix } from "./publish.ts";
import { minuteMs } from "../../time.ts";

/** Clocks differ, and may be set while the bot runs. */
export const clockSlackMs = 5 * minuteMs;

/** An earlier attempt may have posted, but nobody can tell. The message is shown to people. */
export class UnknownDeliveryError extends Error {
  override readonly name = "UnknownDeliveryError";
}

/** A message may belong to an earlier attempt, or to another delivery about to claim it. */
export class DeliveryBusyError extends Error {
  override readonly name = "DeliveryBusyError";
  readonly messageId: string;

  constructor(messageId: string) {
    super("another post of the channel has to finish first");
    this.messageId = messageId;
  }
}

/**
 * The message an earlier attempt posted, if that's uncertain and there is one. Discord forgets a nonce within minutes and
 * doesn't keep it with the message, so it's recognized by its title and by belonging to no other due time.
 * @throws UnknownDeliveryError if the channel can't be read that far back; DeliveryBusyError; Discord's errors
 */
export async function findExisting(
  wanted: Reply,
  { delivery, schedule, nonce }: Publication,
  { ctx }: JobTools,
): Promise<string | undefined> {
  if (delivery.uncertainSince === undefined) return undefined;
  const { guildId, channelId } = schedule;
  const { deliveries } = ctx.store;
  const since = delivery.uncertainSince - clockSlackMs;
  const { messages, isComplete } = await ctx.messenger.listOwnSince({ guildId, channelId }, since);
  const byNonce = messages.find((message) => message.nonce === nonce);
  if (byNonce !== undefined) return byNonce.id;

  const alike = messages.filter((message) => matches(message, wanted)).map(({ id }) => id);
  // In this order: the process that posted one of them is still working, or has stored it by the time of the second query.
  const others = alike.length === 0 ? [] : await deliveries.openIn(guildId, channelId);
  const known = await deliveries.knownMessages(guildId, alike);
  const found = alike.find((id) => !known.has(id));
  if (found !== undefined && others.some((other) => mayOwn(found, other, delivery, ctx.now())))
    throw new DeliveryBusyError(found);
  if (found === undefined && !isComplete)
    throw new UnknownDeliveryError(
      "I was interrupted while posting and can't tell whether it worked, so I didn't post it again. Check the channel; `/schedule run-now` posts it again.",
    );
  return found;
}

/** Whether a delivery that the message may belong to is being worked on. */
export async function isStillBusy(
  { messageId }: DeliveryBusyError,
  { delivery, schedule }: Pick<Publication, "delivery" | "schedule">,
  { ctx }: JobTools,
): Promise<boolean> {
  const others = await ctx.store.deliveries.openIn(schedule.guildId, schedule.channelId);
  return others.some((other) => other.state === "claimed" && mayOwn(messageId, other, delivery, ctx.now()));
}

/** Posts of one board have the same title but different contents. A mention may precede the text. */
export function matches(
  { title, content, texts: [, description = ""] }: Pick<OwnMessage, "title" | "content" | "texts">,
  { embeds = [], content: text = "" }: Reply,
): boolean {
  const [first] = embeds;
  if (first !== undefined)
    return (
      title !== undefined &&
      first.title !== undefined &&
      getBoardTitle(title, description) === getBoardTitle(first.title, first.description)
    );
  return title === undefined && stripLatePrefix(content).endsWith(text);
}

/**
 * A title names the week or says how many, which may be over, other or none by the time the message is looked for. Below a
 * title with both, the text begins with what it is.
 */
function getBoardTitle(title: string, description = ""): string {
  const undated = title
    .replace(/: (?:\d|all \d|nobody behind).*$/u, "")
    .replace(/^[\d\s]+open\sorders?\b.*$/u, kindNames.orders)
    .replace(/\b(?:\d{1,2}[\s\p{L}\d]*–\s?)?\d{1,2}[ \u00a0]\p{L}+([ \u00a0]\d{4})?((?: · |: ).*)?$/u, "…");
  return /^Week of .*: /.test(title) ? `${undated} ${/^[^·\n]*/.exec(description)?.[0].trim()}` : undated;
}

/**
 * Whether a message may belong to another delivery rather than to this one: those in progress come first, unless they
 * were begun after it; among uncertain ones, the longest due.
 */
function mayOwn(messageId: string, other: Delivery, delivery: Delivery, now: number): boolean {
  if (other.scheduleId === delivery.scheduleId && other.dueAt === delivery.dueAt) return false;
  if (other.state === "claimed" && other.until > now) {
    const claimedAt = other.until - leaseMs;
    const isOlder = SnowflakeUtil.timestampFrom(messageId) < claimedAt - clockSlackMs;
    return other.uncertainSince !== undefined || !isOlder;
  }
  if (other.state === "waiting" && other.uncertainSince === undefined) return false;
  return (
    other.dueAt < delivery.dueAt || (other.dueAt === delivery.dueAt && other.scheduleId < delivery.scheduleId)
  );
}
