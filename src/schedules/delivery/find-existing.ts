import type { OwnMessage } from "../../discord/bot-messages.ts";
import type { Reply } from "../../ui/reply.ts";
import type { Delivery } from "../../store/deliveries.ts";
import type { JobTools } from "../../jobs/job.ts";
import { type Publication, stripLatePrefix } from "./publish.ts";
import { minuteMs } from "../../time.ts";

/** Clocks differ, and are set while the bot runs. */
const clockSlackMs = 5 * minuteMs;

/** An earlier try may have posted, and nobody can say whether it did. The message is a sentence for people. */
export class UnknownDeliveryError extends Error {
  override readonly name = "CannotTellError";
}

/** A message may be that of an earlier try, or that of somebody who is about to say so. */
export class DeliveryBusyError extends Error {
  override readonly name = "CannotTellYetError";
}

/**
 * The message that an earlier try posted, if that is uncertain and there is one. Discord forgets a nonce within minutes
 * and does not keep it with the message, so it is known by its title, and by being no other due time's.
 * @throws CannotTellError when the channel cannot be read so far back; CannotTellYetError; what Discord answered
 */
export async function findExisting(
  answer: Reply,
  { delivery, schedule, nonce }: Publication,
  { ctx }: JobTools,
): Promise<string | undefined> {
  if (delivery.unsureSince === undefined) return undefined;
  const { guildId, channelId } = schedule;
  const { deliveries } = ctx.store;
  const since = delivery.unsureSince - clockSlackMs;
  const { messages, isComplete } = await ctx.messenger.listOwnSince({ guildId, channelId }, since);
  const byNonce = messages.find((message) => message.nonce === nonce);
  if (byNonce !== undefined) return byNonce.id;

  const alike = messages.filter((message) => matches(message, answer)).map(({ id }) => id);
  // Asked in this order: whoever posted one of them is still at it, or has said so by the time of the second question.
  const others = alike.length === 0 ? [] : await deliveries.openIn(guildId, channelId);
  const known = await deliveries.knownMessages(guildId, alike);
  const found = alike.find((id) => !known.has(id));
  if (found !== undefined && others.some((other) => precedes(other, delivery, ctx.now())))
    throw new DeliveryBusyError("another post of the channel has to come to its end first");
  if (found === undefined && !isComplete)
    throw new UnknownDeliveryError(
      "I was cut off while posting and cannot see whether it worked, so I did not post it again. Look in the channel; `/schedule run-now` posts it anew.",
    );
  return found;
}

/** The posts of a board differ in what they show, not in what they are. A mention stands before a text. */
export function matches(
  { title, content }: Pick<OwnMessage, "title" | "content">,
  { embeds = [], content: text = "" }: Reply,
): boolean {
  const [first] = embeds;
  if (first !== undefined)
    return title !== undefined && first.title !== undefined && undated(title) === undated(first.title);
  return title === undefined && stripLatePrefix(content).endsWith(text);
}

/** A title names the week that was shown, which may be over by the time it is looked for. */
function undated(title: string): string {
  return title.replace(/\b\d{1,2} \p{L}+( \d{4})?( · .*)?$/u, "…");
}

/** Whoever is at work right now; of those that are uncertain too, the longest due. */
function precedes(other: Delivery, delivery: Delivery, now: number): boolean {
  if (other.scheduleId === delivery.scheduleId && other.dueAt === delivery.dueAt) return false;
  if (other.state === "claimed" && other.until > now) return true;
  if (other.state === "waiting" && other.unsureSince === undefined) return false;
  return (
    other.dueAt < delivery.dueAt || (other.dueAt === delivery.dueAt && other.scheduleId < delivery.scheduleId)
  );
}
