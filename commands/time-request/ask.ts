import { z } from "zod";
import { ApiError, ContractError } from "../../src/api/errors.ts";
import { NoRoomError } from "../../src/byte-budget.ts";
import { UserError } from "../../src/errors.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { formatTimeRequest, renderRequested } from "./render.ts";
import { buildCardLink } from "../kit/member-request/kind.ts";
import {
  timeRequest,
  type HeldProof,
  holdProof,
  maxPictureBytes,
  NotAPictureError,
  readRequestsChannel,
} from "./kind.ts";
import { hourMs } from "../../src/time.ts";
import type { Account } from "../../src/store/accounts.ts";
import type { NewTimeRequest, RequestedWeek, TimeRequest } from "./store.ts";
import { formatShortLines } from "../weeks/index.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { readOwnAccount, createThisIsMeRow } from "../kit/resolve-person.ts";
import { createWithdrawRow } from "./card.ts";
import { daysOffered } from "../activity/index.ts";
import type { UploadedFile } from "../kit/fields.ts";
import { readCalendar, readDuration } from "../kit/time-options.ts";

/** What was typed, kept while it can be fixed. Files can't be put into a form again, so they are kept beside it. */
export const TypedRequest = z.object({
  minutes: z.string(),
  day: z.string(),
  reason: z.string(),
  files: z.array(z.object({ name: z.string(), url: z.string(), size: z.number() })),
  /** When it was opened: the days to choose from end with it. */
  today: z.iso.date(),
});
export type TypedRequest = z.output<typeof TypedRequest>;

/** What someone asks for. */
export interface AskedTime {
  readonly minutes: number;
  readonly day: string;
  readonly reason: string;
  readonly files: readonly UploadedFile[];
  /** The day belongs to a week that is over. */
  readonly isOver: boolean;
  /** When the day's week begins, in epoch milliseconds, if it hasn't begun. */
  readonly beginsAt: number | undefined;
}

/** A day has no more. */
export const maxMinutes = 24 * 60;
/** A form that was opened before midnight may be sent after it. */
const daysAccepted = daysOffered + 1;

/** @throws UserError if it is no length of time that fits into a day */
export function readMinutes(typed: string, notDone = "nobody was asked"): number {
  return Math.round(readDuration(typed, { minutes: maxMinutes, text: "24 hours" }, notDone));
}

/** @throws UserError for what can't be used */
export async function parseRequest(
  { minutes, day, reason, files }: TypedRequest,
  ctx: Parameters<typeof readCalendar>[0],
): Promise<AskedTime> {
  const asked = readMinutes(minutes);
  const { today, week } = await readCalendar(ctx);
  const daysAgo = z.iso.date().safeParse(day).success
    ? Temporal.PlainDate.from(day).until(today).days
    : undefined;
  if (daysAgo === undefined || daysAgo < 0 || daysAgo >= daysAccepted)
    throw new UserError("That day can't be chosen anymore, so nobody was asked. Choose another one.");
  if (escapeMarkdown(reason) === "")
    throw new UserError("Your reason has no visible characters, so nobody was asked. Say what you did.");
  const isOver = day < week.first.toString();
  const beginsAt = day > week.last.toString() ? week.endsAt : undefined;
  return { minutes: asked, day, reason: reason.trim(), files, isOver, beginsAt };
}

/** Undecided requests of one member. */
const maxOpenRequests = 5;

interface Asking {
  readonly account: Account;
  /** Where the managers are asked. */
  readonly channelId: string;
}

/** @throws UserError if the caller isn't connected, or there is nobody to ask */
export async function assertMayAsk(ctx: LinkedContext): Promise<Asking> {
  const { guildId, commandMention } = ctx;
  const [channelId, account] = await Promise.all([readRequestsChannel(guildId, ctx), readOwnAccount(ctx)]);
  if (channelId === undefined)
    throw new UserError(
      `Asking for time is off in this server, so nobody was asked. An admin can turn it on in ${commandMention("settings")}.`,
    );
  if (account !== undefined) return { account, channelId };
  throw new UserError(
    `You aren't connected to a workspace user yet, so nobody was asked. Connect yourself with ${commandMention("account connect")} first.`,
    { components: createThisIsMeRow() },
  );
}

