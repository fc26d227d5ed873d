import {
  ApplicationIntegrationType,
  InteractionContextType,
  type InteractionType,
  PermissionFlagsBits,
} from "discord-api-types/v10";
import { attachmentSizeLimit } from "../attachments.ts";
import { toDirectChannel, toMember, toPlace } from "../serialize-guild.ts";
import type { InteractionFacts } from "../pending-interaction.ts";
import { PersonError } from "../member-types.ts";
import type { World } from "../state.ts";

export interface Place {
  /** None in a private channel. */
  readonly guildId: string | undefined;
  readonly channelId: string;
  readonly discordUserId: string;
}

const { AttachFiles, EmbedLinks, MentionEveryone, UseExternalEmojis } = PermissionFlagsBits;
/** What Discord says that a bot may do in a private channel. */
const inPrivate = AttachFiles | EmbedLinks | MentionEveryone | UseExternalEmojis;

/** Where Discord says that an interaction comes from. */
export function contextOf({ directory }: World, { guildId, channelId }: Place): InteractionContextType {
  if (guildId !== undefined) return InteractionContextType.Guild;
  return directory.direct.recipientOf(channelId) === undefined
    ? InteractionContextType.PrivateChannel
    : InteractionContextType.BotDM;
}

/** By which installations an interaction may be used in a place, and whose they are. */
export function integrationOwners(
  world: World,
  place: Place,
): Readonly<Partial<Record<ApplicationIntegrationType, string>>> {
  const { directory } = world;
  const { guildId, discordUserId } = place;
  return {
    ...(hasGuildInstall(world, place) && {
      // In private messages with the bot, "0" takes the place of the guild.
      [ApplicationIntegrationType.GuildInstall]: guildId ?? "0",
    }),
    ...(directory.isInstalledBy(discordUserId) && {
      [ApplicationIntegrationType.UserInstall]: discordUserId,
    }),
  };
}

function hasGuildInstall(world: World, place: Place): boolean {
  const { guildId, discordUserId } = place;
  if (guildId !== undefined) return world.directory.hasBot(guildId);
  const isWithBot = contextOf(world, place) === InteractionContextType.BotDM;
  return isWithBot && world.directory.sharesGuild(discordUserId);
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
    authorizing_integration_owners: integrationOwners(world, facts),
    attachment_size_limit: attachmentSizeLimit,
    ...(source === undefined ? {} : { message: source }),
    ...(guildId === undefined
      ? aroundPrivate(world, { guildId, channelId, discordUserId })
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
    channel: { ...toPlace(channel, guild, undefined), permissions },
    member: { ...toMember(member, directory.user(discordUserId)), permissions },
    app_permissions: (directory.hasBot(guildId)
      ? directory.permissions(guildId, directory.botId, channelId)
      : inPrivate
    ).toString(),
    guild_locale: guild.locale ?? "en-US",
    context: InteractionContextType.Guild,
  };
}

function aroundPrivate(world: World, place: Place) {
  const { directory } = world;
  const { channelId, discordUserId } = place;
  const other = directory.direct.peopleIn(channelId)?.find((id) => id !== discordUserId);
  return {
    channel: toDirectChannel(channelId, directory.user(other ?? discordUserId), undefined),
    user: directory.user(discordUserId),
    app_permissions: inPrivate.toString(),
    context: contextOf(world, place),
  };
}
