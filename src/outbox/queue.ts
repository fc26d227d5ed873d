import { DiscordAPIError } from "discord.js";
import { z } from "zod";
import type { AppContext } from "../context.ts";
import { leasePart } from "../discord/leased.ts";
import { isStillMember } from "../discord/messenger.ts";
import { wasHeldUp } from "../errors.ts";
import { startLease, stepLeaseMs } from "../lease.ts";
import { StoreError } from "../store/errors.ts";
import type { OutboxClaim, OutboxEntry } from "../store/outbox.ts";
import { weekMs } from "../time.ts";
import type { Reply } from "../ui/reply.ts";
import { classifySendFailure, computeJitter, computeRetryDelayMs } from "./attempts.ts";
import { findSent, sendNow, sendOnce, sendPrivatelyOnce, UnknownDeliveryError } from "./send-once.ts";

/** A message, and where it goes. */
export type Letter =
  | {
      readonly to: "channel";
      readonly channelId: string;
      readonly message: Reply;
      /** A role whose mention in the content pings. */
      readonly pingRoleId?: string | undefined;
      /** Better there twice than missing. */
      readonly mayDouble?: boolean;
      /** Nobody needs it any more, but an earlier attempt may have sent it: then it has to be changed. */
      readonly isOver?: boolean;
      /** Stored with each attempt; the outcome has that of the one that sent it. JSON. */
      readonly shown?: unknown;
      /** What takes room until it was tried, such as its files. */
      readonly held?: Disposable | undefined;
    }
  | {
      readonly to: "person";
      readonly discordUserId: string;
      readonly inPrivate: Reply;
      /** If private messages don't get through. Others can read it: no details. */
      readonly inPublic?: { readonly channelId: string; readonly message: Reply };
    };

/** What came of something the bot had to say. */
export type Outcome =
  | { readonly how: "private" }
  | { readonly how: "channel"; readonly messageId: string; readonly shown?: unknown }
  /** Nobody was reached, or needs it any more. */
  | { readonly how: "nobody"; readonly error?: unknown };

interface Handling {
  /** Someone waits for the outcome and shows it. */
  readonly isAwaited: boolean;
}

/** What a purpose needs, at least. Its messenger is leased: it sends nothing once others may send. */
export interface OutboxTools {
  readonly ctx: AppContext;
}

interface PurposeParts<Payload, Tools extends OutboxTools> {
  readonly name: string;
  /** JSON. */
  readonly payload: z.ZodType<Payload>;
  /** What is to be said as things are now; `undefined` if nobody needs it any more. May be asked again. */
  readonly write: (payload: Payload, tools: Tools) => Promise<Letter | undefined>;
  /** Records what came of it. May be called again with the same. */
  readonly end?: (payload: Payload, outcome: Outcome, tools: OutboxTools & Handling) => Promise<void>;
}

/** One kind of thing that the bot says by itself. */
export interface Purpose<Payload, Tools extends OutboxTools> extends Reader<Tools> {
  /** @param isClaimed by this process, which is about to send it */
  createEntry(about: Saying<Payload>, now: number, isClaimed?: boolean): OutboxEntry;
}

/** Reads what was stored, maybe by another version. */
export interface Reader<Tools extends OutboxTools> {
  readonly name: string;
  read(payload: unknown): Work<Tools> | undefined;
}

interface Work<Tools extends OutboxTools> {
  readonly write: (tools: Tools) => Promise<Letter | undefined>;
  readonly end: (outcome: Outcome, tools: OutboxTools & Handling) => Promise<void>;
}

interface Saying<Payload> {
  /** Identifies it, however often and however worded it is tried: while it waits, there is one of each. */
  readonly key: string;
  readonly guildId: string;
  /** Whom it is about, if that is one person: forgotten with their other data. */
  readonly discordUserId?: string;
  readonly payload: Payload;
}

export function definePurpose<Payload, Tools extends OutboxTools = OutboxTools>({
  name,
  payload: schema,
  write,
  end,
}: PurposeParts<Payload, Tools>): Purpose<Payload, Tools> {
  return {
    name,
    createEntry: ({ discordUserId, ...about }, now, isClaimed = false) => ({
      ...about,
      discordUserId,
      purpose: name,
      until: isClaimed ? now + stepLeaseMs : now,
      attempts: isClaimed ? 1 : 0,
      createdAt: now,
    }),
    read(stored) {
      const { data: payload, success } = schema.safeParse(stored);
      if (!success) return undefined;
      return {
        write: (tools) => write(payload, tools),
        end: async (outcome, tools) => end?.(payload, outcome, tools),
      };
    },
  };
}

