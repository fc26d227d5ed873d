import type { Board, BoardRequest } from "../boards/board.ts";
import { findKind } from "../boards/index.ts";
import type { StaleReason } from "../../../src/api/errors.ts";
import type { Schedule } from "../store.ts";
import type { JobTools } from "../../../src/jobs/job.ts";
import { backgroundCall } from "../../../src/api/client.ts";
import { hourMs } from "../../../src/time.ts";
import { withKeptPicture, withPicture } from "../../../src/pictures/attach.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { computeNextTryAt, toRefreshProblem } from "./attempts.ts";

/** The schedule was made by a version of the bot with more kinds than this one. */
export class UnknownBoardError extends Error {
  override readonly name = "UnknownBoardError";
}

/**
 * What a schedule shows right now. Uses only the share of the workspace's limit that people leave over.
 * @param dueAt when it was due, in epoch milliseconds, if it was
 * @throws ApiError, ContractError, UnknownBoardError, and UserError if the link is gone
 */
export async function buildBoard(schedule: Schedule, tools: JobTools, dueAt?: number): Promise<Board> {
  const kind = findKind(schedule.kind);
  if (kind === undefined) throw new UnknownBoardError(`there is no kind ${schedule.kind}`);
  const isPost = schedule.mode !== "live";
  return kind.make({ ...(await createBoardRequest(schedule, tools)), ...(isPost && { dueAt }) });
}

/** @throws UserError if the link is gone */
export async function createBoardRequest(
  schedule: Schedule,
  { ctx, resolveWorkspace }: JobTools,
): Promise<BoardRequest> {
  const { guildId, channelId, linkKey } = schedule;
  const { link, api } = await resolveWorkspace({ guildId, channelId, linkKey });
  const now = ctx.now();
  const isLookedAt = schedule.mode === "live" && schedule.refreshEveryMs !== undefined;
  const tryAgainAt = (staleness: StaleReason, lastAsOf: number) =>
    computeNextTryAt({ ...schedule, lastAsOf }, toRefreshProblem(staleness, now), now);
  return {
    ctx,
    schedule,
    link,
    // A message checked again and again shows its last response until there is a newer one.
    api: api.withDefaults({ ...backgroundCall, ...(isLookedAt && { ttlMs: hourMs }) }),
    now,
    ...(isLookedAt && { nextTryAt: tryAgainAt }),
  };
}

type Shown = Extract<Board, { readonly message: Reply }>;

/** A board's message with its picture, or without if it can't be drawn. */
export async function drawBoard(
  { message, beside = message, picture }: Shown,
  { guildId }: Pick<Schedule, "guildId">,
  { ctx }: JobTools,
): Promise<Reply> {
  const file = picture && (await ctx.pictures.draw(picture, { guildId, isAwaited: false }));
  return file === undefined ? message : withPicture(beside, file);
}

/** The message for a post that already shows the current picture. */
export function keepPicture({ message, beside = message, picture }: Shown): Reply {
  return picture === undefined ? message : withKeptPicture(beside, picture);
}

/** False if the picture couldn't be drawn this time; the next check tries again. */
export function isDrawn({ picture, message }: Shown, { files = [], keepsFiles }: Reply): boolean {
  return picture === undefined || files.length > (message.files?.length ?? 0) || keepsFiles === true;
}
