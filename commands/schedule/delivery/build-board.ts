import { createBoardRequest, UnknownBoardError, type Board, type Schedule } from "../../boards/index.ts";
import { findKind } from "../kinds.ts";
import type { JobTools } from "../../../src/jobs/job.ts";
import { withKeptPicture, withPicture } from "../../../src/pictures/attach.ts";
import type { Reply } from "../../../src/ui/reply.ts";

/**
 * What a schedule shows right now. Uses only the share of the workspace's limit that people leave over.
 * @param dueAt when it was due, in epoch milliseconds; omitted if a message is only being updated
 * @throws ApiError, ContractError, UnknownBoardError, and UserError if the link is gone
 */
export async function buildBoard(schedule: Schedule, tools: JobTools, dueAt?: number): Promise<Board> {
  const kind = findKind(schedule.kind);
  if (kind === undefined) throw new UnknownBoardError(`there is no kind ${schedule.kind}`);
  const { mode, refreshEveryMs } = schedule;
  const request = await createBoardRequest(schedule, tools);
  if (dueAt !== undefined) return kind.make(mode === "live" ? request : { ...request, dueAt });
  // Messages looked at every few minutes share more of their reads than those someone asks for now.
  return kind.make(refreshEveryMs === undefined ? request : { ...request, maxAgeMs: refreshEveryMs / 4 });
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
