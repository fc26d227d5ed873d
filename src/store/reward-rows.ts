/**
 * - `giving`, `taking`: Discord is asked, or was, by a process that died.
 * - `given`: the bot gave it, so the bot takes it back.
 * - `held`: the member had the role already; it isn't the bot's to take.
 * - `skipped`: the member had left.
 */
export type RewardState = "giving" | "given" | "taking" | "held" | "skipped";

/** A role that a member earned with a week. */
export interface Reward {
  readonly guildId: string;
  readonly discordUserId: string;
  readonly roleId: string;
  /** The newest week that earned it. */
  readonly weekStart: string;
  readonly reason: "passed" | "top" | "excused";
  readonly state: RewardState;
  /** When it came into its state, in epoch milliseconds; the same for all tries. */
  readonly since: number;
  /** While it is given or taken: until then one process is at it. */
  readonly until: number;
}
