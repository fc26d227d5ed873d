/**
 * - `giving`, `taking`: Discord is being asked, or was by a process that died.
 * - `given`: the bot gave it, so the bot takes it back.
 * - `held`: the member already had the role, so the bot must not take it.
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
  /** When it entered its state, in epoch milliseconds; the same for all attempts. */
  readonly since: number;
  /** While it is being given or taken: when the current process's lease ends. */
  readonly until: number;
}