/** Asks the managers, with a card in their channel. @throws UserError if nobody could be asked */
export async function askForTime(asked: AskedTime, ctx: LinkedContext): Promise<Reply> {
  const { account, channelId: cardChannelId } = await assertMayAsk(ctx);
  const { store, guildId, channelId, link, invoker, messenger } = ctx;
  using proof = await readProof(asked, ctx);
  const files = proof.pictures;
  const week = await readWeek(account.userId, asked, ctx);
  const request: NewTimeRequest = {
    id: ctx.newId(),
    guildId,
    linkKey: link.linkKey,
    discordUserId: invoker.discordUserId,
    userId: account.userId,
    minutes: asked.minutes,
    day: asked.day,
    reason: asked.reason,
    week,
    pictures: files.length,
    proof: asked.files.map(({ name, url }) => ({ name, url })),
    channelId,
    createdAt: ctx.now(),
    // If it isn't posted by then.
    dueAt: ctx.now() + hourMs,
  };
  const card = timeRequest.createCard(request, cardChannelId, ctx.now(), true);
  const created = await store.timeRequests.create(request, maxOpenRequests, card);
  if (created !== "created") throw createAlreadyAskedError(created, ctx);
  const cardMessageId = await timeRequest.post(request, cardChannelId, card, { ctx, pictures: files });
  const { id, discordUserId: member, minutes, day } = request;
  const detail = { member, minutes, day, pictures: files.length };
  await recordAudit({ action: "request.time", outcome: "done", target: id, detail }, ctx);
  const isPublic = await messenger.isPublic(guildId, cardChannelId).catch(() => false);
  return {
    ...renderRequested({ request: { ...request, cardMessageId }, isPublic }, renderContext(ctx)),
    components: createWithdrawRow(id),
  };
}

function createAlreadyAskedError(
  same: "full" | TimeRequest,
  { commandMention, dateStyle }: LinkedContext,
): UserError {
  const list = commandMention("request list");
  if (same === "full")
    return new UserError(
      `You already have ${maxOpenRequests} requests waiting for a manager, so nobody was asked. Wait for one of them, or withdraw one in ${list}.`,
    );
  const card = buildCardLink(same);
  const where = card === undefined ? "" : ` ([card](${card}))`;
  return new UserError(
    `You already asked for ${formatTimeRequest(same, dateStyle)}${where}, and that request is still waiting for a manager. No second request was sent. See it in ${list}.`,
  );
}

/**
 * Fetches the pictures of a request that can be made. Whether it can is decided when it's stored.
 * @throws UserError for what is no picture, too large or gone, and if the request can't be made
 */
async function readProof({ files, day, minutes }: AskedTime, ctx: LinkedContext): Promise<HeldProof> {
  const { store, guildId, link, invoker } = ctx;
  const admit = async (): Promise<void> => {
    const { discordUserId } = invoker;
    const asked = { guildId, linkKey: link.linkKey, discordUserId, day, minutes };
    const obstacle = await store.timeRequests.findObstacle(asked, maxOpenRequests);
    if (obstacle !== undefined) throw createAlreadyAskedError(obstacle, ctx);
  };
  const limit = `${maxPictureBytes / 1024 / 1024} MB`;
  const tooLarge = (name: string) =>
    new UserError(
      `“${escapeMarkdown(name, 60)}” is larger than ${limit}, so nobody was asked. Choose a smaller picture, or leave it out.`,
    );
  const large = files.find(({ size }) => size > maxPictureBytes);
  if (large !== undefined) throw tooLarge(large.name);
  try {
    return await holdProof({ guildId, proof: files }, ctx, admit);
  } catch (error) {
    if (error instanceof UserError) throw error;
    if (error instanceof NoRoomError)
      throw new UserError(
        "Too many pictures are on their way to managers right now, so nobody was asked. Try again in a minute.",
        { cause: error },
      );
    if (error instanceof NotAPictureError)
      throw new UserError(
        `“${escapeMarkdown(error.fileName, 60)}” isn't a picture I can read, so nobody was asked. Use PNG, JPEG, GIF or WebP, or leave it out.`,
      );
    if (error instanceof RangeError) throw tooLarge(files[0]?.name ?? "A picture");
    ctx.log.info("couldn't fetch the proof of a request", { guildId: ctx.guildId, error });
    throw new UserError(
      "I couldn't get your pictures from Discord, so nobody was asked. Try again and choose them again.",
      { cause: error },
    );
  }
}

/** The week as it stands; the managers are asked without it, too. */
async function readWeek(
  userId: string,
  { isOver, beginsAt }: AskedTime,
  { api, workspaceId, now, log }: LinkedContext,
): Promise<RequestedWeek | undefined> {
  const unread = (error: unknown): undefined => {
    if (!(error instanceof ApiError || error instanceof ContractError)) throw error;
    log.info("a request for time is posted without the week", { error });
  };
  const [activity, assignments] = await Promise.all([
    api.getActivity({ params: { workspaceId, userId }, query: {} }).catch(unread),
    api.getAssignments({ params: { workspaceId, staffId: userId } }).catch(unread),
  ]);
  if (activity === undefined && assignments === undefined)
    return isOver || beginsAt !== undefined ? { goals: [], isOver, beginsAt } : undefined;
  const at = Temporal.Instant.fromEpochMilliseconds(now());
  const goals = assignments === undefined ? [] : formatShortLines(assignments, at);
  return { minutes: activity?.totals.minutes, goals, isOver, beginsAt };
}
