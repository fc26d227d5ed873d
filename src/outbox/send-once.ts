import type { AppContext } from "../context.ts";
import { isRefused, type OwnMessage } from "../discord/bot-messages.ts";
import { isClosedToUs } from "../discord/messenger.ts";
import { dayMs, minuteMs } from "../time.ts";
import type { Reply } from "../ui/reply.ts";
import { createHash } from "node:crypto";
import { compareWithDigest, digestReply } from "./digest.ts";

/** Clocks differ, and may be set while the bot runs. */
export const clockSlackMs = 5 * minuteMs;
/** After this long, what was sent is in its channel or never will be. */
const arrivesWithinMs = 2 * minuteMs;

/** An earlier attempt may have posted, but nobody can tell. */
export class UnknownDeliveryError extends Error {
  override readonly name = "UnknownDeliveryError";

  constructor() {
    super("an earlier attempt may have been sent");
  }
}

/** A message that the bot sends by itself, to one channel. */
export interface Outgoing {
  /** Identifies it; the same for each attempt, however it is worded by then. */
  readonly key: string;
  readonly guildId: string;
  readonly channelId: string;
  /** A private message: its channel belongs to no guild. */
  readonly isPrivate?: boolean;
}

export interface Found {
  readonly messageId: string;
  /** As stored before it was sent. */
  readonly shown: unknown;
}

/** Discord's limit is 25 characters. */
const nonceLength = 24;

/** Identifies a message to Discord: for some minutes it makes only one of several with the same nonce in a channel. */
function formatNonce(key: string): string {
  return createHash("sha256").update(key).digest("base64url").slice(0, nonceLength);
}

/** Gives a message to a key, unless it is another's: of several callers, one gets it. @returns whether it has it */
export function ownMessage(
  messageId: string,
  { key, guildId }: Pick<Outgoing, "key" | "guildId">,
  { store, now }: Pick<OutboxContext, "store" | "now">,
): Promise<boolean> {
  return store.sends.own({ messageId, nonce: formatNonce(key), guildId, at: now() });
}

type OutboxContext = Pick<AppContext, "store" | "messenger" | "now">;

/** Whether an attempt is on record that Discord didn't refuse: it may have been sent. */
export async function mayBeSent(key: string, { store }: Pick<OutboxContext, "store">): Promise<boolean> {
  return (await store.sends.list(formatNonce(key))).length > 0;
}

interface Search {
  /** How it would be worded now: a version that stored nothing of what it sends may have sent that within a day. */
  readonly unrecorded?: Reply | undefined;
  /** Called before a message is taken. May throw. */
  readonly beforeTaking?: () => Promise<void>;
}

const unrecordedForMs = dayMs;

/**
 * The message that an earlier attempt sent, if there is one: looked for by its nonce, which Discord knows for minutes at
 * most, then by exactly what each attempt was about to say. Of several alike, each message is found for one key only.
 * @returns `undefined` if there certainly is none
 * @throws UnknownDeliveryError if the channel can't be read back that far, or someone removed the embeds of one that
 * may be it; Discord's errors
 */
export async function findSent(
  { key, guildId, channelId, isPrivate = false }: Outgoing,
  { unrecorded, beforeTaking }: Search,
  { store, messenger, now }: OutboxContext,
): Promise<Found | undefined> {
  const nonce = formatNonce(key);
  const sends = await store.sends.list(nonce);
  const digests = new Map(sends.map(({ digest, shown }) => [digest, shown]));
  const wording = unrecorded && digestReply(messenger.finish(unrecorded));
  if (wording !== undefined && !digests.has(wording)) digests.set(wording, undefined);
  if (digests.size === 0) return undefined;
  const isRecorded = sends.length > 0;
  const since = isRecorded ? Math.min(...sends.map(({ firstAt }) => firstAt)) : now() - unrecordedForMs;
  const until = isRecorded ? Math.max(since, ...sends.map(({ lastAt }) => lastAt)) + arrivesWithinMs : now();
  const { messages, isComplete } = await messenger.listOwnSince(
    { channelId, ...(!isPrivate && { guildId }) },
    since - clockSlackMs,
    until + clockSlackMs,
  );
  const candidates = await withoutOthers(nonce, guildId, findCandidates(messages, nonce, digests), store);
  const [first] = candidates;
  if (first !== undefined) await beforeTaking?.();
  for (const { message, shown, likeness } of candidates)
    if (likeness === "same" && (await ownMessage(message.id, { key, guildId }, { store, now })))
      return { messageId: message.id, shown };
  const isUnclear = !isComplete || candidates.some(({ likeness }) => likeness === "perhaps");
  if (isRecorded && isUnclear) throw new UnknownDeliveryError();
  return undefined;
}

interface Candidate {
  readonly message: OwnMessage;
  readonly shown: unknown;
  readonly likeness: "same" | "perhaps";
}

