import type { ActivityEntry, UserActivity } from "../../../src/api/contract/activity.ts";
import type { StaffAssignments } from "../../../src/api/contract/assignments.ts";
import {
  type GuildWeek,
  getWeekAt,
  findServiceWeek,
  findWeekEndMs,
  parseWeekSpan,
  getWeekEndingAt,
  parseWeekSettings,
  type WeekSpan,
} from "../../../src/domain/week-boundaries.ts";
import {
  type DurationUnit,
  toMs,
  toWholeMinutes,
  guessUnitOfEntries,
  parseChosenUnit,
  isGift,
  type OwnGifts,
  readOwnGifts,
} from "../../activity/index.ts";
import {
  listWeekAssignments,
  describeRecord,
  type ProfileDay,
  type ProfilePicture,
  showsMinutes,
  toWeeksInPicture,
  weeksInPictures,
} from "../../weeks/index.ts";
import type { LinkedContext } from "../../../src/interactions/handler-context.ts";
import type { ReplyFile } from "../../../src/ui/reply.ts";
import { readPictureTheme } from "../../boards/index.ts";
import { joinParts } from "../../../src/ui/lines.ts";
import { minuteMs } from "../../../src/time.ts";
import { formatNumber, pluralize } from "../../../src/ui/numbers.ts";
import { readPortraits } from "../../../src/ui/people.ts";
import { parseEpochMs, parseInstant, formatWeekday } from "../../../src/ui/time.ts";
import { type Profile, findValue } from "./read.ts";
import { renderContext } from "../../../src/ui/render-context.ts";

/** The service sends at most this many visits; if all are from this week, its first days may be missing. */
const maxVisits = 25;

/** What a picture is made of. */
type PicturedProfile = Pick<Profile, "userId" | "activity" | "assignments" | "orders">;

interface DrawnProfile {
  /** `undefined` when there is nothing to draw, the server wants no pictures, or none can be drawn. */
  readonly file: ReplyFile | undefined;
  /** The weeks before in words, unless they are drawn. */
  readonly record: string | undefined;
}

/** This week and the weeks before. */
export async function drawProfilePicture(
  profile: PicturedProfile,
  ctx: LinkedContext,
): Promise<DrawnProfile> {
  const picture = await createProfilePicture(profile, ctx);
  if (picture === undefined) return { file: undefined, record: undefined };
  const theme = showsMinutes(picture) ? await readPictureTheme(ctx.guildId, ctx.store) : undefined;
  const asker = { guildId: ctx.guildId, isAwaited: true };
  const file = theme && (await ctx.pictures.draw({ ...picture, theme }, asker));
  return { file, record: file === undefined ? describeRecord(picture) : undefined };
}

async function createProfilePicture(
  profile: PicturedProfile,
  ctx: LinkedContext,
): Promise<ProfilePicture | undefined> {
  const { guildId, workspaceId, link, store, now } = ctx;
  const { userId } = profile;
  const [portraits, weeks, known, settings, ownGifts] = await Promise.all([
    readPortraits([userId], { guildId, linkKey: link.linkKey, store }),
    store.weeks.ofUser(guildId, workspaceId, userId, weeksInPictures + 1),
    store.weeks.known(guildId, workspaceId, 2),
    store.guildSettings.all(guildId),
    readOwnGifts(ctx),
  ]);
  const counting = parseWeekSettings(settings);
  const { zone } = counting;
  const [activity, assignments] = [findValue(profile.activity), findValue(profile.assignments)];
  const week =
    findServiceWeek(assignments === undefined ? [] : listWeeks(assignments, now()), now()) ??
    getWeekAt(known, counting, now());
  const charted = { ...week, zone, now: now(), ownGifts, chosenUnit: parseChosenUnit(settings) };
  const days = activity === undefined ? [] : computeDays(activity, charted);
  // What the text beside it says, which is newer than what was saved.
  const past = toWeeksInPicture(weeks, renderContext(ctx), {
    minutes: activity?.totals.minutes,
    assignments: assignments && listWeekAssignments(assignments, now()),
  });
  if (days.length + past.weeks.length === 0) return undefined;
  return {
    kind: "profile",
    person: portraits.get(userId) ?? { name: "" },
    summary: formatSummary(activity, findValue(profile.orders)?.length),
    days,
    ...past,
    zone,
  };
}

function formatSummary(activity: UserActivity | undefined, openOrders: number | undefined): string {
  const { minutes, messages } = activity?.totals ?? {};
  return joinParts([
    minutes !== undefined && `${formatNumber(minutes)} min this week`,
    messages !== undefined && pluralize(messages, "message"),
    openOrders !== undefined && openOrders > 0 && pluralize(openOrders, "open order"),
  ]);
}

