import { z } from "zod";
import type { AppContext } from "../../src/context.ts";
import { fromJson } from "../../src/store/sql-values.ts";
import type { RoleObstacle } from "../../src/ui/role-obstacle-text.ts";
import type { Reward } from "./store.ts";
import { type KnownWeek, type LinkWithWeeks, type Week, getMarkedOutcome } from "../weeks/index.ts";
import { rank } from "../../src/domain/lists.ts";

/** The achievements of a week that can earn a role. */
export const rewardReasons = ["passed", "top", "excused"] as const;
export type RewardReason = (typeof rewardReasons)[number];

/** The role for each achievement; omitted ones earn none. */
export type RewardRoles = Readonly<Partial<Record<RewardReason, string | undefined>>>;

type RewardWeek = Pick<Week, "userId" | "endsAt" | "snapshotAt" | "minutes" | "assignments" | "state">;

const topPlaces = 3;

/**
 * Whether the workspace has marked everyone in a past week. People who are no longer connected aren't read anymore, and
 * keep nobody waiting.
 */
function isMarked(week: readonly RewardWeek[], isConnected: (week: RewardWeek) => boolean): boolean {
  const isFinal = week.some(({ state }) => state === "final");
  return isFinal && !week.some((each) => getMarkedOutcome(each) === "unmarked" && isConnected(each));
}

/** Who earned which role, each role once; people with equal minutes share a place among the top three. */
function listEarnedRoles(
  week: readonly RewardWeek[],
  roles: RewardRoles,
): readonly { readonly userId: string; readonly roleId: string; readonly reason: RewardReason }[] {
  const top = rank(week, ({ minutes }) => minutes)
    .filter(({ place }) => place <= topPlaces)
    .map(({ entry }) => entry);
  const earned: Readonly<Record<RewardReason, readonly RewardWeek[]>> = {
    passed: week.filter((each) => getMarkedOutcome(each) === "passed"),
    top,
    excused: week.filter((each) => getMarkedOutcome(each) === "excused"),
  };
  const all = rewardReasons.flatMap((reason) => {
    const roleId = roles[reason];
    return roleId === undefined ? [] : earned[reason].map(({ userId }) => ({ userId, roleId, reason }));
  });
  return [...Map.groupBy(all, ({ userId, roleId }) => `${userId} ${roleId}`).values()].flatMap((same) =>
    same.slice(0, 1),
  );
}

declare module "../../src/store/guild-settings.ts" {
  interface FeatureSettings {
    /** JSON: the roles that a week earns, of which link, and who chose them. */
    readonly rewards: string;
    /** JSON: the reward roles that couldn't be given or taken, and why, as last reported. */
    readonly "rewards-trouble": string;
  }
}

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