/** Those with the nonce first. */
function findCandidates(
  messages: readonly OwnMessage[],
  nonce: string,
  digests: ReadonlyMap<string, unknown>,
): readonly Candidate[] {
  const [last] = [...digests.values()].slice(-1);
  const byNonce = messages.filter((message) => message.nonce === nonce);
  const byDigest = messages.flatMap((message) =>
    [...digests].flatMap(([digest, shown]): readonly Candidate[] => {
      const likeness = compareWithDigest(digest, message);
      return likeness === "other" ? [] : [{ message, shown, likeness }];
    }),
  );
  return [...byNonce.map((message) => ({ message, shown: last, likeness: "same" as const })), ...byDigest];
}

/** Without the messages that belong to another nonce, or to a post of a version that stored no nonces. */
async function withoutOthers(
  nonce: string,
  guildId: string,
  candidates: readonly Candidate[],
  { sends }: AppContext["store"],
): Promise<readonly Candidate[]> {
  const ids = candidates.map(({ message }) => message.id);
  const known = await sends.knownMessages(guildId, ids);
  const owners = await sends.ownersOf(ids);
  return candidates.filter(({ message: { id } }) => (owners.get(id) ?? nonce) === nonce && !known.has(id));
}

/** How often a message is sent again because Discord answered with one that belongs to another key. */
const maxTaken = 5;

/**
 * Posts what someone waits for: without an answer, it's sent once more at once, and nothing is stored.
 * @returns its id
 * @throws as `sendNow`
 */
export async function postAtOnce(
  reply: Reply,
  { key, channelId }: Pick<Outgoing, "key" | "channelId">,
  { messenger }: Pick<OutboxContext, "messenger">,
): Promise<string> {
  const { messageId } = await messenger.post(channelId, reply, { nonce: formatNonce(key), repeats: true });
  return messageId;
}

interface SendOptions {
  /** A role whose mention in the content pings. */
  readonly pingRoleId?: string | undefined;
  /** What is to be stored once it turns out that it was sent, if its answer is lost. */
  readonly shown?: unknown;
  /** Sent once more at once if its answer is lost: the nonce makes it one message. */
  readonly repeats?: boolean;
}

/**
 * Sends a message, and stores first exactly what it says. What an earlier attempt sent has to be looked for before.
 * @returns its id: no other key has it
 * @throws Discord's errors
 */
export async function sendNow(
  reply: Reply,
  { key, guildId, channelId }: Outgoing,
  { pingRoleId, shown, repeats = false }: SendOptions,
  { store, messenger, now }: OutboxContext,
): Promise<string> {
  const nonce = formatNonce(key);
  const digest = digestReply(messenger.finish(reply));
  const at = now();
  await store.sends.begin({ nonce, digest, guildId, shown }, at);
  try {
    for (let taken = 0; taken < maxTaken; taken += 1) {
      const once = taken === 0 ? nonce : formatNonce(`${nonce} again ${taken}`);
      const { messageId } = await messenger.post(channelId, reply, { nonce: once, pingRoleId, repeats });
      // Another key with the same text may have found it first, and Discord may know the nonce from then.
      if (await ownMessage(messageId, { key, guildId }, { store, now })) return messageId;
    }
  } catch (error) {
    if (isRefused(error)) await store.sends.withdraw({ nonce, digest }, at);
    throw error;
  }
  throw new Error("each message sent was taken for another");
}

/**
 * Sends a message once, however often it is tried.
 * @param isRetry an earlier attempt may have sent it
 * @throws UnknownDeliveryError, and Discord's errors
 */
export async function sendOnce(
  reply: Reply,
  outgoing: Outgoing,
  isRetry: boolean,
  ctx: OutboxContext,
  options: Pick<SendOptions, "repeats" | "shown" | "pingRoleId"> = {},
): Promise<Found> {
  const earlier = isRetry ? await findSent(outgoing, { unrecorded: reply }, ctx) : undefined;
  return earlier ?? { messageId: await sendNow(reply, outgoing, options, ctx), shown: options.shown };
}

/** The same as a private message. False if Discord doesn't let it through. @throws as `sendOnce` */
export async function sendPrivatelyOnce(
  reply: Reply,
  { discordUserId, ...outgoing }: Pick<Outgoing, "key" | "guildId"> & { readonly discordUserId: string },
  isRetry: boolean,
  ctx: OutboxContext,
  options: Pick<SendOptions, "repeats"> = {},
): Promise<boolean> {
  try {
    const channelId = await ctx.messenger.openDirect(discordUserId);
    await sendOnce(reply, { ...outgoing, channelId, isPrivate: true }, isRetry, ctx, options);
    return true;
  } catch (error) {
    if (isClosedToUs(error)) return false;
    throw error;
  }
}
