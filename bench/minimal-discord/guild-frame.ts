import { ChannelType, GatewayOpcodes, OverwriteType } from "discord-api-types/v10";
import { applicationId, staffRoleId } from "./frames.ts";

const roles = 20;
const textChannels = 24;
const voiceChannels = 6;
const emojis = 20;

/**
 * What Discord sends about a guild to a bot that asks for guilds: one of some hundred members, of which only the bot's
 * own membership comes along.
 */
export function guildFrame(guildId: string, sequence: number): string {
  const idOf = (number: number): string => String(BigInt(guildId) + BigInt(number));
  return JSON.stringify({
    op: GatewayOpcodes.Dispatch,
    t: "GUILD_CREATE",
    s: sequence,
    d: {
      id: guildId,
      name: `Café ${guildId.slice(-6)}`,
      icon: "5fd2a1c3b4e6978812a4b6c8d0e2f4a6",
      description: null,
      splash: null,
      discovery_splash: null,
      banner: null,
      owner_id: idOf(9_001),
      region: "deprecated",
      afk_channel_id: null,
      afk_timeout: 300,
      system_channel_id: idOf(100),
      system_channel_flags: 0,
      widget_enabled: false,
      verification_level: 1,
      default_message_notifications: 1,
      explicit_content_filter: 2,
      mfa_level: 0,
      nsfw_level: 0,
      nsfw: false,
      premium_tier: 0,
      premium_subscription_count: 2,
      premium_progress_bar_enabled: false,
      preferred_locale: "en-US",
      rules_channel_id: null,
      public_updates_channel_id: null,
      safety_alerts_channel_id: null,
      application_id: null,
      vanity_url_code: null,
      max_members: 500_000,
      max_video_channel_users: 25,
      max_stage_video_channel_users: 50,
      features: ["COMMUNITY", "NEWS"],
      hub_type: null,
      home_header: null,
      large: true,
      lazy: true,
      unavailable: false,
      member_count: 340,
      joined_at: "2026-03-01T08:00:00.000000+00:00",
      roles: [
        roleOf(guildId, "@everyone", 0),
        roleOf(staffRoleId, "Staff", 1),
        ...Array.from({ length: roles }, (_, index) =>
          roleOf(idOf(200 + index), `Role ${index + 1}`, index + 2),
        ),
      ],
      channels: [
        ...Array.from({ length: textChannels }, (_, index) => ({
          ...channelOf(idOf(100 + index), `channel-${index + 1}`, index),
          type: ChannelType.GuildText,
          topic: "What this channel is for, in a sentence.",
          last_message_id: idOf(700 + index),
          rate_limit_per_user: 0,
        })),
        ...Array.from({ length: voiceChannels }, (_, index) => ({
          ...channelOf(idOf(150 + index), `Voice ${index + 1}`, textChannels + index),
          type: ChannelType.GuildVoice,
          bitrate: 64_000,
          user_limit: 0,
          rtc_region: null,
        })),
      ].map((channel) => ({
        ...channel,
        permission_overwrites: [
          { id: guildId, type: OverwriteType.Role, allow: "0", deny: "1024" },
          { id: staffRoleId, type: OverwriteType.Role, allow: "1024", deny: "0" },
        ],
      })),
      emojis: Array.from({ length: emojis }, (_, index) => ({
        id: idOf(300 + index),
        name: `emoji_${index + 1}`,
        roles: [],
        require_colons: true,
        managed: false,
        animated: false,
        available: true,
      })),
      members: [
        {
          user: { id: applicationId, username: "workspace-bot", discriminator: "0", avatar: null, bot: true },
          nick: null,
          avatar: null,
          roles: [idOf(200)],
          joined_at: "2026-03-01T08:00:00.000000+00:00",
          premium_since: null,
          deaf: false,
          mute: false,
          pending: false,
          flags: 0,
        },
      ],
      stickers: [],
      threads: [],
      presences: [],
      voice_states: [],
      stage_instances: [],
      guild_scheduled_events: [],
      soundboard_sounds: [],
    },
  });
}

function roleOf(id: string, name: string, position: number) {
  return {
    id,
    name,
    position,
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    managed: false,
    mentionable: false,
    permissions: "2147483648",
    icon: null,
    unicode_emoji: null,
    flags: 0,
  };
}

function channelOf(id: string, name: string, position: number) {
  return { id, name, position, parent_id: null, nsfw: false, flags: 0 };
}
