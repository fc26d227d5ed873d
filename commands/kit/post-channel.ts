import { ChannelType } from "discord.js";
import { UserError } from "../../src/errors.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { channelOption } from "./options.ts";

/** What the bot lacks to post in a channel, or that it was deleted. */
export type Missing = Awaited<ReturnType<GuildContext["messenger"]["missingPermissions"]>>;
type PostPermission = Exclude<Missing, "gone">[number];

/** As Discord's settings call them. */
const permissionTexts: Readonly<Record<PostPermission, string>> = {
  ViewChannel: "View Channel",
  SendMessages: "Send Messages",
  EmbedLinks: "Embed Links",
  AttachFiles: "Attach Files",
};

/** A channel that the bot can post in. */
export const postChannelOption = (description: string) => channelOption(description, ChannelType.GuildText);

/** What the bot lacks to post there, to stand after "I lack". */
export function describeMissing(missing: readonly PostPermission[]): string {
  return missing.map((permission) => `*${permissionTexts[permission]}*`).join(", ");
}

/**
 * Tries a channel before it is chosen.
 * @returns whether strangers would read along
 * @throws UserError when the bot could not post there, or Discord does not say
 */
export async function tryPostChannel(
  channelId: string,
  { messenger, guildId, log }: GuildContext,
): Promise<{ readonly isPublic: boolean }> {
  const looked = await Promise.all([
    messenger.missingPermissions(guildId, channelId),
    messenger.isPublic(guildId, channelId),
  ]).catch((error: unknown) => {
    log.warn("a channel could not be looked at", { guildId, channelId, error });
    throw new UserError(
      `Discord does not tell me right now whether I may post in <#${channelId}>, so nothing was changed. Please try again in a minute.`,
      { cause: error },
    );
  });
  const [missing, isPublic] = looked;
  if (missing === "gone")
    throw new UserError(
      "That channel was deleted, so nothing was changed. Choose another one; a schedule gets one with `/schedule edit`.",
    );
  if (missing.length === 0) return { isPublic };
  throw new UserError(
    `I cannot post in <#${channelId}>, so nothing was changed. I lack ${describeMissing(missing)} there. Give me that in the channel's settings, Permissions, then run this again.`,
  );
}
