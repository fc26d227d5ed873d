import { createHash } from "node:crypto";
import { isAllowedServer } from "../../src/allowed-servers.ts";
import type { AppContext } from "../../src/context.ts";
import {
  type RewardReason,
  type EarnedReward,
  planManyRewards,
  type RewardsToPlan,
  type RewardStep,
  readRefusals,
  readRewardSetting,
} from "./plan.ts";
import { needsTwoFactor } from "../../src/discord/member-roles.ts";
import { startLease, stepLeaseMs } from "../../src/lease.ts";
import type { Reward } from "./store.ts";
import { hourMs, minuteMs } from "../../src/time.ts";
import { describeWeek } from "../../src/ui/time.ts";
import { type RoleObstacle, formatObstacleLine } from "../../src/ui/role-obstacle-text.ts";
import { plainMessage, say } from "../../src/outbox/queue.ts";
import { forEachLimited, type Job, type JobTools, leaseTools } from "../../src/jobs/job.ts";
import { readDates } from "../../src/ui/formats.ts";
import { nextTurn } from "../../src/turns.ts";

/** Planned together: reading them takes few milliseconds, during which nothing else runs on SQLite. */
const plannedAtOnce = 16;
const batchesAtOnce = 2;
/** Of a batch. */
const guildsAtOnce = 4;
/** Per guild and run, so that a large team doesn't delay others. */
const maxSteps = 50;

/** Gives members the roles that the newest marked week earned them, and takes back those of an earlier one. */
export const rewards: Job = {
  name: "rewards",
  schedule: { everyMs: minuteMs },
  async run(tools) {
    const { store, config } = tools.ctx;
    const chosen = new Map(
      (await store.guildSettings.everywhere("rewards")).map(({ guildId, value }) => [guildId, value]),
    );
    const troubled = new Set(
      (await store.guildSettings.everywhere("rewards-trouble")).map(({ guildId }) => guildId),
    );
    const guilds = [...new Set([...chosen.keys(), ...(await store.rewards.guilds())])]
      .filter((guildId) => isAllowedServer(guildId, config))
      .map((guildId) => ({ guildId, setting: readRewardSetting(chosen.get(guildId)) }));
    const batches = Array.from({ length: Math.ceil(guilds.length / plannedAtOnce) }, (_, index) =>
      guilds.slice(index * plannedAtOnce, (index + 1) * plannedAtOnce),
    );
    await forEachLimited(batches, batchesAtOnce, async (batch) => {
      if (tools.stopping?.aborted === true) return;
      const planned = await planBatch(batch, tools);
      const toSettle = planned.filter(({ guildId, steps }) => steps.length > 0 || troubled.has(guildId));
      await forEachLimited(toSettle, guildsAtOnce, ({ guildId, steps }) =>
        rewardGuild(guildId, steps, tools),
      );
    });
  },
};

interface PlannedGuild {
  readonly guildId: string;
  readonly steps: readonly RewardStep[];
}

/** Never rejects: if that fails, it's tried again a minute later. */
async function planBatch(
  batch: readonly RewardsToPlan[],
  { ctx }: JobTools,
): Promise<readonly PlannedGuild[]> {
  try {
    const plans = await planManyRewards(batch, ctx);
    return batch.map(({ guildId }, index) => ({ guildId, steps: plans[index]?.steps ?? [] }));
  } catch (error) {
    ctx.log.warn("the rewards of some servers could not be planned", { error });
    return [];
  }
}

/** Never rejects: after a failure, it's tried again when the lease ends. */
async function rewardGuild(guildId: string, steps: readonly RewardStep[], tools: JobTools): Promise<void> {
  const { ctx } = tools;
  try {
    const roleIds = new Set(steps.flatMap((step) => findRoleAskedFor(step) ?? []));
    const obstacles = roleIds.size === 0 ? new Map() : await ctx.memberRoles.obstacles(guildId, [...roleIds]);
    const refused = readRefusals(await ctx.store.guildSettings.get(guildId, "rewards-trouble"));
    await reportObstacles(guildId, new Map([...refused, ...obstacles]), ctx);
    const possible = steps.filter((step) => {
      const obstacle = obstacles.get(findRoleAskedFor(step) ?? "");
      // Nobody has a deleted role anymore, so there's nothing to take.
      return obstacle === undefined || (obstacle === "gone" && step.does !== "begin");
    });
    const refusedNow = await applySteps(possible.slice(0, maxSteps), guildId, tools);
    if (refusedNow !== undefined)
      await reportObstacles(
        guildId,
        new Map([...(refusedNow.size === 0 ? [] : refused), ...refusedNow, ...obstacles]),
        ctx,
      );
  } catch (error) {
    ctx.log.warn("the rewards of a server could not be settled", { guildId, error });
  }
}

/**
 * @returns the role that Discord refused to change though nothing seemed to be in the way, or none if it changed one;
 * `undefined` if nothing was learned of that
 */
async function applySteps(
  steps: readonly RewardStep[],
  guildId: string,
  tools: JobTools,
): Promise<ReadonlyMap<string, RoleObstacle> | undefined> {
  let refused: ReadonlyMap<string, RoleObstacle> | undefined;
  for (const step of steps) {
    if (tools.stopping?.aborted === true) return refused;
    const roleId = findRoleAskedFor(step);
    // It counts for all roles.
    if (roleId !== undefined && (refused?.size ?? 0) > 0) continue;
    await nextTurn();
    try {
      const isChanged = await applyStep(
        step,
        guildId,
        leaseTools(tools, startLease(tools.ctx.now)(stepLeaseMs)).ctx,
      );
      if (isChanged) refused = new Map();
    } catch (error) {
      if (roleId === undefined || !needsTwoFactor(error)) throw error;
      refused = new Map([[roleId, "needs-two-factor"]]);
    }
  }
  return refused;
}

