/** The tie between a Discord guild and a workspace of the service. */
export interface GuildLink {
  readonly guildId: string;
  readonly workspaceId: string;
  /** The service's token as the vault sealed it, with `linkSealContext` as its context. */
  readonly sealedToken: string;
  readonly linkedByDiscordUserId: string;
  /** Epoch milliseconds. */
  readonly linkedAt: number;
}

export interface GuildLinks {
  find(guildId: string): Promise<GuildLink | undefined>;
  /** Makes the link or replaces the one that was there. */
  save(link: GuildLink): Promise<void>;
  /** Swaps the sealed token only while it still is `from`, so that a rotation never undoes a newer link. */
  reseal(guildId: string, from: string, to: string): Promise<void>;
  /** False when there was none. */
  remove(guildId: string): Promise<boolean>;
}
