import { type Delivery, DeliveryBusyError } from "../../boards/index.ts";
import type { JobTools } from "../../../src/jobs/job.ts";
import {
  clockSlackMs,
  findSent,
  type Found,
  ownMessage,
  UnknownDeliveryError,
} from "../../../src/outbox/send-once.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import type { Publication } from "./publish.ts";
import { listCustomIds } from "../../../src/outbox/digest.ts";
import { getCustomIdName } from "../../../src/interactions/custom-id.ts";
import type { APIMessage } from "discord.js";

/**
 * The message that an earlier attempt posted, if it may have posted one.
 * @throws UnknownDeliveryError if nobody can tell; DeliveryBusyError; Discord's errors
 */
export async function findExisting(posting: Publication, tools: JobTools): Promise<Found | undefined> {
  const { delivery, schedule, key } = posting;
  if (delivery.uncertainSince === undefined) return undefined;
  const { guildId, channelId } = schedule;
  const beforeTaking = () => waitForOlderVersions(posting, tools);
  return findSent({ key, guildId, channelId }, { beforeTaking }, tools.ctx);
}

/**
 * Whether what an earlier attempt posted isn't on record: it was one of an older version, or was made after the backup
 * that was restored.
 */
export function isUnrecorded({ uncertainSince, attempts, recordedAttempts }: Delivery): boolean {
  return uncertainSince !== undefined && recordedAttempts !== attempts;
}

/**
 * The message of such an attempt, of which nobody knows what it said: one of the same kind since the post was due that
 * belongs to nothing else, the oldest first.
 * @throws as `findExisting`
 */
export async function findUnrecorded(
  wanted: Reply,
  posting: Publication,
  tools: JobTools,
): Promise<string | undefined> {
  const { delivery, schedule, key } = posting;
  if (delivery.uncertainSince === undefined || !isUnrecorded(delivery)) return undefined;
  const { guildId, channelId } = schedule;
  const { messenger, store } = tools.ctx;
  const since = delivery.uncertainSince - clockSlackMs;
  const { messages, isComplete } = await messenger.listOwnSince({ guildId, channelId }, since);
  const alike = messages.filter((message) => isOfKindOf(message, wanted)).map(({ id }) => id);
  if (alike.length > 0) await waitForOlderVersions(posting, tools);
  const known = await store.deliveries.knownMessages(guildId, alike);
  for (const messageId of alike)
    if (!known.has(messageId) && (await ownMessage(messageId, { key, guildId }, tools.ctx))) return messageId;
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

/**
 * Whether a message is of the same kind as what would be sent now, whatever both say: with or without embeds, and with a
 * button or menu that does the same, if there are any.
 */
export function isOfKindOf(
  { embeds, components }: Pick<APIMessage, "embeds" | "components">,
  wanted: Pick<Reply, "embeds" | "components">,
): boolean {
  const [own, other] = [listActions(components ?? []), listActions(wanted.components ?? [])];
  const doesTheSame = own.size === 0 ? other.size === 0 : !own.isDisjointFrom(other);
  return embeds.length > 0 === (wanted.embeds ?? []).length > 0 && doesTheSame;
}

/** What the buttons and menus of a message do, without about what. */
function listActions(rows: Parameters<typeof listCustomIds>[0]): ReadonlySet<string> {
  return new Set(listCustomIds(rows).map(getCustomIdName));
}