function findRoleAskedFor(step: RewardStep): string | undefined {
  if (step.does === "begin") return step.earned.roleId;
  return step.does === "give" || step.does === "take" ? step.row.roleId : undefined;
}

/** @returns whether Discord changed a member's roles, or they were so already */
async function applyStep(step: RewardStep, guildId: string, ctx: AppContext): Promise<boolean> {
  const { rewards: stored } = ctx.store;
  const lease = { until: ctx.now() + stepLeaseMs };
  switch (step.does) {
    case "keep": {
      const { discordUserId, roleId, weekStart, reason } = step.earned;
      // Who left has lost it, and may be back.
      if ((await ctx.memberRoles.has(guildId, discordUserId, roleId)) === false)
        return (await stored.remove(step.row)) && begin({ ...step.earned, guildId }, ctx);
      await stored.change(step.row, { weekStart, reason });
      return false;
    }
    case "drop":
      await stored.remove(step.row);
      return false;
    case "begin":
      if (step.row !== undefined && !(await stored.remove(step.row))) return false;
      return begin({ ...step.earned, guildId }, ctx);
    case "give":
      return (await stored.change(step.row, lease)) && give({ ...step.row, ...lease }, ctx);
    case "take": {
      // The same moment for all attempts, so that they make one entry in the audit log.
      const since = step.row.state === "taking" ? step.row.since : ctx.now();
      const claim = { state: "taking", since, ...lease } as const;
      return (await stored.change(step.row, claim)) && takeAway({ ...step.row, ...claim }, ctx);
    }
    default:
      return step satisfies never;
  }
}

async function begin(earned: EarnedReward & { readonly guildId: string }, ctx: AppContext): Promise<boolean> {
  const { guildId, discordUserId, roleId } = earned;
  const has = await ctx.memberRoles.has(guildId, discordUserId, roleId);
  const state = has === undefined ? "skipped" : has ? "held" : "giving";
  const now = ctx.now();
  const row: Reward = { ...earned, state, since: now, until: state === "giving" ? now + stepLeaseMs : 0 };
  return (await ctx.store.rewards.begin(row)) && state === "giving" && give(row, ctx);
}

const reasons: Readonly<Record<RewardReason, string>> = {
  passed: "Passed the",
  top: "Among the top three of the",
  excused: "Excused in the",
};

async function give(row: Reward, ctx: AppContext): Promise<boolean> {
  const { guildId, discordUserId, roleId, weekStart, reason } = row;
  const why = `${reasons[reason]} ${describeWeek(weekStart, await readDates(guildId, ctx))}`;
  const isGiven = await ctx.memberRoles.give(guildId, discordUserId, roleId, why);
  if (isGiven === true) await recordChange("reward.give", row, ctx);
  await ctx.store.rewards.change(row, { state: isGiven === true ? "given" : "skipped", until: 0 });
  return isGiven === true;
}

async function takeAway(row: Reward, ctx: AppContext): Promise<boolean> {
  const { guildId, discordUserId, roleId } = row;
  const why = "Not earned in the last marked week";
  const isTaken = await ctx.memberRoles.take(guildId, discordUserId, roleId, why);
  if (isTaken === true) await recordChange("reward.take", row, ctx);
  await ctx.store.rewards.remove(row);
  return isTaken === true;
}

/** Adds a given or taken role to the audit log; the same id for each attempt, so that there's one entry. */
function recordChange(action: "reward.give" | "reward.take", row: Reward, ctx: AppContext): Promise<void> {
  const { guildId, discordUserId, roleId, weekStart, reason, since } = row;
  const key = JSON.stringify([action, guildId, discordUserId, roleId, since]);
  return ctx.recordEntry({
    id: createHash("sha256").update(key).digest("base64url").slice(0, 22),
    guildId,
    workspaceId: undefined,
    // The bot acted by itself, so the entry names the person whose role it is.
    discordUserId,
    action,
    target: roleId,
    outcome: "done",
    detail: { member: discordUserId, week: weekStart, reason },
    reference: undefined,
    at: ctx.now(),
  });
}

/** Tells the managers which reward roles can't be given or taken, whenever that changes. Never rejects. */
async function reportObstacles(
  guildId: string,
  obstacles: ReadonlyMap<string, RoleObstacle>,
  ctx: AppContext,
): Promise<void> {
  const { store, log, commandMention } = ctx;
  const trouble = [...obstacles].toSorted(([a], [b]) => a.localeCompare(b));
  const now = JSON.stringify(trouble);
  try {
    const settings = await store.guildSettings.all(guildId);
    const before = settings.get("rewards-trouble");
    if (trouble.length === 0) {
      if (before !== undefined) await store.guildSettings.remove(guildId, "rewards-trouble");
      return;
    }
    if (before === now) return;
    // Stored before sending: one message too few is better than one a minute.
    await store.guildSettings.set(guildId, "rewards-trouble", now);
    const channelId = settings.get("managers-channel");
    if (channelId === undefined) return;
    const lines = trouble.map(([roleId, obstacle]) => formatObstacleLine(roleId, obstacle));
    const content = [
      "I can't give or take these reward roles:",
      ...lines,
      `I'll keep trying, so nothing is lost. See *Rewards* in ${commandMention("settings")}.`,
    ].join("\n");
    // The same for every replica that notices it now, and another if it comes back.
    const noticed = createHash("sha256").update(now).digest("base64url");
    const key = `rewards ${guildId} ${Math.floor(ctx.now() / hourMs)} ${noticed}`;
    await say(plainMessage, { key, guildId, payload: { channelId, message: { content } } }, ctx);
  } catch (error) {
    log.info("couldn't tell the managers of reward roles that are out of reach", { guildId, error });
  }
}
