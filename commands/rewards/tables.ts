import type { ExpressionBuilder } from "kysely";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { stepLeaseMs } from "../../src/lease.ts";
import { keep, type TableFacts } from "../../src/personal-data.ts";
import type { Tables } from "../../src/store/tables.ts";
import type { Reward } from "./store.ts";

const mentionRoles = (roleIds: readonly string[]) => roleIds.map((id) => `<@&${id}>`).join(", ");

export const rewardTables = {
  rewards: {
    guild: true,
    person: keep({
      member: "discordUserId",
      read: (db, { guildId, discordUserId }) =>
        db
          .selectFrom("rewards")
          .select(["roleId", "weekStart", "reason", "state", "since"])
          .where((eb) => eb.and({ guildId, discordUserId }))
          .orderBy("roleId")
          .execute(),
      shown: {
        rank: 6,
        name: "reward roles",
        describe: (rewards) =>
          rewards.length > 0 &&
          `**Reward roles**: ${mentionRoles(rewards.map(({ roleId }) => roleId))} and their weeks, until the next marked week`,
      },
      exported: {
        as: "rewards",
        write: (rewards, { at }) => rewards.map(({ since, ...reward }) => ({ ...reward, since: at(since) })),
      },
      /** Rows stay until the roles are taken: later nobody would know of them. */
      async forget(db, { guildId, discordUserId, now }): Promise<readonly Reward[]> {
        if (discordUserId === undefined) return [];
        const isTheirs = (eb: ExpressionBuilder<Tables, "rewards">) => eb.and({ guildId, discordUserId });
        await db.deleteFrom("rewards").where(isTheirs).where("state", "in", ["held", "skipped"]).execute();
        return db
          .updateTable("rewards")
          .set({ state: "taking", since: now, until: now + stepLeaseMs })
          .where(isTheirs)
          .returningAll()
          .execute();
      },
      async preview({ guildId, discordUserId, isOwn }, { store }) {
        const roleIds = (await store.rewards.list(guildId))
          .filter(
            (reward) =>
              reward.discordUserId === discordUserId && reward.state !== "held" && reward.state !== "skipped",
          )
          .map(({ roleId }) => roleId);
        return (
          roleIds.length > 0 &&
          `the roles I gave ${isOwn ? "you" : "them"} for a week: ${mentionRoles(roleIds)}`
        );
      },
      async afterwards(rewards, ctx) {
        const left: string[] = [];
        for (const reward of rewards) if (!(await takeBack(reward, ctx))) left.push(reward.roleId);
        return (
          left.length > 0 &&
          `🟧 I couldn't take back ${mentionRoles(left)} yet. I'll keep trying until that works.`
        );
      },
    }),
  },
} as const satisfies Partial<TableFacts>;

/** If it fails, the job that gives roles takes it. Never rejects. @returns whether it is gone */
async function takeBack(
  reward: Reward,
  { memberRoles, store, log, guildId }: GuildContext,
): Promise<boolean> {
  const { discordUserId, roleId } = reward;
  try {
    await memberRoles.take(guildId, discordUserId, roleId, "What the bot kept about this member was deleted");
    await store.rewards.remove(reward);
    return true;
  } catch (error) {
    log.info("couldn't take a reward role back", { guildId, error });
    return false;
  }
}
