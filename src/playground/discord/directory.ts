import type { APIUser } from "discord-api-types/v10";
import { unknownUser } from "./api-error.ts";
import { botRoleId, toUser } from "./guild-shapes.ts";
import { permissionsIn } from "./permissions.ts";
import type { DiscordSeed, SeedChannel, SeedGuild, SeedMember, SeedUser } from "./seed-types.ts";

export interface PlacedChannel {
  readonly channel: SeedChannel;
  readonly guild: SeedGuild;
}

/** Who and what there is: users, guilds, channels, and what each may do where. */
export class Directory {
  readonly seed: DiscordSeed;
  readonly #users: ReadonlyMap<string, SeedUser>;
  readonly #guilds = new Map<string, SeedGuild>();
  readonly #channels = new Map<string, PlacedChannel>();
  readonly #withoutBot = new Set<string>();
  readonly #takenFromBot = new Map<string, bigint>();
  readonly #directChannels = new Map<string, string>();

  constructor(seed: DiscordSeed) {
    this.seed = seed;
    this.#users = new Map(seed.users.map((user) => [user.id, user]));
    for (const guild of seed.guilds) this.addGuild(guild);
  }

  get botId(): string {
    return this.seed.applicationId;
  }
  get bot(): APIUser {
    return toUser(
      { id: this.botId, username: this.seed.botName, displayName: this.seed.applicationName },
      true,
    );
  }

  addGuild(guild: SeedGuild): void {
    this.#guilds.set(guild.id, guild);
    this.#withoutBot.delete(guild.id);
    for (const channel of guild.channels) this.#channels.set(channel.id, { channel, guild });
  }
  removeBotFrom(guildId: string): void {
    this.#withoutBot.add(guildId);
  }
  hasBot(guildId: string): boolean {
    return this.#guilds.has(guildId) && !this.#withoutBot.has(guildId);
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
    return this.#channels.get(channelId);
  }

  seedUser(discordUserId: string): SeedUser | undefined {
    return this.#users.get(discordUserId);
  }
  /** @throws DiscordApiError when nobody has this id. */
  user(discordUserId: string): APIUser {
    if (discordUserId === this.botId) return this.bot;
    const user = this.#users.get(discordUserId);
    if (user === undefined) throw unknownUser();
    return toUser(user, false);
  }
  members(guildId: string): readonly SeedMember[] {
    const guild = this.#guilds.get(guildId);
    if (guild === undefined) return [];
    if (!this.hasBot(guildId)) return guild.members;
    return [...guild.members, { discordUserId: this.botId, roleIds: [botRoleId(guild)] }];
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
    const held = permissionsIn(
      {
        discordUserId,
        guildId,
        owner: guild.ownerId === discordUserId,
        roleIds: member.roleIds,
        everyone: guild.everyonePermissions,
        ofRoles: isBot
          ? [guild.botPermissions]
          : guild.roles.filter(({ id }) => member.roleIds.includes(id)).map(({ permissions }) => permissions),
      },
      channelId === undefined ? undefined : this.#channels.get(channelId)?.channel,
    );
    return isBot && channelId !== undefined ? held & ~(this.#takenFromBot.get(channelId) ?? 0n) : held;
  }
  takeFromBot(channelId: string, permissions: bigint): void {
    this.#takenFromBot.set(channelId, (this.#takenFromBot.get(channelId) ?? 0n) | permissions);
  }
  giveBackToBot(): void {
    this.#takenFromBot.clear();
  }

  /** The private channel with a person, made when it is first asked for. */
  directChannel(discordUserId: string, newId: () => string): string {
    const known = this.#directChannels.get(discordUserId);
    if (known !== undefined) return known;
    const id = newId();
    this.#directChannels.set(discordUserId, id);
    return id;
  }
  directRecipient(channelId: string): string | undefined {
    return [...this.#directChannels].find(([, id]) => id === channelId)?.[0];
  }
}