/** The past weeks of someone's goals, and the one in which they are due now. */
function listWeeks({ assigned, history }: StaffAssignments, now: number): readonly WeekSpan[] {
  const marked = history.flatMap(
    ({ week_start, week_end }) => parseWeekSpan(week_start, parseEpochMs(week_end)) ?? [],
  );
  const ends = marked.map(({ endsAt }) => endsAt);
  const endMs = findWeekEndMs(assigned, now, ends);
  return endMs === undefined ? marked : [...marked, getWeekEndingAt(endMs, ends)];
}

/** What the days of a chart are made of. */
interface ChartedWeek extends Pick<GuildWeek, "first" | "startsAt" | "endsAt"> {
  readonly zone: string;
  readonly now: number;
  readonly ownGifts: OwnGifts;
  /** The unit of durations, if an admin chose it. */
  readonly chosenUnit: DurationUnit | undefined;
}

/**
 * Minutes by day of this week so far, as long as the list of visits says each was, gifts included: a visit by when it began
 * and ended, a gift on its day. None where visits are missing or it's unknown when a gift was given or what it is worth, or
 * before there are two days to compare.
 * The week may begin at another hour than its first day: that one and the last end where the week does.
 */
export function computeDays({ last_25: visits }: UserActivity, week: ChartedWeek): ProfilePicture["days"] {
  const { first, zone, now, ownGifts, chosenUnit } = week;
  const getMidnight = (index: number) => first.add({ days: index }).toZonedDateTime(zone).epochMilliseconds;
  const getStart = (index: number): number => (index === 0 ? week.startsAt : getMidnight(index));
  const begun = Array.from({ length: 7 }, (_, index) => index).filter((index) => getStart(index) <= now);
  const unit = chosenUnit ?? guessUnitOfEntries(visits, ownGifts);
  const spans = visits.map((visit) => placeVisit(visit, { unit, now, ownGifts }));
  const measureDay = (index: number, those: typeof spans): number => {
    const [startsAt, endsAt] = [getStart(index), index === 6 ? week.endsAt : getMidnight(index + 1)];
    return those.reduce((sum, span) => sum + (span ? measureWithin(span, startsAt, endsAt) : 0), 0);
  };
  const minutesOf = toWholeMinutes(begun.map((index) => measureDay(index, spans)));
  const gifts = spans.filter((span) => span?.isGift);
  const days = Array.from({ length: 7 }, (_, index): ProfileDay => {
    const minutes = minutesOf[index];
    const gifted = Math.min(minutes ?? 0, Math.round(measureDay(index, gifts) / minuteMs));
    return { label: formatWeekday(first.add({ days: index })), minutes, ...(gifted > 0 && { gifted }) };
  });
  // With one from before this week, all those of this week are there.
  const isComplete =
    !spans.includes(undefined) &&
    (visits.length < maxVisits ||
      visits.some(({ start }) => (parseInstant(start)?.epochMilliseconds ?? now) < week.startsAt));
  // One column compares nothing, but shows a gift.
  const isWorthDrawing =
    days.filter(({ minutes = 0 }) => minutes > 0).length > 1 || days.some(({ gifted = 0 }) => gifted > 0);
  return isComplete && isWorthDrawing ? days : [];
}

/** Where a visit lies; a gift is one moment. */
interface VisitSpan {
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly lengthMs: number;
  readonly isGift?: boolean;
}

/** `undefined` for a gift that can't be placed or measured; a visit without a start is of no length. */
function placeVisit(
  visit: ActivityEntry,
  {
    unit,
    now,
    ownGifts,
  }: Pick<ChartedWeek, "now" | "ownGifts"> & { readonly unit: DurationUnit | undefined },
): VisitSpan | undefined {
  const { start, end, duration = 0 } = visit;
  const lengthMs = unit === undefined || duration <= 0 ? undefined : toMs(duration, unit);
  const from = parseInstant(start)?.epochMilliseconds;
  const given = isGift(visit, ownGifts);
  if (given || visit.manual_punch === true) {
    const at = from ?? parseInstant(end)?.epochMilliseconds;
    if (duration === 0) return nothing;
    return at === undefined || lengthMs === undefined
      ? undefined
      : { from: at, to: at, lengthMs, isGift: given };
  }
  const to = parseInstant(end)?.epochMilliseconds ?? now;
  return from === undefined || to <= from ? nothing : { from, to, lengthMs: lengthMs ?? to - from };
}

const nothing: VisitSpan = { from: 0, to: 0, lengthMs: 0 };

/** The part of it that lies between two moments. */
function measureWithin({ from, to, lengthMs }: VisitSpan, startsAt: number, endsAt: number): number {
  if (from === to) return from >= startsAt && from < endsAt ? lengthMs : 0;
  return (lengthMs * Math.max(0, Math.min(to, endsAt) - Math.max(from, startsAt))) / (to - from);
}
