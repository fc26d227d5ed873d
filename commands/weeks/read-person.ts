import { backgroundCall, type ReadApi } from "../../src/api/client.ts";
import type { UserActivity } from "../../src/api/contract/activity.ts";
import {
  type Assignment,
  type AssignmentWeek,
  hasUnread,
  type StaffAssignments,
} from "../../src/api/contract/assignments.ts";
import type { Order } from "../../src/api/contract/orders.ts";
import { ApiError, ContractError } from "../../src/api/errors.ts";
import type { AppContext } from "../../src/context.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { countHandled } from "../order/index.ts";
import { findProvenMinutes, groupMarkedWeeks, listWeekAssignments, summarizeWeek } from "./results.ts";
import { computeOldestKept, isRollingOver, parseKeptMonths, peoplePerMinute } from "./snapshot-policy.ts";
import {
  ceilToSecond,
  findServiceWeek,
  findWeekEndMs,
  getGuildWeek,
  type GuildWeek,
  getWeekStartMs,
  getWeekEndingAt,
  isSameEnd,
  parseWeekSettings,
  type WeekSpan,
} from "../../src/domain/week-boundaries.ts";
import type { GuildLink } from "../../src/store/guild-links.ts";
import type { Week } from "./rows.ts";
import type { FinalWeek, KnownWeek, LinkedWorkspaceRef, SnapshotWeek } from "./store.ts";
import { minuteMs, raceTimeout, secondMs, weekMs } from "../../src/time.ts";
import { memoizeWeak } from "../../src/domain/search.ts";
import { createFailedItems } from "../../src/jobs/failed-items.ts";
import { parseEpochMs } from "../../src/ui/time.ts";

type DatedWeek = WeekSpan & Pick<GuildWeek, "startsAt">;

/** The week of a person with nothing due that would date it: `startsOn` comes from the service. */
type CurrentWeek = (startsOn: string | undefined) => DatedWeek & {
  /** Assignments of others date it, and it follows another one. */
  readonly isCommon: boolean;
};

/** Of those that are saved: a few may end when something was due to one person alone. */
export const weeksCompared = 6;

/**
 * Others in the workspace may tell when the week ends; otherwise the guild's zone and week start do.
 * @param known the newest saved weeks, the newest first
 */
export async function readCurrentWeek(
  { guildId }: LinkedWorkspaceRef,
  known: readonly KnownWeek[],
  { store, now }: Pick<AppContext, "store" | "now">,
): Promise<CurrentWeek> {
  const at = now();
  const [newest] = known;
  const running = known.filter(({ endsAt }) => endsAt > at);
  const common = running.find((week) => isFollowing(week, known));
  const present = common ?? running[0];
  const counting = parseWeekSettings(await store.guildSettings.all(guildId));
  const find = (startsOn: "monday" | "sunday"): DatedWeek => {
    const counted = getGuildWeek({ ...counting, startsOn }, at, 0);
    // Its end doesn't give away its first day: a midnight of the farthest zones is half a day and more off its date.
    if (present !== undefined)
      return withStart(
        { weekStart: present.weekStart, endsAt: present.endsAt },
        known.map((week) => week.endsAt),
        counted,
      );
    // West of the service that week has hours left, and would be overwritten with the next one's numbers.
    const isOver = newest?.isDated === true && newest.weekStart === counted.first.toString();
    const { first, startsAt, endsAt } = (isOver ? findServiceWeek(known, at) : undefined) ?? counted;
    return { weekStart: first.toString(), startsAt, endsAt };
  };
  // For a workspace's people it's nearly always the same.
  const found = new Map<string, DatedWeek>();
  return (serverChoice) => {
    const startsOn = parseWeekStart(serverChoice) ?? counting.startsOn;
    const week = found.get(startsOn) ?? find(startsOn);
    found.set(startsOn, week);
    return { ...week, isCommon: common !== undefined };
  };
}

function isFollowing({ endsAt, isDated }: KnownWeek, known: readonly KnownWeek[]): boolean {
  return isDated === true && known.some((before) => isSameEnd(before.endsAt + weekMs, endsAt));
}

