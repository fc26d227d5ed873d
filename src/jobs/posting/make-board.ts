import type { Board, BoardRequest } from "../../boards/board.ts";
import { findKind } from "../../boards/index.ts";
import { UserError } from "../../errors.ts";
import type { Schedule } from "../../store/schedules.ts";
import type { JobTools } from "../job.ts";
import { inBackground } from "./in-background.ts";

/**
 * What a schedule shows right now. Only what people leave over of the workspace's limit is used for it.
 * @throws ApiError, ContractError, and UserError when the link is gone
 */
export async function makeBoard(schedule: Schedule, tools: JobTools): Promise<Board> {
  const kind = findKind(schedule.kind);
  if (kind === undefined) throw new UserError("I no longer know how to make this kind of post.");
  return kind.make(await boardRequest(schedule, tools));
}

/** @throws UserError when the link is gone */
export async function boardRequest(schedule: Schedule, { ctx, openLink }: JobTools): Promise<BoardRequest> {
  const { guildId, channelId, linkKey } = schedule;
  const { link, api } = await openLink({ guildId, channelId, linkKey });
  return { ctx, schedule, link, api: inBackground(api), now: ctx.now() };
}
