import {
  ApplicationIntegrationType,
  InteractionContextType,
  type InteractionType,
} from "discord-api-types/v10";
import { attachmentSizeLimit } from "../attachments.ts";
import { toChannel, toMember } from "../guild-shapes.ts";
import type { InteractionFacts } from "../open-interaction.ts";
import { PersonError } from "../person-types.ts";
import type { World } from "../world.ts";

export interface Place {
  readonly guildId: string;
  readonly channelId: string;
  readonly discordUserId: string;
}

export function integrationOwners(guildId: string) {
  return { [ApplicationIntegrationType.GuildInstall]: guildId };
}

/** An INTERACTION_CREATE of a guild, with everything Discord sends around the data. */
export function interactionPayload(
  { directory, messages }: World,
  facts: InteractionFacts,
  data: unknown,
): Readonly<Record<string, unknown>> {
  const { guildId, channelId, discordUserId } = facts;
  const placed = directory.channel(channelId);
  const member = directory.member(guildId, discordUserId);
  if (placed === undefined || member === undefined) throw new PersonError("You are not in this channel.");
  const { guild, channel } = placed;
  const permissions = directory.permissions(guildId, discordUserId, channelId).toString();
  const source =
    facts.sourceMessageId === undefined ? undefined : messages.find(facts.sourceMessageId)?.message;
  const locale = directory.seedUser(discordUserId)?.locale ?? "en-US";
  const type: InteractionType = facts.type;
  return {
    id: facts.id,
    application_id: directory.botId,
    type,
    token: facts.token,
    version: 1,
    data,
    guild_id: guildId,
    guild: { id: guildId, locale: guild.locale ?? "en-US", features: [] },
    channel_id: channelId,
    channel: { ...toChannel(channel, guild, undefined), permissions },
    member: { ...toMember(member, directory.user(discordUserId)), permissions },
    app_permissions: directory.permissions(guildId, directory.botId, channelId).toString(),
    locale,
    guild_locale: guild.locale ?? "en-US",
    entitlements: [],
    authorizing_integration_owners: integrationOwners(guildId),
    context: InteractionContextType.Guild,
    attachment_size_limit: attachmentSizeLimit,
    ...(source === undefined ? {} : { message: source }),
  };
}
