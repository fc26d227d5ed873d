/** Guilds that removed the bot, waiting for their data to be deleted. */
export interface Departures {
  /** Every guild of which anything is kept. */
  knownGuildIds(): Promise<readonly string[]>;
  /** Keeps the earliest moment when noticed twice. */
  notice(guildId: string, at: number): Promise<void>;
  /** The guild is back: its data stays. */
  cancel(guildId: string): Promise<void>;
  /** Guilds that were noticed before `before`. */
  due(before: number): Promise<readonly string[]>;
}
