import type { ChannelType, OverwriteType } from "discord-api-types/v10";

/** Everything the emulator knows at its start. Ids are snowflakes, fixed so that tests can name them. */
export interface DiscordSeed {
  readonly applicationId: string;
  readonly applicationName: string;
  readonly botName: string;
  readonly users: readonly SeedUser[];
  readonly guilds: readonly SeedGuild[];
}

export interface SeedUser {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  /** Of their own client; answers may follow it. */
  readonly locale?: string;
  readonly bot?: boolean;
}

export interface SeedGuild {
  readonly id: string;
  readonly name: string;
  /** A line for newcomers; the page shows it. */
  readonly about?: string;
  readonly ownerId: string;
  readonly locale?: string;
  /** What `@everyone` may do; the role's id is the guild's. */
  readonly everyonePermissions: bigint;
  /** What the bot's own role in the guild may do. */
  readonly botPermissions: bigint;
  readonly roles: readonly SeedRole[];
  readonly channels: readonly SeedChannel[];
  readonly members: readonly SeedMember[];
}

export interface SeedRole {
  readonly id: string;
  readonly name: string;
  readonly color: number;
  readonly permissions: bigint;
  /** The bot's own role is above it, so that the bot may give it; not so when left out. */
  readonly belowBot?: boolean;
  /** Anyone may ping it; not so when left out. */
  readonly mentionable?: boolean;
}

export interface SeedChannel {
  readonly id: string;
  readonly name: string;
  readonly topic?: string;
  readonly type?:
    ChannelType.GuildText | ChannelType.GuildVoice | ChannelType.GuildAnnouncement | SeedThreadType;
  /** The channel of a thread; its overwrites count for the thread. */
  readonly parentId?: string;
  /** Of a thread: nobody may change what is in it, and a post opens it again. */
  readonly archived?: boolean;
  /** Of a thread: only who manages threads may post in it. */
  readonly locked?: boolean;
  readonly overwrites?: readonly SeedOverwrite[];
}

export type SeedThreadType =
  ChannelType.AnnouncementThread | ChannelType.PublicThread | ChannelType.PrivateThread;

export interface SeedOverwrite {
  readonly id: string;
  readonly type: OverwriteType;
  readonly allow: bigint;
  readonly deny: bigint;
}

export interface SeedMember {
  readonly discordUserId: string;
  readonly nickname?: string;
  readonly roleIds: readonly string[];
  /** ISO 8601: until when a moderator keeps them from doing anything. */
  readonly timedOutUntil?: string;
}