/** @param counted a week whose start is known: the same one, if it has the same end */
function withStart(
  week: WeekSpan,
  weekEndsMs: readonly number[],
  counted: Pick<GuildWeek, "startsAt" | "endsAt">,
): DatedWeek {
  const countedMs = counted.endsAt === week.endsAt ? counted.startsAt : undefined;
  return { ...week, startsAt: getWeekStartMs(week.endsAt, weekEndsMs, countedMs) };
}

function parseWeekStart(serverChoice: string | undefined): "monday" | "sunday" | undefined {
  const day = serverChoice?.trim().toLowerCase();
  return day === "monday" || day === "sunday" ? day : undefined;
}

export interface PersonSource {
  readonly workspace: LinkedWorkspaceRef;
  readonly api: ReadApi;
  readonly thisWeek: CurrentWeek;
  readonly orders: readonly Order[] | undefined;
}

/** What the service said of one person. */
export interface PersonReading {
  readonly userId: string;
  readonly readAt: number;
  /** How it marked earlier weeks, and what else they may want to be notified of; `undefined` if that couldn't be read. */
  readonly told:
    { readonly marked: readonly FinalWeek[]; readonly assigned: readonly Assignment[] } | undefined;
  /** `undefined` while the week is changing. */
  readonly week: SnapshotWeek | undefined;
}

/** By guild, workspace and user. */
const getFailed = memoizeWeak((_store: AppContext["store"]) => createFailedItems());

const getPersonKey = ({ guildId, workspaceId }: Omit<LinkedWorkspaceRef, "linkKey">, userId: string) =>
  `${guildId} ${workspaceId} ${userId}`;

/**
 * In their order, but behind the others whoever couldn't be read last time: the service may fail at one person alone, and
 * nobody else has to wait for them.
 */
export function moveFailedBack<Person extends { readonly userId: string }>(
  people: readonly Person[],
  workspace: Omit<LinkedWorkspaceRef, "linkKey">,
  { store }: Pick<AppContext, "store">,
): readonly Person[] {
  return getFailed(store).moveBack(people, ({ userId }) => getPersonKey(workspace, userId));
}

/** Reads one person's week, and how the service marked earlier ones. @throws ApiError */
export function readPerson(userId: string, source: PersonSource, ctx: AppContext): Promise<PersonReading> {
  const key = getPersonKey(source.workspace, userId);
  return getFailed(ctx.store).track(key, ctx.now, () => askAboutPerson(userId, source, ctx));
}

async function askAboutPerson(userId: string, source: PersonSource, ctx: AppContext): Promise<PersonReading> {
  const { workspace, api, orders } = source;
  const { guildId, workspaceId } = workspace;
  const noCache = { noCache: true } as const;
  // Due dates are read first: if the week rolls over in between, the totals are recognized as those of an ended week.
  const assignments = await ignoreRefusal(
    api.getAssignments({ params: { workspaceId, staffId: userId } }, noCache),
  );
  const activity = await ignoreRefusal(
    api.getActivity({ params: { workspaceId, userId }, query: {} }, noCache),
  );
  const now = ctx.now();
  const about = { guildId, workspaceId, userId, snapshotAt: now };
  const { startsAt, ...span } = getWeekSpan(assignments, activity, source, now);
  return {
    userId,
    readAt: now,
    told: assignments && {
      marked: withOrders(toFinalWeeks(assignments.history, about), orders, now),
      assigned: assignments.assigned,
    },
    week: isRollingOver(span.endsAt, now)
      ? undefined
      : {
          ...about,
          ...span,
          minutes: activity?.totals.minutes,
          messages: activity?.totals.messages,
          orders: orders && countOrders(orders, startsAt, span.endsAt, userId),
          assignments: assignments && listTelling(assignments, span, now),
        },
  };
}

/** What may be saved of these people's weeks: asked again each time, since a shorter time may be chosen meanwhile. */
export async function filterKept(
  readings: readonly PersonReading[],
  { guildId }: LinkedWorkspaceRef,
  { store, now }: Pick<AppContext, "store" | "now">,
): Promise<readonly KeptReading[]> {
  const months = parseKeptMonths(await store.guildSettings.all(guildId));
  const oldestKept = computeOldestKept(months, now());
  return readings.map((reading) => ({
    ...reading,
    marked: (reading.told?.marked ?? []).filter(({ endsAt }) => endsAt > oldestKept),
  }));
}

