import { z } from "zod";
import type { AppContext } from "../../src/context.ts";
import { listEarnedRoles, isMarked, type RewardReason } from "./rule.ts";
import { fromJson } from "../../src/store/sql-values.ts";
import type { Reward } from "./store.ts";
import type { KnownWeek, Week } from "../weeks/store.ts";

/** The roles a week earns in a guild; `linkKey` says in which workspace. */
export const RewardSetting = z.object({
  linkKey: z.string(),
  roles: z.object({
    passed: z.string().optional(),
    top: z.string().optional(),
    excused: z.string().optional(),
  }),
});

export type RewardSetting = z.output<typeof RewardSetting>;

/** From the guild's settings; `undefined` if rewards are off. */
export function readRewardSetting(stored: string | undefined): RewardSetting | undefined {
  return RewardSetting.safeParse(fromJson(stored ?? "")).data;
}

export interface EarnedReward {
  readonly discordUserId: string;
  readonly roleId: string;
  readonly reason: RewardReason;
  readonly weekStart: string;
}

/** What the newest marked week changes about members' roles. */
export interface RewardPlan {
  /** `undefined` if no week has been marked, or rewards are off. */
  readonly week: KnownWeek | undefined;
  /** A newer week is over, but the workspace hasn't marked everyone. */
  readonly isWaiting: boolean;
  /** Earned, but not given yet. */
  readonly toGive: readonly EarnedReward[];
  /** Given by the bot, but no longer earned. */
  readonly toTake: readonly Reward[];
  readonly steps: readonly RewardStep[];
}

/**
 * - `begin`: nothing was done yet. `give`, `take`: ask Discord, perhaps again.
 * - `keep`: a newer week earned it, too. `drop`: there's nothing to take.
 */
export type RewardStep =
  | { readonly does: "begin"; readonly earned: EarnedReward; readonly row: Reward | undefined }
  | { readonly does: "keep"; readonly earned: EarnedReward; readonly row: Reward }
  | { readonly does: "give" | "take" | "drop"; readonly row: Reward };

/** Reads the database only. @param setting `undefined` if rewards are off */
export async function planRewards(
  guildId: string,
  setting: RewardSetting | undefined,
  { store, now }: Pick<AppContext, "store" | "now">,
): Promise<RewardPlan> {
  const rows = await store.rewards.list(guildId);
  const link = setting && (await store.guildLinks.find(guildId, setting.linkKey));
  const marked = link && (await readNewestMarked(guildId, link.workspaceId, { store, now }));
  const { week, weeks = [], isWaiting = false } = marked ?? {};
  const earned =
    setting === undefined || week === undefined
      ? []
      : await readEarned({ guildId, week, weeks, setting }, store);
  // Without a marked week nothing is taken back, unless rewards are off or the workspace was unlinked.
  const isEarned = new Map(earned.map((each) => [getKey(each), each]));
  const found = new Map(rows.map((row) => [getKey(row), row]));
  const keepsAll = link !== undefined && week === undefined;
  const steps = [
    ...earned.flatMap((each) => planStep(each, found.get(getKey(each)), now())),
    ...rows.flatMap((row) => (isEarned.has(getKey(row)) ? [] : planStepWithout(row, keepsAll, now()))),
  ];
  return {
    week,
    isWaiting,
    toGive: steps.flatMap((step) => (step.does === "begin" ? [step.earned] : [])),
    toTake: steps.flatMap((step) => (step.does === "take" ? [step.row] : [])),
    steps,
  };
}

function getKey({ discordUserId, roleId }: Pick<Reward, "discordUserId" | "roleId">): string {
  return `${discordUserId} ${roleId}`;
}

function planStep(earned: EarnedReward, row: Reward | undefined, now: number): readonly RewardStep[] {
  const isNewer = row?.weekStart !== earned.weekStart;
  if (row === undefined) return [{ does: "begin", earned, row }];
  switch (row.state) {
    // Members who had left may be back.
    case "skipped":
      return isNewer ? [{ does: "begin", earned, row }] : [];
    case "given":
    case "held":
      return isNewer ? [{ does: "keep", earned, row }] : [];
    case "giving":
      return row.until <= now ? [{ does: "give", row }] : [];
    case "taking":
      return row.until <= now ? [{ does: "take", row }] : [];
    default:
      return row.state satisfies never;
  }
}

function planStepWithout(row: Reward, keepsAll: boolean, now: number): readonly RewardStep[] {
  const { state, until } = row;
  // Another process is working on these.
  if ((state === "giving" || state === "taking") && until > now) return [];
  if (state === "taking") return [{ does: "take", row }];
  if (keepsAll) return state === "giving" ? [{ does: "give", row }] : [];
  return [{ does: state === "held" || state === "skipped" ? "drop" : "take", row }];
}

/** How many ended weeks are searched for a marked one; older weeks no longer earn anything. */
const maxWeeks = 4;

interface Marked {
  readonly week: KnownWeek | undefined;
  readonly weeks: readonly Week[];
  readonly isWaiting: boolean;
}

async function readNewestMarked(
  guildId: string,
  workspaceId: string,
  { store, now }: Pick<AppContext, "store" | "now">,
): Promise<Marked> {
  const known = await store.weeks.known(guildId, workspaceId, maxWeeks);
  const over = known.filter(({ endsAt }) => endsAt <= now());
  for (const [index, week] of over.entries()) {
    const weeks = await store.weeks.ofWeek(guildId, workspaceId, week.weekStart);
    if (isMarked(weeks)) return { week, weeks, isWaiting: index > 0 };
  }
  return { week: undefined, weeks: [], isWaiting: over.length > 0 };
}

interface EarnedWeek {
  readonly guildId: string;
  readonly week: KnownWeek;
  readonly weeks: readonly Week[];
  readonly setting: RewardSetting;
}

/** By member: people who are no longer connected have earned nothing. */
async function readEarned(
  { guildId, week: { weekStart }, weeks, setting }: EarnedWeek,
  { accounts }: Pick<AppContext["store"], "accounts">,
): Promise<readonly EarnedReward[]> {
  const earned = listEarnedRoles(weeks, setting.roles);
  const connected = await accounts.ofUsers(guildId, [...new Set(earned.map(({ userId }) => userId))]);
  const memberByUserId = new Map(connected.map(({ userId, discordUserId }) => [userId, discordUserId]));
  return earned.flatMap(({ userId, roleId, reason }) => {
    const discordUserId = memberByUserId.get(userId);
    return discordUserId === undefined ? [] : [{ discordUserId, roleId, reason, weekStart }];
  });
}
