import { UserError } from "../../src/errors.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { tryPostChannel } from "../kit/post-channel.ts";
import type { ScheduleSettings } from "./settings.ts";

export type ExtraPermission = Awaited<ReturnType<GuildContext["messenger"]["missingForExtras"]>>[number];

/** What Discord says of a plan's channel and role right now. */
export interface Preflight {
  /** Strangers read along. */
  readonly isPublic: boolean;
  /** What the plan wants, and the bot may not do there. */
  readonly missingPermissions: readonly ExtraPermission[];
}

/**
 * Looks before a plan is confirmed.
 * @param before how the schedule is now; a channel that stays was tried already
 * @throws UserError when the bot or the caller could not post there, or Discord does not say
 */
export async function runPreflight(
  plan: ScheduleSettings,
  ctx: GuildContext,
  before?: Pick<ScheduleSettings, "channelId">,
): Promise<Preflight> {
  const [tried, missingPermissions] = await Promise.all([
    plan.channelId === before?.channelId ? { isPublic: false } : tryPostChannel(plan.channelId, ctx),
    missingFor(plan, ctx),
    refuseBeyondCaller(plan, ctx),
  ]);
  return { ...tried, missingPermissions };
}

/**
 * Nobody posts through the bot where they may not write, or pings whom they may not ping.
 * @throws UserError when the caller may not, as Discord says right now, or Discord does not say
 */
export async function refuseBeyondCaller(
  { channelId, mentionRoleId }: Pick<ScheduleSettings, "channelId" | "mentionRoleId">,
  { messenger, guildId, invoker, log }: GuildContext,
): Promise<void> {
  const lacked = await messenger
    .missingForMember(guildId, channelId, invoker.discordUserId, mentionRoleId)
    .catch((error: unknown) => {
      log.warn("what a member may do in a channel could not be learned", { guildId, channelId, error });
      throw new UserError(
        `Discord doesn't tell me right now what you may do in <#${channelId}>, so nothing was changed. Try again in a minute.`,
        { cause: error },
      );
    });
  if (lacked.includes("ViewChannel") || lacked.includes("SendMessages"))
    throw new UserError(
      `You can't write in <#${channelId}> yourself, so I don't post there for you. Nothing was changed. Choose another channel, or ask somebody who may write there.`,
    );
  if (lacked.includes("MentionEveryone") && mentionRoleId !== undefined)
    throw new UserError(
      `You can't ping <@&${mentionRoleId}> in <#${channelId}> yourself, so I don't do it for you. Nothing was changed. Leave the role out, or ask somebody who may mention it.`,
    );
}

async function missingFor(
  { channelId, pins, mentionRoleId }: ScheduleSettings,
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
