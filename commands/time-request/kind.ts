import { NoRoomError } from "../../src/byte-budget.ts";
import { dayMs, minuteMs, weekMs } from "../../src/time.ts";
import { type DateStyle, readDates } from "../../src/ui/formats.ts";
import { joinParts, subtext } from "../../src/ui/lines.ts";
import { timestamp } from "../../src/ui/time.ts";
import { defineRequestKind } from "../kit/member-request/kind.ts";
import { classifyPostFailure } from "../boards/index.ts";
import { createAskAgainButtons, describeState, renderRequestCard, requestIds } from "./card.ts";
import type { TimeRequest, ProofPicture } from "./store.ts";
import { formatMinutes, formatTimeRequest, maxReasonLength, quoteLines } from "./render.ts";
import type { AppContext } from "../../src/context.ts";
import type { DiscordFile } from "../../src/discord/files.ts";
import { withWorkspaceName } from "../../src/interactions/dispatch/annotate.ts";
import { listWorkspaceNames } from "../../src/interactions/dispatch/workspace.ts";
import type { Reply, ReplyFile } from "../../src/ui/reply.ts";

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

/** Managers are reminded once of a request that nobody has decided by then. */
export const bringUpAfterMs = dayMs;
export const expireAfterMs = weekMs;

/** Once managers were reminded, the card is looked for this often: without it, nobody can decide. */
const lookEveryMs = dayMs;

/**
 * When a request that waits for a manager needs attention next.
 * @param lookedAt when its card was looked for, in epoch milliseconds
 */
export function getDueWhileOpen(
  { createdAt, broughtUpAt }: Pick<TimeRequest, "createdAt" | "broughtUpAt">,
  lookedAt = 0,
) {
  if (broughtUpAt === undefined) return createdAt + bringUpAfterMs;
  return Math.min(Math.max(broughtUpAt, lookedAt) + lookEveryMs, createdAt + expireAfterMs);
}

/** Where managers are asked; `undefined` while requests are off. */
export function readRequestsChannel(
  guildId: string,
  { store }: Pick<AppContext, "store">,
): Promise<string | undefined> {
  return store.guildSettings.get(guildId, "time-requests-channel");
}

/** Members ask for time. */
export const timeRequest = defineRequestKind<TimeRequest>({
  name: "time-request",
  key: "time-request",
  createNewsKey: ({ id, state, decidedAt = 0 }) => `time-request ${id} ${state} ${decidedAt}`,
  requests: (store) => store.timeRequests,
  audit: {
    prefix: "request",
    describe: ({ id, discordUserId: member, minutes, day }) => ({
      target: id,
      detail: { member, minutes, day },
    }),
  },
  renderCard: renderLoneCard,
  async drawCard(request, { ctx, pictures }) {
    const held =
      pictures === undefined
        ? await holdProof(request, ctx).catch((error: unknown): undefined => {
            if (error instanceof NoRoomError) throw error;
            ctx.log.info("pictures of a request could not be fetched", { guildId: request.guildId, error });
          })
        : undefined;
    const files = pictures ?? held?.pictures ?? [];
    // Once some pictures are on the card, the others are dropped.
    const proof = files.length > 0 ? [] : request.proof;
    const message = { ...(await renderLoneCard({ ...request, proof }, ctx)), files };
    return { message, shown: files.length, held };
  },
  async setCard(request, { channelId, messageId, shown }, { timeRequests }) {
    const proof = shown === 0 ? request.proof : [];
    await timeRequests.setCard(request.id, { channelId, messageId, proof, dueAt: getDueWhileOpen(request) });
  },
  async waits(request, error, ctx) {
    // It's posted in whichever channel there is then, and expires like the others.
    const isPermanent = classifyPostFailure(error).kind === "permanent";
    const dueAt = Math.min(ctx.now() + 10 * minuteMs, request.createdAt + expireAfterMs);
    if (isPermanent) await ctx.store.timeRequests.setDue(request, { dueAt });
    return isPermanent;
  },
  async describeNews(request, ctx) {
    const { dateStyle } = await readDates(request.guildId, ctx);
    const mayAsk = (await readRequestsChannel(request.guildId, ctx)) !== undefined;
    // Shown, so that no two messages read the same.
    const asked = subtext(`Asked ${timestamp(Temporal.Instant.fromEpochMilliseconds(request.createdAt))}`);
    return {
      inPrivate: `${describeOutcome(request, dateStyle, mayAsk)}\n${asked}`,
      inChannel: `your request for time was ${describeEnd(request)}. See it with ${ctx.commandMention("request list")}.\n${asked}`,
    };
  },
  setTold: (request, how, { store }) => store.timeRequests.setTold(request, how),
  remembersTold: true,
  ids: requestIds,
  createAskAgainButtons: async (withdrawn, ctx) =>
    (await readRequestsChannel(ctx.guildId, ctx)) === undefined ? [] : createAskAgainButtons(withdrawn),
  declineField: {
    description: "I'll send it to them in a private message. It also stays on the card.",
    max: maxReasonLength,
    required: true,
  },
  texts: {
    notPosted: (channelId, { commandMention }) =>
      `I couldn't post in <#${channelId}>, where requests go, so nobody was asked. An admin can choose the channel again in ${commandMention("settings")} to see what I need there.`,
    notOpen: describeState,
    notTheirs: "This button is for someone else, so nothing was done. Managers can decline it.",
    notWithdrawn: (request) => `${describeState(request)} There's nothing to withdraw, so nothing was done.`,
    withdrawn: (request, { dateStyle }) =>
      `Your request for ${formatTimeRequest(request, dateStyle)} is withdrawn${request.cardMessageId === undefined ? ", so nobody can approve it." : ". Its card stays up, without its buttons."}`,
    clearedLater: "🟧 I couldn't delete all cards of requests for time yet. I'll keep trying for a week.",
    notCleared: (links) =>
      `🟧 Discord doesn't let me delete all cards of requests for time, so these still show what was asked: ${links}. Ask someone who manages messages there to delete them.`,
  },
});

