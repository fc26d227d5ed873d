import { UserError } from "../../src/errors.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { tryPostChannel } from "../kit/post-channel.ts";
import type { ScheduleSettings } from "./settings.ts";

export type ExtraPermission = Awaited<ReturnType<GuildContext["messenger"]["missingForExtras"]>>[number];

/** A plan's channel and role as Discord sees them now. */
export interface Preflight {
  /** Everyone can read it. */
  readonly isPublic: boolean;
  /** Permissions the plan needs and the bot is missing. */
  readonly missingPermissions: readonly ExtraPermission[];
}

/**
 * Checks a plan before it is confirmed.
 * @param before the current schedule; an unchanged channel was already checked
 * @throws UserError if the bot or the caller can't post there, or Discord doesn't say
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
    refuseUnpublishable(plan, ctx),
  ]);
  return { ...tried, missingPermissions };
}

/** @throws UserError if posts there can't be published, or Discord doesn't say */
async function refuseUnpublishable(
  { channelId, publishes }: ScheduleSettings,
  { messenger, guildId, log }: GuildContext,
): Promise<void> {
  if (!publishes) return;
  const can = await messenger.canCrosspost(channelId).catch((error: unknown) => {
    log.warn("couldn't check a channel", { guildId, channelId, error });
    throw new UserError(
      `I couldn't check whether posts in <#${channelId}> can be published, so nothing was changed. Try again in a minute.`,
      { cause: error },
    );
  });
  if (!can)
    throw new UserError(
      `<#${channelId}> isn't an announcement channel, so posts there can't be published. Nothing was changed. Choose an announcement channel, or turn \`publish\` off.`,
    );
}

/**
 * Nobody may use the bot to post where they can't write, or to ping roles they can't ping.
 * @throws UserError if the caller currently may not, or Discord doesn't say
 */
export async function refuseBeyondCaller(
  { channelId, mentionRoleId }: Pick<ScheduleSettings, "channelId" | "mentionRoleId">,
  { messenger, guildId, invoker, log }: GuildContext,
): Promise<void> {
  const lacked = await messenger
    .missingForMember(guildId, channelId, invoker.discordUserId, mentionRoleId)
    .catch((error: unknown) => {
      log.warn("couldn't check a member's permissions in a channel", { guildId, channelId, error });
      throw new UserError(
        `I couldn't check your permissions in <#${channelId}>, so nothing was changed. Try again in a minute.`,
        { cause: error },
      );
    });
  if (lacked.includes("ViewChannel") || lacked.includes("SendMessages"))
    throw new UserError(
      `You can't write in <#${channelId}> yourself, so I can't post there for you. Nothing was changed. Choose another channel, or ask someone who can write there.`,
    );
  if (lacked.includes("MentionEveryone") && mentionRoleId !== undefined)
    throw new UserError(
      `You can't ping <@&${mentionRoleId}> in <#${channelId}> yourself, so I can't do it for you. Nothing was changed. Leave the role out, or ask someone who can mention it.`,
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
    log.warn("couldn't check a channel", { guildId, channelId, error });
    throw new UserError(
      `I couldn't check my permissions in <#${channelId}>, so nothing was changed. Try again in a minute.`,
      { cause: error },
    );
  }
}
