import {
  dayNames,
  type RuleInput,
  findTimeBeforeWeekEnd,
  formatRuleTime,
  getUsualOptions,
} from "../boards/index.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { formatNumber, pluralize } from "../../src/ui/numbers.ts";
import {
  readKind,
  resolveSettings,
  type BusyTime,
  findBusyTime,
  findEarlyPost,
  describeEarlyPost,
  describeWeekEnd,
  type ScheduleSettings,
} from "../schedule/index.ts";
import type { PackName } from "../kit/setup-ids.ts";

interface PackedPost {
  readonly kind: string;
  /** Empty for a live board; `week-end` is the last day of the workspace's week. */
  readonly rule: RuleInput | "week-end";
  /** Beyond the kind's own. */
  readonly options?: Readonly<Record<string, unknown>>;
}

interface Pack {
  readonly name: string;
  /** In a choice, at most 100 characters. */
  readonly description: string;
  readonly posts: readonly PackedPost[];
}

const mondayCalendar = { kind: "calendar", rule: { days: "Monday", time: "09:00" } } as const;

/** What a server may begin with. */
export const packs: Readonly<Record<PackName, Pack>> = {
  cafe: {
    name: "Café",
    description: "Monday calendar, live board of open orders, team board at the end of the week",
    posts: [mondayCalendar, { kind: "orders", rule: {} }, { kind: "team", rule: "week-end" }],
  },
  training: {
    name: "Training centre",
    description: "Monday calendar with what's due, live team board, digest on Friday",
    posts: [
      { ...mondayCalendar, options: { dues: true } },
      { kind: "team", rule: {} },
      {
        kind: "digest",
        rule: { days: "Friday", time: "16:00" },
        options: { kinds: ["team", "posts"] },
      },
    ],
  },
};

interface PackSetting {
  readonly zone: string;
  readonly now: number;
  /** When any week of the workspace ends, exclusive, in epoch milliseconds. */
  readonly weekEndsAt: number;
}

/** The pack's posts as schedules of a channel, parsed like those that people type. @throws UserError as that */
export function listPlans(
  pack: PackName,
  channelId: string,
  { zone, now, weekEndsAt }: PackSetting,
): readonly ScheduleSettings[] {
  const { day, time } = findTimeBeforeWeekEnd(zone, weekEndsAt);
  const atWeekEnd = { days: dayNames[day - 1], time };
  return packs[pack].posts.map(({ kind, rule, options }) =>
    resolveSettings(
      zone,
      {
        kind,
        channelId,
        rule: rule === "week-end" ? atWeekEnd : rule,
        options: { ...getUsualOptions(readKind(kind).options), ...options },
        replaces: false,
      },
      now,
    ),
  );
}

interface TimedPlan {
  readonly plan: ScheduleSettings;
  /** About its time, if that is a busy one or too early. */
  readonly notes: readonly string[];
}

/** Nobody asked for the time of a pack's post, so it makes way for another close to it. */
export async function keepOnTime(planned: ScheduleSettings, ctx: LinkedContext): Promise<TimedPlan> {
  const { plan, notes } = await keepAfterWeekEnd(planned, ctx);
  const { rule } = plan;
  const busy = await findBusyTime(plan, ctx);
  if (busy === undefined || rule.kind === "cron") return { plan, notes };
  return {
    plan: withTime(plan, busy.quietTime),
    notes: [...notes, describeBusyTime(rule.time, busy, ctx)],
  };
}

async function keepAfterWeekEnd(plan: ScheduleSettings, ctx: LinkedContext): Promise<TimedPlan> {
  const { zone } = plan;
  const early = await findEarlyPost(plan, async () => ctx, ctx);
  if (early === undefined) return { plan, notes: [] };
  const { laterTime, endsAt } = early;
  if (laterTime === undefined) return { plan, notes: [describeEarlyPost(early, zone, ctx.dateStyle)] };
  return {
    plan: withTime(plan, laterTime),
    notes: [
      `${describeWeekEnd(endsAt, zone, ctx.dateStyle)}, so I chose ${formatRuleTime(laterTime, ctx.dateStyle)}.`,
    ],
  };
}

function withTime(plan: ScheduleSettings, time: string | undefined): ScheduleSettings {
  const { rule } = plan;
  return time === undefined || rule.kind === "cron" ? plan : { ...plan, rule: { ...rule, time } };
}

function describeBusyTime(
  time: string,
  { posts, lateMinutes, quietTime }: BusyTime,
  { commandMention, dateStyle }: LinkedContext,
): string {
  const due = `⏳ About ${formatNumber(Number(posts.toPrecision(2)))} posts across all servers are due at ${formatRuleTime(time, dateStyle)}`;
  return quietTime === undefined
    ? `${due}, so yours may be up to ${pluralize(lateMinutes, "minute")} late.`
    : `${due}, so I chose ${formatRuleTime(quietTime, dateStyle)}, which is quiet. To change it later, open it in ${commandMention("schedule list")}.`;
}