/** In a channel that may use another workspace. Replies say by themselves which one they are about. */
async function renderLoneCard(request: TimeRequest, ctx: AppContext): Promise<Reply> {
  const { guildId, linkKey } = request;
  const workspaceName = (await listWorkspaceNames(guildId, ctx.store)).get(linkKey);
  return withWorkspaceName(renderRequestCard(request, await readDates(guildId, ctx)), workspaceName);
}

function describeEnd({ state, cardMessageId }: TimeRequest): string {
  if (state === "expired") return "not decided within seven days, so it expired";
  return state === "withdrawn" && cardMessageId === undefined ? "not posted, so nobody was asked" : state;
}

function describeCountedWeek({ week, decidedAt = 0 }: TimeRequest): string {
  if (week?.isOver === true) return "That week is over, so it counts toward your total for this week.";
  return decidedAt < (week?.beginsAt ?? 0)
    ? "That week hadn't begun in the workspace, so it counts toward your total for the week before."
    : "It counts toward your total for that week.";
}

/**
 * For the member alone.
 * @param mayAsk whether staff can ask for time in their server now
 */
function describeOutcome(request: TimeRequest, style: DateStyle, mayAsk: boolean): string {
  const { state, minutes, approvedMinutes = minutes, decidedByDiscordUserId: by, declineReason } = request;
  const asked = `Your request for ${formatTimeRequest(request, style)}`;
  const counts = describeCountedWeek(request);
  switch (state) {
    case "approved":
      return approvedMinutes === minutes
        ? `${asked} was approved by <@${by ?? ""}>. ${counts}`
        : `${asked} was approved by <@${by ?? ""}> with another length: **${formatMinutes(approvedMinutes)}**. ${counts}`;
    case "declined":
      return joinParts(
        [
          `${asked} was declined by <@${by ?? ""}>, so nothing was counted.`,
          declineReason !== undefined && quoteLines(declineReason),
        ],
        "\n",
      );
    case "expired":
      return mayAsk
        ? `${asked} wasn't decided within seven days, so it expired and nothing was counted. If it still matters, talk to a manager or ask again with \`/request time\`.`
        : `${asked} wasn't decided within seven days, so it expired and nothing was counted. If it still matters, talk to a manager.`;
    case "withdrawn":
      return mayAsk
        ? `${asked} couldn't be posted for the managers, so nobody was asked. Ask again with \`/request time\`.`
        : `${asked} couldn't be posted for the managers, so nobody was asked. If it still matters, talk to a manager.`;
    case "open":
    case "sending":
    case "unknown":
      return `${asked} isn't decided yet.`;
    default:
      return state satisfies never;
  }
}
