import {
  ApplicationIntegrationType,
  InteractionContextType,
  type InteractionType,
  PermissionFlagsBits,
} from "discord-api-types/v10";
import { attachmentSizeLimit } from "../attachments.ts";
import { toChannel, toDirectChannel, toMember } from "../serialize-guild.ts";
import type { InteractionFacts } from "../pending-interaction.ts";
import { PersonError } from "../member-types.ts";
import type { World } from "../state.ts";

export interface Place {
  /** None in a private channel with the bot. */
  readonly guildId: string | undefined;
  readonly channelId: string;
  readonly discordUserId: string;
}

const { AttachFiles, EmbedLinks, MentionEveryone, UseExternalEmojis } = PermissionFlagsBits;
/** What Discord says that a bot may do in a private channel. */
const inPrivate = AttachFiles | EmbedLinks | MentionEveryone | UseExternalEmojis;

/** In private messages, "0" takes the place of the guild. */
export function integrationOwners(guildId: string | undefined) {
  return { [ApplicationIntegrationType.GuildInstall]: guildId ?? "0" };
}

/** An INTERACTION_CREATE with everything Discord sends around the data. */
export function interactionPayload(
  world: World,
  facts: InteractionFacts,
  data: unknown,
): Readonly<Record<string, unknown>> {
  const { directory, messages } = world;
  const { guildId, channelId, discordUserId } = facts;
  const source =
    facts.sourceMessageId === undefined ? undefined : messages.find(facts.sourceMessageId)?.message;
  const type: InteractionType = facts.type;
  return {
    id: facts.id,
    application_id: directory.botId,
    type,
    token: facts.token,
    version: 1,
    data,
    channel_id: channelId,
    locale: directory.seedUser(discordUserId)?.locale ?? "en-US",
    entitlements: [],
    authorizing_integration_owners: integrationOwners(guildId),
    attachment_size_limit: attachmentSizeLimit,
    ...(source === undefined ? {} : { message: source }),
    ...(guildId === undefined
      ? aroundPrivate(world, channelId, discordUserId)
      : aroundGuild(world, { guildId, channelId, discordUserId })),
  };
}

function aroundGuild(
  { directory }: World,
  { guildId, channelId, discordUserId }: Place & { readonly guildId: string },
) {
  const placed = directory.channel(channelId);
  const member = directory.member(guildId, discordUserId);
  if (placed === undefined || member === undefined) throw new PersonError("You are not in this channel.");
  const { guild, channel } = placed;
  const permissions = directory.permissions(guildId, discordUserId, channelId).toString();
  return {
    guild_id: guildId,
    guild: { id: guildId, locale: guild.locale ?? "en-US", features: [] },
    channel: { ...toChannel(channel, guild, undefined), permissions },
    member: { ...toMember(member, directory.user(discordUserId)), permissions },
    app_permissions: directory.permissions(guildId, directory.botId, channelId).toString(),
    guild_locale: guild.locale ?? "en-US",
    context: InteractionContextType.Guild,
  };
}

function aroundPrivate({ directory }: World, channelId: string, discordUserId: string) {
  const user = directory.user(discordUserId);
  return {
    channel: toDirectChannel(channelId, user, undefined),
    user,
    app_permissions: inPrivate.toString(),
    context: InteractionContextType.BotDM,
  };
}