/** Something that changed, and what is about to be said of it. */
export interface Announced<Changed> {
  readonly changed: Changed;
  readonly message: OutboxEntry;
}

/**
 * Changes something, and stores with the change what is to be said of it.
 * @param change calls its argument with what it changed, in its transaction; `undefined` if someone else was faster
 */
export async function changeAndAnnounce<Changed>(
  change: (announce: (changed: Changed) => OutboxEntry) => Promise<Changed | undefined>,
  write: (changed: Changed) => OutboxEntry,
): Promise<Announced<Changed> | undefined> {
  let message: OutboxEntry | undefined;
  const changed = await change((seen) => {
    message = write(seen);
    return message;
  });
  return changed !== undefined && message !== undefined ? { changed, message } : undefined;
}

/**
 * Stores something to say and tries at once; whatever fails for now is tried again by itself.
 * @returns what came of it; `undefined` if that will be known later
 * @throws StoreError if it isn't stored
 */
export async function say<Payload>(
  purpose: Purpose<Payload, OutboxTools>,
  about: Saying<Payload>,
  ctx: AppContext,
): Promise<Outcome | undefined> {
  const lease = startLease(ctx.now)(stepLeaseMs);
  const entry = purpose.createEntry(about, ctx.now(), true);
  if (!(await ctx.store.outbox.add(entry))) return undefined;
  return sendClaimed(entry, purpose, { ctx: leaseMessenger(ctx, lease), isAwaited: true });
}

/**
 * The same for what was stored with something else, as claimed.
 * @param isAwaited the caller shows what came of it
 */
export function sayStored<Tools extends OutboxTools>(
  entry: OutboxEntry,
  purpose: Reader<Tools>,
  tools: Tools & Handling,
): Promise<Outcome | undefined> {
  const { ctx } = tools;
  const lease = startLease(ctx.now)(entry.until - ctx.now());
  return sendClaimed(entry, purpose, { ...tools, ctx: leaseMessenger(ctx, lease) });
}

type Lease = ReturnType<ReturnType<typeof startLease>>;

function leaseMessenger(ctx: AppContext, lease: Lease): AppContext {
  return { ...ctx, messenger: leasePart(ctx.messenger, lease) };
}

/** Sends what is claimed, or leaves it for another attempt. Never rejects. @param tools leased */
export async function sendClaimed<Tools extends OutboxTools>(
  entry: OutboxEntry,
  purpose: Reader<Tools>,
  tools: Tools & Handling,
): Promise<Outcome | undefined> {
  const { store, log } = tools.ctx;
  const { guildId, key } = entry;
  const about = { guildId, purpose: purpose.name };
  try {
    const work = purpose.read(entry.payload);
    if (work === undefined) {
      log.debug("something to say is left to a later version", about);
      return undefined;
    }
    const outcome = await attempt(entry, work, tools);
    if (outcome === undefined) return undefined;
    await work.end(outcome, tools);
    await store.outbox.remove(key);
    return outcome;
  } catch (error) {
    // It's tried again once the claim has ended.
    log.error("something to say could not be handled", { ...about, error });
    return undefined;
  }
}

/** @returns `undefined` if it's tried again */
async function attempt<Tools extends OutboxTools>(
  entry: OutboxEntry,
  work: Work<Tools>,
  tools: Tools,
): Promise<Outcome | undefined> {
  const { store, log, now } = tools.ctx;
  const { guildId, purpose, key, attempts, createdAt } = entry;
  // The bot was off for long, or an old backup was restored.
  if (now() > createdAt + worthMs) return { how: "nobody" };
  try {
    const letter = await work.write(tools);
    using _held = letter?.to === "channel" ? letter.held : undefined;
    return letter === undefined ? { how: "nobody" } : await send(letter, entry, tools.ctx);
  } catch (error) {
    // Another process may be at it by now, or nothing can be stored.
    if (wasHeldUp(error) || error instanceof StoreError) throw error;
    log.info("something could not be said", { guildId, purpose, error });
    const failure = classifySendFailure(error) ?? { kind: "transient" };
    const again =
      failure.kind === "transient" &&
      now() + computeRetryDelayMs({ ...failure, attempts, jitter: computeJitter(key) });
    // Rather missing than there twice.
    const isOver = again === false || error instanceof UnknownDeliveryError || again > createdAt + worthMs;
    if (isOver) return { how: "nobody", error };
    await store.outbox.postpone(entry, again);
    return undefined;
  }
}

