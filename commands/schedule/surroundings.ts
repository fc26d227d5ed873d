import { UserError } from "../../src/errors.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { tryPostChannel } from "../shared/post-channel.ts";
import type { Plan } from "./plan.ts";

export type ExtraPermission = Awaited<ReturnType<GuildContext["messenger"]["missingForExtras"]>>[number];

/** What Discord says of a plan's channel and role right now. */
export interface Surroundings {
  /** Strangers read along. */
  readonly openToAll: boolean;
  /** What the plan wants, and the bot may not do there. */
  readonly lacks: readonly ExtraPermission[];
}

/**
 * Looks before a plan is confirmed.
 * @param before how the schedule is now; a channel that stays was tried already
 * @throws UserError when the bot could not post there, or Discord does not say
 */
export async function surroundingsOf(
  plan: Plan,
  ctx: GuildContext,
  before?: Pick<Plan, "channelId">,
): Promise<Surroundings> {
  const [tried, lacks] = await Promise.all([
    plan.channelId === before?.channelId ? { openToAll: false } : tryPostChannel(plan.channelId, ctx),
    lackedFor(plan, ctx),
  ]);
  return { ...tried, lacks };
}

async function lackedFor(
  { channelId, pins, mentionRoleId }: Plan,
  { messenger, guildId, log }: GuildContext,
): Promise<readonly ExtraPermission[]> {
  if (!pins && mentionRoleId === undefined) return [];
  try {
    return await messenger.missingForExtras(guildId, channelId, { pins, mentionRoleId });
  } catch (error) {
    log.warn("a channel could not be looked at", { guildId, channelId, error });
    throw new UserError(
      `Discord does not tell me right now what I may do in <#${channelId}>, so nothing was changed. Please try again in a minute.`,
      { cause: error },
    );
  }
}
