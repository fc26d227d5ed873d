import type { ExpressionBuilder } from "kysely";
import { listGuildIds } from "../../src/store/guild-ids.ts";
import { prepareForIds } from "../../src/store/prepared-query.ts";
import { hasChanged } from "../../src/store/sql-values.ts";
import type { Db, Tables } from "../../src/store/tables.ts";

declare module "../../src/store/store.ts" {
  interface FeatureStores {
    readonly rewards: Rewards;
  }
}

declare module "../../src/store/tables.ts" {
  interface Tables {
    readonly rewards: Reward;
  }
}

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

type RewardChange = Partial<Pick<Reward, "weekStart" | "reason" | "state" | "since" | "until">>;

export type Rewards = ReturnType<typeof createRewards>;

/** Whether it is as it was when it was seen. */
function isUnchanged({ guildId, discordUserId, roleId, state, since, until }: Reward) {
  return (eb: ExpressionBuilder<Tables, "rewards">) =>
    eb.and({ guildId, discordUserId, roleId, state, since, until });
}

export function createRewards(db: Db) {
  const ofGuilds = prepareForIds(db, [], (_, guildIds) =>
    db
      .selectFrom("rewards")
      .selectAll()
      .where("guildId", "in", guildIds)
      .orderBy("discordUserId")
      .orderBy("roleId"),
  );
  return {
    /** Ordered by member and role. */
    list: (guildId: string): Promise<readonly Reward[]> => ofGuilds({}, [guildId]),
    /** The same of several guilds. */
    listIn: (guildIds: readonly string[]): Promise<readonly Reward[]> =>
      guildIds.length === 0 ? Promise.resolve([]) : ofGuilds({}, guildIds),
    /** Guilds in which anyone has a reward. */
    guilds: (): Promise<readonly string[]> => listGuildIds(db, "rewards"),

    /** Only one caller succeeds: false if this member and role already have a row. */
    begin: (reward: Reward): Promise<boolean> =>
      hasChanged(
        db
          .insertInto("rewards")
          .values(reward)
          .onConflict((conflict) => conflict.columns(["guildId", "discordUserId", "roleId"]).doNothing()),
      ),

    /** Only one caller succeeds: false if it has changed since it was seen. */
    change: (reward: Reward, change: RewardChange): Promise<boolean> =>
      hasChanged(db.updateTable("rewards").set(change).where(isUnchanged(reward))),

    /** Like `change`. */
    remove: (reward: Reward): Promise<boolean> =>
      hasChanged(db.deleteFrom("rewards").where(isUnchanged(reward))),
  };
}
