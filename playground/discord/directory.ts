import type { APIUser } from "discord-api-types/v10";
import { unknownChannel, unknownGuild, unknownMember, unknownRole, unknownUser } from "./api-error.ts";
import { DirectChannels } from "./direct-channels.ts";
import { botRoleId, isThread, toUser } from "./serialize-guild.ts";
import { leftInTimeout, permissionsIn } from "./permissions.ts";
import type { DiscordSeed, SeedChannel, SeedGuild, SeedMember, SeedUser } from "./seed-types.ts";

export interface PlacedChannel {
  readonly channel: SeedChannel;
  readonly guild: SeedGuild;
}

/** Users, guilds and channels, and everyone's permissions in them. */
export class Directory {
  readonly seed: DiscordSeed;
  readonly #users: Map<string, SeedUser>;
  readonly #guilds = new Map<string, SeedGuild>();
  /** The guild of each channel. */
  readonly #channels = new Map<string, string>();
  readonly #withoutBot = new Set<string>();
  readonly #takenFromBot = new Map<string, bigint>();
  /** By guild, as ISO 8601. */
  readonly #botTimeouts = new Map<string, string>();
  /** Who added the application for themselves. */
  readonly #installedBy = new Set<string>();
  readonly direct = new DirectChannels();

  readonly #now: () => number;

  constructor(seed: DiscordSeed, now: () => number) {
    this.seed = seed;
    this.#now = now;
    this.#users = new Map(seed.users.map((user) => [user.id, user]));
    for (const guild of seed.guilds) this.addGuild(guild);
  }

  get botId(): string {
    return this.seed.applicationId;
  }
  get botSeed(): SeedUser {
    return { id: this.botId, username: this.seed.botName, displayName: this.seed.applicationName };
  }
  get bot(): APIUser {
    return toUser(this.botSeed, true);
  }

  addGuild(guild: SeedGuild): void {
    this.#guilds.set(guild.id, guild);
    this.#withoutBot.delete(guild.id);
    for (const channel of guild.channels) this.#channels.set(channel.id, guild.id);
  }
  removeBotFrom(guildId: string): void {
    this.#withoutBot.add(guildId);
  }
  hasBot(guildId: string): boolean {
    return this.#guilds.has(guildId) && !this.#withoutBot.has(guildId);
  }

  setInstalledBy(discordUserId: string, isInstalled: boolean): void {
    if (isInstalled) this.#installedBy.add(discordUserId);
    else this.#installedBy.delete(discordUserId);
  }
  isInstalledBy(discordUserId: string): boolean {
    return this.#installedBy.has(discordUserId);
  }
  /** Whether there is a guild with both of them. */
  sharesGuild(discordUserId: string): boolean {
    return this.botGuilds().some(({ id }) => this.member(id, discordUserId) !== undefined);
  }