export type KeptReading = PersonReading & { readonly marked: readonly FinalWeek[] };

/** Nobody waits for all of it. */
const readAgain = { ...backgroundCall, timeoutMs: 10 * secondMs } as const;

/** Where weeks are read from, and what they are saved with. */
interface WeekPlace {
  readonly ctx: AppContext;
  readonly link: GuildLink;
  readonly api: ReadApi;
}

/** Saves a person's week anew after something was added to it, since the next reading may be far off. Never rejects. */
export async function saveWeekAgain(userId: string, ctx: LinkedContext): Promise<void> {
  await saveWeeksAgain([userId], { ctx, link: ctx.link, api: ctx.api });
}

const readAtOnce = 4;

/** Never rejects. @returns why some couldn't be read, if so */
async function saveWeeksAgain(
  userIds: readonly string[],
  { ctx, link, api }: WeekPlace,
): Promise<ApiError | undefined> {
  const { guildId, workspaceId, linkKey } = link;
  const { store, log } = ctx;
  try {
    const workspace = { guildId, workspaceId, linkKey };
    const known = await store.weeks.known(guildId, workspaceId, weeksCompared);
    const [newest] = known;
    if (newest !== undefined && isRollingOver(newest.endsAt, ctx.now())) return undefined;
    const thisWeek = await readCurrentWeek(workspace, known, ctx);
    const source = { workspace, api: api.withDefaults(readAgain), thisWeek, orders: undefined };
    const readings: PersonReading[] = [];
    let failure: unknown;
    const left = userIds.values();
    const read = async (): Promise<void> => {
      try {
        for (const userId of left) {
          if (failure !== undefined) return;
          readings.push(await readPerson(userId, source, ctx));
        }
      } catch (error) {
        failure = error;
      }
    };
    await Promise.all(Array.from({ length: Math.min(readAtOnce, userIds.length) }, read));
    const kept = await filterKept(readings, workspace, ctx);
    await store.weeks.save(guildId, {
      finals: kept.flatMap(({ marked }) => marked),
      snapshots: kept.flatMap(({ week = [] }) => week),
      alongside: [],
    });
    if (failure !== undefined) throw failure;
    return undefined;
  } catch (error) {
    log.debug("weeks could not be saved again", { guildId, error });
    return error instanceof ApiError ? error : undefined;
  }
}

/** Older numbers are read again when someone looks at them. */
const freshForMs = 15 * minuteMs;
/** What isn't read by then is saved for the next look. */
const lookWithinMs = 2.5 * secondMs;

/** By workspace: everyone who looks meanwhile waits for the same. */
const getRefreshes = memoizeWeak(
  (_store: AppContext["store"]) => new Map<string, Promise<ApiError | undefined>>(),
);

/**
 * Reads the running week of a workspace's people anew, since it is about to be shown: of those who were read longest ago,
 * as many as a minute's limit allows.
 * @returns why some couldn't be read, if so
 */
export function refreshWeeks(place: WeekPlace): Promise<ApiError | undefined> {
  const refreshes = getRefreshes(place.ctx.store);
  const key = `${place.link.guildId} ${place.link.linkKey}`;
  const refresh = refreshes.get(key) ?? readOldWeeks(place).finally(() => refreshes.delete(key));
  refreshes.set(key, refresh);
  return refresh;
}

/** The same for someone who waits for the answer. */
export function refreshWeeksSoon(ctx: LinkedContext): Promise<ApiError | undefined> {
  const refresh = refreshWeeks({ ctx, link: ctx.link, api: ctx.api });
  return raceTimeout(refresh, ctx.stretch(lookWithinMs), () => undefined);
}

async function readOldWeeks(place: WeekPlace): Promise<ApiError | undefined> {
  const { ctx, link } = place;
  const now = ctx.now();
  const people = await ctx.store.weeks.people(link.guildId, link.workspaceId, now);
  const old = moveFailedBack(
    people.filter(({ snapshotAt = 0 }) => now - snapshotAt > freshForMs),
    link,
    ctx,
  ).slice(0, peoplePerMinute);
  if (old.length === 0) return undefined;
  return saveWeeksAgain(
    old.map(({ userId }) => userId),
    place,
  );
}