/** Nothing is news for longer. */
export const worthMs = weekMs;

/** @throws UnknownDeliveryError, and Discord's errors */
async function send(
  letter: Letter,
  { key, guildId, attempts }: OutboxEntry,
  ctx: AppContext,
): Promise<Outcome> {
  const isRetry = attempts > 1;
  // The next attempt may be minutes away.
  const options = { repeats: !isRetry };
  if (letter.to === "channel") {
    const { channelId, message, pingRoleId, mayDouble = false, isOver = false, shown } = letter;
    const outgoing = { key, guildId, channelId };
    if (isOver) {
      const found = isRetry ? await findSent(outgoing, {}, ctx) : undefined;
      return found === undefined ? { how: "nobody" } : { how: "channel", ...found };
    }
    const sending = { ...options, pingRoleId, shown };
    const sent = await sendOnce(message, outgoing, isRetry, ctx, sending).catch(async (error: unknown) => {
      if (!mayDouble || !(error instanceof UnknownDeliveryError)) throw error;
      return { messageId: await sendNow(message, outgoing, sending, ctx), shown };
    });
    return { how: "channel", ...sent };
  }
  const { discordUserId, inPrivate, inPublic } = letter;
  const inDirect = { key, guildId, discordUserId };
  if (inPublic === undefined)
    return {
      how: (await sendPrivatelyOnce(inPrivate, inDirect, isRetry, ctx, options)) ? "private" : "nobody",
    };
  const outgoing = { key: `${key} in public`, guildId, channelId: inPublic.channelId };
  // They may accept private messages again by now.
  const there = isRetry ? await findPublic(outgoing, inPublic.message, ctx) : undefined;
  if (there !== undefined) return { how: "channel", messageId: there };
  const isTold = await sendPrivatelyOnce(inPrivate, inDirect, isRetry, ctx, options).catch(
    (error: unknown) => {
      // Whatever Discord has against it there, it certainly isn't there.
      if (!isRetry && classifySendFailure(error)?.kind === "refused") return false;
      throw error;
    },
  );
  if (isTold) return { how: "private" };
  // Who left doesn't see where they'd be mentioned, but everyone else would.
  if (!(await isStillMember({ guildId, discordUserId }, ctx))) return { how: "nobody" };
  return { how: "channel", messageId: await sendNow(inPublic.message, outgoing, options, ctx) };
}

/** @throws UnknownDeliveryError, and Discord's errors */
async function findPublic(
  outgoing: Parameters<typeof findSent>[0],
  unrecorded: Reply,
  ctx: AppContext,
): Promise<string | undefined> {
  try {
    return (await findSent(outgoing, { unrecorded }, ctx))?.messageId;
  } catch (error) {
    // A channel the bot can't read counts as having no message of ours.
    if (error instanceof DiscordAPIError && (error.status === 403 || error.status === 404)) return undefined;
    throw error;
  }
}

/** Claims and sends what is due. @param lease makes the leased tools of one claim */
export async function sendDue<Tools extends OutboxTools>(
  entry: OutboxClaim,
  purposes: ReadonlyMap<string, Reader<Tools>>,
  { tools, lease }: { readonly tools: Tools; readonly lease: (lease: Lease) => Tools },
): Promise<void> {
  const { store, now } = tools.ctx;
  const held = startLease(now)(stepLeaseMs);
  const claimed = await store.outbox.claim(entry, now() + stepLeaseMs);
  if (claimed === undefined) return;
  const purpose = purposes.get(claimed.purpose);
  // A later version's: a replica of that version sends it, or this one after an update.
  if (purpose === undefined) return;
  await sendClaimed(claimed, purpose, { ...lease(held), isAwaited: false });
}

/**
 * A message without files, as it was stored. Its embeds and buttons are Discord's JSON, which nothing here reads; the
 * bot itself stored them.
 */
export const StoredReply = z.custom<Reply>((stored) => typeof stored === "object" && stored !== null);

/** Something that stays true, to a channel or in private to a person. */
export const plainMessage = definePurpose({
  name: "message",
  payload: z.union([
    z.object({ channelId: z.string(), message: StoredReply }),
    z.object({ discordUserId: z.string(), message: StoredReply }),
  ]),
  write: async ({ message, ...to }) =>
    "channelId" in to ? { to: "channel", ...to, message } : { to: "person", ...to, inPrivate: message },
});