  guilds(): readonly SeedGuild[] {
    return [...this.#guilds.values()];
  }
  botGuilds(): readonly SeedGuild[] {
    return this.guilds().filter(({ id }) => this.hasBot(id));
  }
  guild(guildId: string): SeedGuild | undefined {
    return this.#guilds.get(guildId);
  }
  channel(channelId: string): PlacedChannel | undefined {
    const guild = this.#guilds.get(this.#channels.get(channelId) ?? "");
    const channel = guild?.channels.find(({ id }) => id === channelId);
    return guild === undefined || channel === undefined ? undefined : { channel, guild };
  }
  /** Of a guild or private. */
  hasChannel(channelId: string): boolean {
    return this.channel(channelId) !== undefined || this.direct.peopleIn(channelId) !== undefined;
  }

  seedUser(discordUserId: string): SeedUser | undefined {
    return this.#users.get(discordUserId);
  }
  /** @throws DiscordApiError when nobody has this id. */
  user(discordUserId: string): APIUser {
    if (discordUserId === this.botId) return this.bot;
    const user = this.#users.get(discordUserId);
    if (user === undefined) throw unknownUser();
    return toUser(user, user.bot === true);
  }
  members(guildId: string): readonly SeedMember[] {
    const guild = this.#guilds.get(guildId);
    if (guild === undefined) return [];
    if (!this.hasBot(guildId)) return guild.members;
    const timedOutUntil = this.#botTimeouts.get(guildId);
    const bot = { discordUserId: this.botId, roleIds: [botRoleId(guild)] };
    return [...guild.members, { ...bot, ...(timedOutUntil !== undefined && { timedOutUntil }) }];
  }
  member(guildId: string, discordUserId: string): SeedMember | undefined {
    return this.members(guildId).find((member) => member.discordUserId === discordUserId);
  }

  /** Without a channel, what the roles give. Nothing for those who are not in the guild. */
  permissions(guildId: string, discordUserId: string, channelId?: string): bigint {
    const guild = this.#guilds.get(guildId);
    const member = this.member(guildId, discordUserId);
    if (guild === undefined || member === undefined) return 0n;
    const isBot = discordUserId === this.botId;
    return permissionsIn(
      {
        discordUserId,
        guildId,
        owner: guild.ownerId === discordUserId,
        roleIds: member.roleIds,
        everyone: guild.everyonePermissions,
        ofRoles: isBot
          ? [guild.botPermissions]
          : guild.roles.filter(({ id }) => member.roleIds.includes(id)).map(({ permissions }) => permissions),
        inThread: this.isThread(channelId),
        taken: isBot ? this.#listTakenFromBot(guildId, channelId) : 0n,
      },
      this.#ruling(channelId),
    );
  }
  isThread(channelId: string | undefined): boolean {
    const channel = this.channel(channelId ?? "")?.channel;
    return channel !== undefined && isThread(channel);
  }
  /** The channel whose overwrites count. */
  #ruling(channelId: string | undefined): SeedChannel | undefined {
    const channel = this.channel(channelId ?? "")?.channel;
    return channel?.parentId === undefined ? channel : this.channel(channel.parentId)?.channel;
  }
  #listTakenFromBot(guildId: string, channelId = ""): bigint {
    const isTimedOut = Date.parse(this.#botTimeouts.get(guildId) ?? "") > this.#now();
    return (this.#takenFromBot.get(channelId) ?? 0n) | (isTimedOut ? ~leftInTimeout : 0n);
  }
  /** @param until epoch milliseconds; `undefined` ends it */
  timeOutBot(guildId: string, until: number | undefined): void {
    if (until === undefined) this.#botTimeouts.delete(guildId);
    else this.#botTimeouts.set(guildId, new Date(until).toISOString());
  }
  takeFromBot(channelId: string, permissions: bigint): void {
    this.#takenFromBot.set(channelId, (this.#takenFromBot.get(channelId) ?? 0n) | permissions);
  }
  giveBackToBot(): void {
    this.#takenFromBot.clear();
  }

  /** @throws DiscordApiError when there is no such guild. */
  addMember(guildId: string, user: SeedUser, member: Omit<SeedMember, "discordUserId">): void {
    this.removeMember(guildId, user.id);
    const guild = this.#guilds.get(guildId);
    if (guild === undefined) throw unknownGuild();
    this.#users.set(user.id, user);
    this.#guilds.set(guildId, {
      ...guild,
      members: [...guild.members, { ...member, discordUserId: user.id }],
    });
  }
  /** @throws DiscordApiError when there is no such guild. */
  removeMember(guildId: string, discordUserId: string): void {
    const guild = this.#guilds.get(guildId);
    if (guild === undefined) throw unknownGuild();
    const members = guild.members.filter((member) => member.discordUserId !== discordUserId);
    this.#guilds.set(guildId, { ...guild, members });
  }

  /** @throws DiscordApiError when there is no such guild, member or role. */
  setRoles(guildId: string, discordUserId: string, roleIds: readonly string[]): void {
    const guild = this.#guilds.get(guildId);
    if (guild === undefined) throw unknownGuild();
    if (!guild.members.some((member) => member.discordUserId === discordUserId)) throw unknownMember();
    if (!roleIds.every((roleId) => guild.roles.some(({ id }) => id === roleId))) throw unknownRole();
    const members = guild.members.map((member) =>
      member.discordUserId === discordUserId ? { ...member, roleIds } : member,
    );
    this.#guilds.set(guildId, { ...guild, members });
  }
  setMentionable(guildId: string, roleId: string, mentionable: boolean): void {
    const guild = this.#guilds.get(guildId);
    if (guild === undefined) throw unknownGuild();
    if (!guild.roles.some(({ id }) => id === roleId)) throw unknownRole();
    const roles = guild.roles.map((role) => (role.id === roleId ? { ...role, mentionable } : role));
    this.#guilds.set(guildId, { ...guild, roles });
  }
  /** @throws DiscordApiError when there is no such guild or role. */
  deleteRole(guildId: string, roleId: string): void {
    const guild = this.#guilds.get(guildId);
    if (guild === undefined) throw unknownGuild();
    if (!guild.roles.some(({ id }) => id === roleId)) throw unknownRole();
    const roles = guild.roles.filter(({ id }) => id !== roleId);
    const members = guild.members.map((member) => ({
      ...member,
      roleIds: member.roleIds.filter((id) => id !== roleId),
    }));
    const channels = guild.channels.map((channel) =>
      channel.overwrites === undefined
        ? channel
        : { ...channel, overwrites: channel.overwrites.filter(({ id }) => id !== roleId) },
    );
    this.#guilds.set(guildId, { ...guild, roles, members, channels });
  }
  /** @throws DiscordApiError when there is no such guild. */
  addChannel(guildId: string, channel: SeedChannel): PlacedChannel {
    const guild = this.#guilds.get(guildId);
    if (guild === undefined) throw unknownGuild();
    this.#guilds.set(guildId, { ...guild, channels: [...guild.channels, channel] });
    this.#channels.set(channel.id, guildId);
    return { channel, guild };
  }
  changeChannel(
    channelId: string,
    change: Partial<Pick<SeedChannel, "overwrites" | "archived" | "locked">>,
  ): PlacedChannel {
    const { guild, channel } = this.#placed(channelId);
    const changed = { ...channel, ...change };
    const channels = guild.channels.map((other) => (other.id === channelId ? changed : other));
    this.#guilds.set(guild.id, { ...guild, channels });
    return { channel: changed, guild };
  }
  /** Threads first, which go with their channel. */
  deleteChannel(channelId: string): readonly PlacedChannel[] {
    const { guild } = this.#placed(channelId);
    const gone = guild.channels
      .filter((channel) => channel.id === channelId || (isThread(channel) && channel.parentId === channelId))
      .toSorted((a, b) => Number(a.id === channelId) - Number(b.id === channelId));
    const channels = guild.channels.filter((channel) => !gone.includes(channel));
    this.#guilds.set(guild.id, { ...guild, channels });
    for (const { id } of gone) this.#channels.delete(id);
    return gone.map((channel) => ({ channel, guild }));
  }

  /** Discord lets a bot write to those only who share a guild with it and want to be written to. */
  mayTell(discordUserId: string): boolean {
    return !this.direct.isRefusing(discordUserId) && this.sharesGuild(discordUserId);
  }

  #placed(channelId: string): PlacedChannel {
    const placed = this.channel(channelId);
    if (placed === undefined) throw unknownChannel();
    return placed;
  }
}