/**
 * When the oldest of these numbers was read, in epoch milliseconds; `undefined` without any. Of people who are no longer
 * connected nothing is read again, so they count only if there is nobody else.
 */
export async function findOldestRead(
  weeks: readonly Pick<Week, "userId" | "snapshotAt">[],
  { ctx, link }: Pick<WeekPlace, "ctx" | "link">,
): Promise<number | undefined> {
  const people = await ctx.store.weeks.people(link.guildId, link.workspaceId, ctx.now());
  const connected = new Set(people.map(({ userId }) => userId));
  const kept = weeks.filter(({ userId }) => connected.has(userId));
  const reads = (kept.length === 0 ? weeks : kept).map(({ snapshotAt }) => snapshotAt);
  return reads.length === 0 ? undefined : Math.min(...reads);
}

/** `undefined` if one couldn't be read and none of the others is missing: the week would count as passed. */
function listTelling(assignments: StaffAssignments, { endsAt }: WeekSpan, now: number) {
  const counting = listWeekAssignments(assignments, now);
  const week = { endsAt, snapshotAt: now, assignments: counting, isPartial: hasUnread(assignments) };
  return summarizeWeek(week, now).outcome === "unknown" ? undefined : counting;
}

/** If the service refuses one person's data, it may still return the others'. */
async function ignoreRefusal<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ContractError || (error instanceof ApiError && aboutOne.has(error.failure)))
      return undefined;
    throw error;
  }
}

const aboutOne: ReadonlySet<string> = new Set([
  "not-found",
  "invalid-id",
  "rejected",
  "forbidden",
  "too-large",
]);

function getWeekSpan(
  assignments: StaffAssignments | undefined,
  activity: UserActivity | undefined,
  { thisWeek }: PersonSource,
  now: number,
): DatedWeek {
  const { assigned = [], history = [] } = assignments ?? {};
  const { isCommon, ...present } = thisWeek(activity?.week_starts_on);
  const ends = history
    .map(({ week_end }) => parseEpochMs(week_end))
    .filter((endMs) => endMs !== undefined)
    .map(ceilToSecond);
  // What is due to one person at another time makes no week of its own, unless all their weeks end then.
  const last = Math.max(...ends.filter((end) => end <= now && now - end < weekMs));
  if (isCommon && (!Number.isFinite(last) || isSameEnd(last + weekMs, present.endsAt))) return present;
  const endMs = findWeekEndMs(assigned, now, ends);
  return endMs === undefined ? present : withStart(getWeekEndingAt(endMs, ends), ends, present);
}

function countOrders(orders: readonly Order[], startsAt: number, endsAt: number, userId: string): number {
  const ofWeek = orders.filter(({ createdAt }) => {
    const atMs = parseEpochMs(createdAt);
    return atMs !== undefined && atMs >= startsAt && atMs < endsAt;
  });
  return countHandled(ofWeek).get(userId) ?? 0;
}

/**
 * Counts the orders of the week that just ended again: its last snapshot was taken before its end. Earlier weeks were
 * counted like this, too, and orders that don't go back to a week's start aren't all of its orders.
 */
function withOrders(
  weeks: readonly FinalWeek[],
  orders: readonly Order[] | undefined,
  now: number,
): readonly FinalWeek[] {
  if (orders === undefined) return weeks;
  const oldest = orders.reduce(
    (least, { createdAt }) => Math.min(least, parseEpochMs(createdAt) ?? least),
    now,
  );
  const ends = weeks.map(({ endsAt }) => endsAt);
  return weeks.map((week) => {
    const startsAt = getWeekStartMs(week.endsAt, ends);
    return week.endsAt > now - weekMs && startsAt >= oldest
      ? { ...week, orders: countOrders(orders, startsAt, week.endsAt, week.userId) }
      : week;
  });
}

type PersonWeek = Pick<FinalWeek, "guildId" | "workspaceId" | "userId" | "snapshotAt">;

function toFinalWeeks(history: readonly AssignmentWeek[], about: PersonWeek): readonly FinalWeek[] {
  const dated = history.map((entry) => ({ ...entry, endMs: parseEpochMs(entry.week_end) }));
  return groupMarkedWeeks(dated, about.snapshotAt).map((week) => ({
    ...about,
    ...week,
    minutes: findProvenMinutes(week.assignments),
  }));
}