/** The stored trouble with reward roles that only an attempt shows, whichever may be stored beside it. */
export function readRefusals(stored: string | undefined): ReadonlyMap<string, RoleObstacle> {
  const trouble = z.array(z.tuple([z.string(), z.string()])).safeParse(fromJson(stored ?? "")).data ?? [];
  return new Map(
    trouble.flatMap(([roleId, obstacle]) =>
      obstacle === "needs-two-factor" ? [[roleId, obstacle] as const] : [],
    ),
  );
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

/** A guild's setting; `undefined` if rewards are off. */
export interface RewardsToPlan {
  readonly guildId: string;
  readonly setting: RewardSetting | undefined;
}

type PlanContext = Pick<AppContext, "store" | "now">;

/** Reads the database only. @param setting `undefined` if rewards are off */
export async function planRewards(
  guildId: string,
  setting: RewardSetting | undefined,
  ctx: PlanContext,
): Promise<RewardPlan> {
  const [plan = nothingPlanned] = await planManyRewards([{ guildId, setting }], ctx);
  return plan;
}

const nothingPlanned: RewardPlan = { week: undefined, isWaiting: false, toGive: [], toTake: [], steps: [] };

/** The same for several guilds, in their order, with as few statements as for one. */
export async function planManyRewards(
  asked: readonly RewardsToPlan[],
  { store, now }: PlanContext,
): Promise<readonly RewardPlan[]> {
  const rows = Map.groupBy(
    await store.rewards.listIn(asked.map(({ guildId }) => guildId)),
    ({ guildId }) => guildId,
  );
  const links = asked.flatMap(({ guildId, setting }) =>
    setting === undefined ? [] : [{ guildId, linkKey: setting.linkKey }],
  );
  const found = (await store.weeks.knownIn(links, maxWeeks)).map((link) => ({
    ...link,
    over: link.weeks.filter(({ endsAt }) => endsAt <= now()),
  }));
  const marked = await readNewestMarked(found, store);
  const earned = Map.groupBy(await readEarned(asked, marked, store), ({ guildId }) => guildId);
  return asked.map(({ guildId, setting }) => {
    const link = setting && found.find((each) => each.guildId === guildId);
    const { week, isWaiting = false } = (link && marked.get(guildId)) ?? {};
    return {
      week,
      isWaiting: isWaiting || (week === undefined && (link?.over.length ?? 0) > 0),
      ...planSteps(rows.get(guildId) ?? [], {
        earned: earned.get(guildId) ?? [],
        keepsAll: link !== undefined && week === undefined,
        now: now(),
      }),
    };
  });
}

interface Planning {
  readonly earned: readonly EarnedReward[];
  /** Without a marked week nothing is taken back, unless rewards are off or the workspace was unlinked. */
  readonly keepsAll: boolean;
  readonly now: number;
}

function planSteps(
  rows: readonly Reward[],
  { earned, keepsAll, now }: Planning,
): Pick<RewardPlan, "toGive" | "toTake" | "steps"> {
  const isEarned = new Set(earned.map(getKey));
  const found = new Map(rows.map((row) => [getKey(row), row]));
  const steps = [
    ...earned.flatMap((each) => planStep(each, found.get(getKey(each)), now)),
    ...rows.flatMap((row) => (isEarned.has(getKey(row)) ? [] : planStepWithout(row, keepsAll, now))),
  ];
  return {
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
  readonly week: KnownWeek;
  readonly weeks: readonly Week[];
  readonly isWaiting: boolean;
}

/** By guild. @param links with their weeks that are over */
async function readNewestMarked(
  links: readonly (LinkWithWeeks & { readonly over: readonly KnownWeek[] })[],
  { weeks, accounts }: Pick<AppContext["store"], "weeks" | "accounts">,
): Promise<ReadonlyMap<string, Marked>> {
  const marked = new Map<string, Marked>();
  for (let index = 0; index < maxWeeks; index++) {
    const next = links.flatMap(({ guildId, workspaceId, over }) => {
      const week = over[index];
      return week === undefined || marked.has(guildId) ? [] : [{ guildId, workspaceId, week }];
    });
    const rows = await weeks.ofWeeks(next.map(({ week: { weekStart }, ...of }) => ({ ...of, weekStart })));
    const unmarked = rows.filter((row) => getMarkedOutcome(row) === "unmarked");
    const awaited = unmarked.length === 0 ? [] : await accounts.membersOf(unmarked);
    const awaitedIn = Map.groupBy(awaited, ({ guildId }) => guildId);
    const byGuild = Map.groupBy(rows, ({ guildId }) => guildId);
    for (const { guildId, week } of next) {
      const ofWeek = byGuild.get(guildId) ?? [];
      const connected = new Set(awaitedIn.get(guildId)?.map(({ userId }) => userId));
      if (isMarked(ofWeek, ({ userId }) => connected.has(userId)))
        marked.set(guildId, { week, weeks: ofWeek, isWaiting: index > 0 });
    }
  }
  return marked;
}

/** By member: people who are no longer connected have earned nothing. */
async function readEarned(
  asked: readonly RewardsToPlan[],
  marked: ReadonlyMap<string, Marked>,
  { accounts }: Pick<AppContext["store"], "accounts">,
): Promise<readonly (EarnedReward & { readonly guildId: string })[]> {
  const earned = asked.flatMap(({ guildId, setting }) => {
    const ofGuild = marked.get(guildId);
    if (setting === undefined || ofGuild === undefined) return [];
    const { weekStart } = ofGuild.week;
    return listEarnedRoles(ofGuild.weeks, setting.roles).map((each) => ({ ...each, guildId, weekStart }));
  });
  const connected = await accounts.membersOf(earned);
  const memberOf = new Map(
    connected.map(({ guildId, userId, discordUserId }) => [`${guildId} ${userId}`, discordUserId]),
  );
  return earned.flatMap(({ userId, ...each }) => {
    const discordUserId = memberOf.get(`${each.guildId} ${userId}`);
    return discordUserId === undefined ? [] : [{ ...each, discordUserId }];
  });
}
