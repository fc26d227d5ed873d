import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { minuteMs } from "../../src/time.ts";
import { hasNoSetTimes, listRuns, type ScheduleSettings } from "./settings.ts";

/** A time at which so many posts are due that some will be late. */
export interface BusyTime {
  /** Of all servers together. */
  readonly posts: number;
  readonly lateMinutes: number;
  /** As `HH:MM`, soon afterwards and on the same day. */
  readonly quietTime: string | undefined;
}

/** Discord's own limit for a bot. */
const maxPerSecond = 50;
/** Posts due this long before may still be waiting. */
const lookBackMinutes = 5;
/** A later time is no answer to somebody who wants a post at nine. */
const lookAheadMinutes = 20;
/** A post that waits longer than this is late for those who look at the clock. */
const busyFromSeconds = 60;
const quietUpToSeconds = 15;

/** How busy it is when the plan's next post is due; `undefined` if it will be on time. */
export async function findBusyTime(plan: ScheduleSettings, ctx: GuildContext): Promise<BusyTime | undefined> {
  const [dueAt] = listRuns(plan, ctx.now());
  if (hasNoSetTimes(plan) || dueAt === undefined) return undefined;
  const perSecond = Math.min(ctx.config.discordPostsPerSecond, maxPerSecond);
  const perMinute = perSecond * 60;
  const from = dueAt - lookBackMinutes * minuteMs;
  const until = dueAt + lookAheadMinutes * minuteMs;
  // With more, the whole time is busy.
  const most = perMinute * (lookBackMinutes + lookAheadMinutes);
  const counts = new Map(await ctx.store.schedules.countDue(from, until, most));
  const waiting = waitingAt(counts, { from, until, perMinute });
  const posts = waiting.get(dueAt) ?? 0;
  if (posts <= perSecond * busyFromSeconds) return undefined;
  const quietAt = [...waiting].find(([at, some]) => at > dueAt && some <= perSecond * quietUpToSeconds)?.[0];
  return {
    posts,
    lateMinutes: Math.ceil(posts / perMinute),
    quietTime: quietAt === undefined ? undefined : timeInstead(plan, dueAt, quietAt),
  };
}

/** How many posts wait at each minute: those that are due then, and those of the minutes before that are still left. */
function waitingAt(
  counts: ReadonlyMap<number, number>,
  { from, until, perMinute }: { readonly from: number; readonly until: number; readonly perMinute: number },
): ReadonlyMap<number, number> {
  const waiting = new Map<number, number>();
  let left = 0;
  for (let at = from; at < until; at += minuteMs) {
    const now = left + (counts.get(at) ?? 0);
    waiting.set(at, now);
    left = Math.max(0, now - perMinute);
  }
  return waiting;
}

/** The time to type instead; `undefined` where the rule has none, or another day would begin. */
function timeInstead({ rule, zone }: ScheduleSettings, dueAt: number, at: number): string | undefined {
  if (rule.kind === "cron") return undefined;
  const asked = localTime(dueAt, zone);
  const instead = localTime(at, zone);
  const isUsual = asked.toPlainTime().toString({ smallestUnit: "minute" }) === rule.time;
  if (!isUsual || !asked.toPlainDate().equals(instead.toPlainDate())) return undefined;
  return instead.toPlainTime().toString({ smallestUnit: "minute" });
}

function localTime(at: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
}
