import type { AppContext } from "../../src/context.ts";
import type { DiscordFile } from "../../src/discord/files.ts";
import type { Announced } from "../../src/outbox/queue.ts";
import { sendNow, sendOnce, UnknownDeliveryError } from "../../src/outbox/send-once.ts";
import type { ProofPicture, TimeRequest, TimeRequestDecision } from "./store.ts";
import { dayMs, weekMs } from "../../src/time.ts";
import type { ReplyFile } from "../../src/ui/reply.ts";
import { renderRequestCard } from "./card.ts";
import { endRequest } from "./news.ts";
import { readDates } from "../../src/ui/formats.ts";

/** Managers are reminded once of a request that nobody has decided by then. */
export const bringUpAfterMs = dayMs;
export const expireAfterMs = weekMs;

/** When a request that waits for a manager needs attention next. */
export function getDueWhileOpen({ createdAt, broughtUpAt }: Pick<TimeRequest, "createdAt" | "broughtUpAt">) {
  return createdAt + (broughtUpAt === undefined ? bringUpAfterMs : expireAfterMs);
}

/** Discord takes 10 MiB a file from a bot. */
export const maxPictureBytes = 8 * 1024 * 1024;

export interface HeldProof extends Disposable {
  readonly pictures: readonly ReplyFile[];
}

interface SentProof extends Pick<TimeRequest, "guildId"> {
  /** Its size is known only while it comes from a form. */
  readonly proof: readonly (ProofPicture & Pick<DiscordFile, "size">)[];
}

/**
 * Downloads a request's pictures to post them with its card: Discord deletes files sent through a form after a day. Disposed,
 * they make room for others.
 * @param admit called right before the download
 * @throws NotAPictureError, and whatever `DiscordFiles.hold` throws
 */
export async function holdProof(
  { guildId, proof }: SentProof,
  { files }: Pick<AppContext, "files">,
  admit?: () => Promise<void>,
): Promise<HeldProof> {
  const held = await files.hold({
    guildId,
    files: proof,
    maxBytes: maxPictureBytes,
    ...(admit && { admit }),
  });
  try {
    const pictures = held.data.map((data, index) => {
      const type = detectPictureType(data);
      if (type === undefined) throw new NotAPictureError(proof[index]?.name ?? "");
      const number = index + 1;
      return {
        name: `proof-${number}.${type}`,
        data,
        description: `Proof, picture ${number} of ${proof.length}`,
      };
    });
    return { pictures, [Symbol.dispose]: () => held[Symbol.dispose]() };
  } catch (error) {
    held[Symbol.dispose]();
    throw error;
  }
}

export class NotAPictureError extends Error {
  readonly fileName: string;

  constructor(fileName: string) {
    super("a file that came as proof is no picture");
    this.fileName = fileName;
  }
}

/**
 * Posts the card of a request. Repeated attempts post one card.
 * @param isRetry an earlier attempt may have succeeded
 * @throws what Discord answered
 */
export async function postCard(
  request: TimeRequest,
  card: { readonly channelId: string; readonly files: readonly ReplyFile[]; readonly isRetry: boolean },
  ctx: Pick<AppContext, "messenger" | "store" | "now">,
): Promise<TimeRequest> {
  const { id, guildId } = request;
  const { channelId, files, isRetry } = card;
  const outgoing = { key: `time-request ${id} ${channelId}`, guildId, channelId };
  // Once some pictures are on the card, the others are dropped.
  const proof = files.length > 0 ? [] : request.proof;
  const answer = { ...renderRequestCard({ ...request, proof }, await readDates(guildId, ctx)), files };
  const { messageId } = await sendOnce(answer, outgoing, isRetry, ctx).catch(async (error: unknown) => {
    // Better there twice than missing: each of them shows that it was decided with the other.
    if (!(error instanceof UnknownDeliveryError)) throw error;
    return { messageId: await sendNow(answer, outgoing, {}, ctx) };
  });
  await ctx.store.timeRequests.setCard(id, { channelId, messageId, proof, dueAt: getDueWhileOpen(request) });
  return { ...request, proof, cardChannelId: channelId, cardMessageId: messageId };
}

/**
 * Moves a request that is being approved on, according to the outcome of its gift. `undefined` if the gift is still in
 * progress, or another process moved the request. With a message if it is approved, which the caller has to send.
 */
export async function settleApproval(
  request: TimeRequest,
  { store, now }: Pick<AppContext, "store" | "now">,
): Promise<Settled | undefined> {
  const { id, guildId, state: from, draftId = "" } = request;
  const draft = await store.drafts.find(draftId);
  if (draft?.state === "sending") return undefined;
  // Whoever made it may only be slow, and must not send it once others can decide again.
  if (draft?.state === "open" && !(await store.drafts.discard(draftId, guildId, draft.discordUserId)))
    return undefined;
  if (draft?.state === "open" || draft?.state === "discarded")
    return moveOn({ id, guildId, from, to: "open", dueAt: getDueWhileOpen(request) }, store);
  const decision = { ...request, id, guildId, from, dueAt: undefined };
  return draft?.state === "done"
    ? endRequest({ ...decision, to: "approved" }, { store, now })
    : moveOn({ ...decision, to: "unknown" }, store);
}

async function moveOn(
  decision: TimeRequestDecision,
  { timeRequests }: AppContext["store"],
): Promise<Settled | undefined> {
  const changed = await timeRequests.move(decision);
  return changed && { changed };
}

/** A request as it is now. */
export type Settled = Pick<Announced<TimeRequest>, "changed"> & Partial<Announced<TimeRequest>>;

const starts = [
  ["png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["jpg", [0xff, 0xd8, 0xff]],
  ["gif", [0x47, 0x49, 0x46, 0x38]],
] as const;
const riff = [0x52, 0x49, 0x46, 0x46];
const webp = [0x57, 0x45, 0x42, 0x50];

/** A picture's type by its first bytes, whatever its name; `undefined` for anything else. */
function detectPictureType(data: Uint8Array): "png" | "jpg" | "gif" | "webp" | undefined {
  const has = (bytes: readonly number[], at = 0) => bytes.every((byte, index) => data[at + index] === byte);
  if (has(riff) && has(webp, 8)) return "webp";
  return starts.find(([, bytes]) => has(bytes))?.[0];
}
