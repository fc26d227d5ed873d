import type { Board, BoardRequest } from "../../boards/board.ts";
import { findKind } from "../../boards/index.ts";
import type { Staleness } from "../../boards/truth.ts";
import type { Schedule } from "../../store/schedules.ts";
import type { JobTools } from "../job.ts";
import { inBackground } from "./in-background.ts";
import { nextTryAt, troubleWhenStale } from "./refresh-pace.ts";

/** A schedule from a version of the bot that could show more than this one. */
export class UnknownKindError extends Error {
  override readonly name = "UnknownKindError";
}

/**
 * What a schedule shows right now. Only what people leave over of the workspace's limit is used for it.
 * @param dueAt when it was due, in epoch milliseconds, if it was
 * @throws ApiError, ContractError, UnknownKindError, and UserError when the link is gone
 */
export async function makeBoard(schedule: Schedule, tools: JobTools, dueAt?: number): Promise<Board> {
  const kind = findKind(schedule.kind);
  if (kind === undefined) throw new UnknownKindError(`there is no kind ${schedule.kind}`);
  const isPost = schedule.mode !== "standing";
  return kind.make({ ...(await boardRequest(schedule, tools)), ...(isPost && { dueAt }) });
}

/** @throws UserError when the link is gone */
export async function boardRequest(schedule: Schedule, { ctx, openLink }: JobTools): Promise<BoardRequest> {
  const { guildId, channelId, linkKey } = schedule;
  const { link, api } = await openLink({ guildId, channelId, linkKey });
  const now = ctx.now();
  const isLookedAt = schedule.mode === "standing" && schedule.refreshEveryMs !== undefined;
  const tryAgainAt = (staleness: Staleness) => nextTryAt(schedule, troubleWhenStale(staleness, now), now);
  return {
    ctx,
    schedule,
    link,
    // One that is looked at again and again shows its last answer while there is no newer one.
    api: inBackground(api, { keep: isLookedAt }),
    now,
    ...(isLookedAt && { nextTryAt: tryAgainAt }),
  };
}
