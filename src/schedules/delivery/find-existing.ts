import type { JobTools } from "../../jobs/job.ts";
import { clockSlackMs, findSent, type Found, UnknownDeliveryError } from "../../outbox/send-once.ts";
import type { OwnMessage } from "../../discord/bot-messages.ts";
import type { Delivery } from "../../store/deliveries.ts";
import type { Reply } from "../../ui/reply.ts";
import { kindNames } from "../boards/kind-names.ts";
import { type Publication, stripLatePrefix } from "./publish.ts";

/** A replica of an older version is posting in the channel, and may have posted what was found. */
export class DeliveryBusyError extends Error {
  override readonly name = "DeliveryBusyError";

  constructor() {
    super("another post of the channel has to finish first");
  }
}

/**
 * The message that an earlier attempt posted, if it may have posted one.
 * @throws UnknownDeliveryError if nobody can tell; DeliveryBusyError; Discord's errors
 */
export async function findExisting(posting: Publication, tools: JobTools): Promise<Found | undefined> {
  const { delivery, schedule, nonce } = posting;
  if (delivery.uncertainSince === undefined) return undefined;
  const { guildId, channelId } = schedule;
  const beforeTaking = () => waitForOlderVersions(posting, tools);
  return findSent({ nonce, guildId, channelId }, { beforeTaking }, tools.ctx);
}

/**
 * Whether what an earlier attempt posted isn't on record: it was one of an older version, or was made after the backup
 * that was restored.
 */
export function isUnrecorded({ uncertainSince, attempts, recordedAttempts }: Delivery): boolean {
  return uncertainSince !== undefined && recordedAttempts !== attempts;
}

/**
 * The message of such an attempt: recognized by its title, and by belonging to nothing else.
 * @throws as `findExisting`
 */
export async function findUnrecorded(
  wanted: Reply,
  posting: Publication,
  tools: JobTools,
): Promise<string | undefined> {
  const { delivery, schedule, nonce } = posting;
  if (delivery.uncertainSince === undefined || !isUnrecorded(delivery)) return undefined;
  const { guildId, channelId } = schedule;
  const { messenger, store, now } = tools.ctx;
  const since = delivery.uncertainSince - clockSlackMs;
  const { messages, isComplete } = await messenger.listOwnSince({ guildId, channelId }, since);
  const alike = messages.filter((message) => matches(message, wanted)).map(({ id }) => id);
  if (alike.length > 0) await waitForOlderVersions(posting, tools);
  const known = await store.deliveries.knownMessages(guildId, alike);
  for (const messageId of alike)
    if (!known.has(messageId) && (await store.sends.own({ messageId, nonce, guildId, at: now() })))
      return messageId;
  if (!isComplete) throw new UnknownDeliveryError();
  return undefined;
}

/** They store neither what they are about to post nor, at once, what they posted. @throws DeliveryBusyError */
async function waitForOlderVersions(
  { delivery: { scheduleId, dueAt }, schedule: { guildId, channelId } }: Publication,
  { ctx }: JobTools,
): Promise<void> {
  const open = await ctx.store.deliveries.openIn(guildId, channelId);
  const isAtWork = (other: Delivery) =>
    (other.scheduleId !== scheduleId || other.dueAt !== dueAt) &&
    other.state === "claimed" &&
    other.until > ctx.now() &&
    Math.abs(other.recordedAttempts) !== other.attempts;
  if (open.some(isAtWork)) throw new DeliveryBusyError();
}

/** Posts of one board have the same title but different contents. A mention may precede the text. */
export function matches(
  { content, embeds: [{ title, description = "" } = {}] }: Pick<OwnMessage, "content" | "embeds">,
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
