import { DiscordAPIError } from "discord.js";
import type { AppContext } from "../context.ts";
import { wasHeldUp } from "../errors.ts";
import { canUse, resolveTier } from "../interactions/access.ts";
import { classifyPostFailure } from "../schedules/delivery/classify-failure.ts";
import { formatNonce } from "../outbox/nonce.ts";
import { findSent, sendNow, sendPrivatelyOnce, UnknownDeliveryError } from "../outbox/send-once.ts";
import { computeDeliveryRetryDelayMs } from "../schedules/delivery/attempts.ts";
import type { Reply } from "../ui/reply.ts";

export interface MemberMessage {
  readonly guildId: string;
  readonly discordUserId: string;
  /** Where they asked for it; the guild's id if that was in a private message. */
  readonly channelId: string;
  /** Identifies this message; the same for each attempt. */
  readonly key: string;
  readonly inPrivate: Reply;
  /** The public message, which others can read: no details. */
  readonly inPublic: Reply;
}

/**
 * Sends people what they asked for: in a private message, otherwise as a mention where they asked. Repeated attempts
 * send one message.
 * @returns false if the person is no longer staff in the guild, or can't be reached
 * @throws what Discord answered
 */
export async function notifyMember(
  message: MemberMessage,
  isRetry: boolean,
  ctx: AppContext,
): Promise<boolean> {
  const { guildId, discordUserId, channelId, key, inPublic, inPrivate } = message;
  if (!(await isStaff(guildId, discordUserId, ctx))) return false;
  const hasChannel = channelId !== guildId;
  const outgoing = { guildId, channelId, nonce: formatNonce(`${key} in public`) };
  if (hasChannel && isRetry && (await mayBeThere(outgoing, { unrecorded: inPublic }, ctx))) return true;
  const inDirect = { guildId, discordUserId, nonce: formatNonce(key) };
  if (await sendPrivatelyOnce(inPrivate, inDirect, isRetry, ctx)) return true;
  if (!hasChannel) return false;
  await sendNow(inPublic, outgoing, {}, ctx);
  return true;
}

/** Whether an earlier attempt sent a message to a channel, or nobody can tell. @throws Discord's errors */
export async function mayBeThere(...search: Parameters<typeof findSent>): Promise<boolean> {
  try {
    return (await findSent(...search)) !== undefined;
  } catch (error) {
    if (error instanceof UnknownDeliveryError) return true;
    // A channel the bot can't read counts as having no message of ours.
    if (error instanceof DiscordAPIError && (error.status === 403 || error.status === 404)) return false;
    throw error;
  }
}

/** People who left, or lost their role, no longer learn what happens in the guild. */
async function isStaff(
  guildId: string,
  discordUserId: string,
  { memberships, store }: AppContext,
): Promise<boolean> {
  const member = await memberships.find(guildId, discordUserId);
  return member !== undefined && canUse("staff", resolveTier(member, await store.accessRoles.list(guildId)));
}

/**
 * When to try again after a failure, in epoch milliseconds; `undefined` if another attempt isn't worth it.
 * @param attempts so far
 */
export function findNextTry(
  error: unknown,
  { guildId, attempts }: { readonly guildId: string; readonly attempts: number },
  ctx: AppContext,
): number | undefined {
  // The lease has ended, so another process may be working on it.
  if (wasHeldUp(error)) throw error;
  const failure = classifyPostFailure(error);
  ctx.log.info("a reminder could not be given", { guildId, kind: failure.kind, error });
  // A failure of the service may be temporary; a refusal by Discord is final.
  if (error instanceof DiscordAPIError && failure.kind !== "transient") return undefined;
  return ctx.now() + computeDeliveryRetryDelayMs({ attempts, ...failure });
}
