import {
  type APIGuildMember,
  type APIRole,
  type APIUser,
  ChannelType,
  type GuildMemberFlags,
  type RoleFlags,
  type UserFlags,
} from "discord-api-types/v10";
import type { SeedChannel, SeedGuild, SeedMember, SeedRole, SeedUser } from "./seed-types.ts";

// The enums of flags have no member for "none of them".
const noUserFlags = 0 as UserFlags;
const noMemberFlags = 0 as GuildMemberFlags;
const noRoleFlags = 0 as RoleFlags;

const joinedAt = "2025-03-01T08:00:00.000000+00:00";

/** The bot's own role in a guild; Discord makes one when a bot is invited. */
export function botRoleId(guild: SeedGuild): string {
  return (BigInt(guild.id) + 1_000_003n).toString();
}

export function toUser(user: SeedUser, bot: boolean): APIUser {
  return {
    id: user.id,
    username: user.username,
    global_name: bot ? null : user.displayName,
    discriminator: bot ? "0001" : "0",
    avatar: null,
    banner: null,
    accent_color: null,
    avatar_decoration_data: null,
    collectibles: null,
    primary_guild: null,
    public_flags: noUserFlags,
    flags: noUserFlags,
    ...(bot ? { bot: true } : {}),
  };
}

export function toMember(member: SeedMember, user: APIUser) {
  return {
    user,
    nick: member.nickname ?? null,
    roles: [...member.roleIds],
    avatar: null,
    banner: null,
    joined_at: joinedAt,
    premium_since: null,
    communication_disabled_until: member.timedOutUntil ?? null,
    deaf: false,
    mute: false,
    pending: false,
    flags: noMemberFlags,
  } satisfies APIGuildMember & Record<string, unknown>;
}

export function toRoles(guild: SeedGuild, bot: SeedUser): readonly APIRole[] {
  const everyone = { id: guild.id, name: "@everyone", color: 0, permissions: guild.everyonePermissions };
  const ofBot = { id: botRoleId(guild), name: bot.displayName, color: 0, permissions: guild.botPermissions };
  const below = guild.roles.filter(({ belowBot }) => belowBot === true);
  const above = guild.roles.filter((role) => !below.includes(role));
  const inOrder = [...above, undefined, ...below];
  const positionOf = (role: SeedRole | undefined): number => inOrder.length - inOrder.indexOf(role);
  const named = guild.roles.map((role) => toRole(role, positionOf(role)));
  const own = { ...toRole(ofBot, positionOf(undefined)), managed: true, tags: { bot_id: bot.id } };
  return [toRole(everyone, 0), ...named, own];
}

function toRole(
  { id, name, color, permissions, mentionable = false }: SeedGuild["roles"][number],
  position: number,
): APIRole {
  return {
    id,
    name,
    color,
    colors: { primary_color: color, secondary_color: null, tertiary_color: null },
    permissions: permissions.toString(),
    position,
    hoist: position > 0,
    managed: false,
    mentionable,
    icon: null,
    unicode_emoji: null,
    flags: noRoleFlags,
  };
}

export function toChannel(channel: SeedChannel, guild: SeedGuild, lastMessageId: string | undefined) {
  return {
    id: channel.id,
    type: channel.type ?? ChannelType.GuildText,
    guild_id: guild.id,
    name: channel.name,
    topic: channel.topic ?? null,
    position: guild.channels.findIndex(({ id }) => id === channel.id),
    parent_id: channel.parentId ?? null,
    nsfw: false,
    flags: 0,
    rate_limit_per_user: 0,
    last_message_id: lastMessageId ?? null,
    last_pin_timestamp: null,
    permission_overwrites: (channel.overwrites ?? []).map(({ id, type, allow, deny }) => ({
      id,
      type,
      allow: allow.toString(),
      deny: deny.toString(),
    })),
  };
}

export function isThread({ type }: SeedChannel): boolean {
  return (
    type === ChannelType.AnnouncementThread ||
    type === ChannelType.PublicThread ||
    type === ChannelType.PrivateThread
  );
}

/** A channel or a thread as Discord describes it by itself. */
export function toPlace(channel: SeedChannel, guild: SeedGuild, lastMessageId: string | undefined) {
  const whole = toChannel(channel, guild, lastMessageId);
  if (!isThread(channel)) return whole;
  const { topic: _topic, position: _position, nsfw: _nsfw, permission_overwrites: _none, ...thread } = whole;
  return {
    ...thread,
    owner_id: guild.ownerId,
    message_count: 0,
    member_count: 1,
    total_message_sent: 0,
    thread_metadata: {
      archived: channel.archived === true,
      archive_timestamp: joinedAt,
      auto_archive_duration: 1_440,
      locked: channel.locked === true,
    },
  };
}

export function toDirectChannel(id: string, recipient: APIUser, lastMessageId: string | undefined) {
  return {
    id,
    type: ChannelType.DM,
    flags: 0,
    recipients: [recipient],
    last_message_id: lastMessageId ?? null,
  };
}

export function toGuild(guild: SeedGuild, roles: readonly APIRole[], memberCount: number) {
  return {
    id: guild.id,
    name: guild.name,
    owner_id: guild.ownerId,
    preferred_locale: guild.locale ?? "en-US",
    roles,
    features: [],
    emojis: [],
    stickers: [],
    icon: null,
    description: null,
    home_header: null,
    splash: null,
    discovery_splash: null,
    banner: null,
    application_id: null,
    region: "deprecated",
    afk_channel_id: null,
    afk_timeout: 300,
    system_channel_id: null,
    system_channel_flags: 0,
    widget_enabled: false,
    widget_channel_id: null,
    verification_level: 0,
    default_message_notifications: 1,
    mfa_level: 0,
    explicit_content_filter: 0,
    max_presences: null,
    max_members: 500_000,
    max_stage_video_channel_users: 50,
    max_video_channel_users: 25,
    vanity_url_code: null,
    premium_tier: 0,
    premium_subscription_count: 0,
    rules_channel_id: null,
    safety_alerts_channel_id: null,
    public_updates_channel_id: null,
    premium_progress_bar_enabled: false,
    nsfw: false,
    nsfw_level: 0,
    incidents_data: null,
    approximate_member_count: memberCount,
    approximate_presence_count: memberCount,
  };
}
