import type { AppContext } from "../../../src/context.ts";
import { isOnDate, getLastMomentMs, toSpan, type WeekDates } from "../../../src/domain/week-boundaries.ts";
import type { CalendarItemKind } from "./draw.ts";
import type { GuildLink } from "../../../src/store/guild-links.ts";
import {
  type Schedule,
  listNextDues,
  parseRule,
  describeRuleBriefly,
  describeKind,
  describeKindBriefly,
} from "../../boards/index.ts";
import type { Week } from "../../weeks/index.ts";
import { formatNumber, pluralize } from "../../../src/ui/numbers.ts";
import type { GuildEvent, Readers } from "../../../src/discord/guild-events.ts";
import { listRecurrences } from "../../../src/domain/event-recurrence.ts";
import { escapeMarkdown } from "../../../src/ui/escape.ts";
import { type DateStyle, parseDateStyle } from "../../../src/ui/formats.ts";
import { withoutBreaks } from "../../../src/ui/lines.ts";

/** One occurrence of a guild's event, moved and cancelled ones included. */
export interface EventInWeek {
  readonly event: GuildEvent;
  /** Epoch milliseconds. */
  readonly at: number;
  /** When it would take place if it hadn't been moved. */
  readonly usualAt: number;
  readonly isCancelled: boolean;
}

/**
 * A guild's Discord events in a week that its readers see in Discord as well; `undefined` if Discord doesn't allow them to
 * be read.
 */
export async function readEventsInWeek(
  week: WeekDates,
  guildId: string,
  readers: Readers,
  ctx: Pick<AppContext, "messenger" | "log" | "now">,
): Promise<readonly EventInWeek[] | undefined> {
  try {
    return await readEvents(week, guildId, readers, ctx);
  } catch (error) {
    ctx.log.info("a server's events could not be read", { guildId, error });
    return undefined;
  }
}

/** The same for any span of dates. @throws Discord's errors */
export async function readEvents(
  span: WeekDates,
  guildId: string,
  readers: Readers,
  { messenger, now }: Pick<AppContext, "messenger" | "now">,
): Promise<readonly EventInWeek[]> {
  const events = await messenger.guildEvents(guildId);
  const found = events.flatMap((event) => listTimes(event, span, now()));
  return filterSeen(found, ({ event }) => event.channelId, { guildId, readers, messenger });
}

interface Reading extends Pick<AppContext, "messenger"> {
  readonly guildId: string;
  readonly readers: Readers;
}

/** What is in no channel, or in one that all readers see. Discord is asked only if there is such a channel. */
async function filterSeen<T>(
  all: readonly T[],
  findChannelId: (one: T) => string | undefined,
  { guildId, readers, messenger }: Reading,
): Promise<readonly T[]> {
  const channelIds = new Set(all.flatMap((one) => findChannelId(one) ?? []));
  if (channelIds.size === 0) return all;
  const seen = await messenger.seenChannels(guildId, channelIds, readers);
  return all.filter((one) => {
    const channelId = findChannelId(one);
    return channelId === undefined || seen.has(channelId);
  });
}

function listTimes(event: GuildEvent, week: WeekDates, now: number): readonly EventInWeek[] {
  const { startsAt, recurrence, cancelled, moved } = event;
  const span = toSpan(week);
  if (span === undefined) return [];
  const isInWeek = (at: number): boolean => at >= span.startsAt && at < span.endsAt;
  const isNextMoved = [...moved.values()].includes(startsAt);
  const knownAt = isNextMoved && recurrence !== undefined ? recurrence.startsAt : startsAt;
  const recurring = recurrence === undefined ? [] : listRecurrences(recurrence, span, knownAt);
  // Whatever the rule says, Discord shows its next one there.
  const usual = [...new Set([...(isNextMoved ? [] : [startsAt]), ...recurring])]
    // Discord doesn't list past occurrences either.
    .filter((at) => isInWeek(at) && at >= Math.min(startsAt, now) && !moved.has(at))
    .map((at) => ({ event, at, usualAt: at, isCancelled: cancelled.includes(at) }));
  const elsewhere = [...moved]
    .filter(([, at]) => isInWeek(at))
    .map(([usualAt, at]) => ({ event, at, usualAt, isCancelled: false }));
  return [...usual, ...elsewhere];
}

export function buildEventUrl(guildId: string, eventId: string): string {
  return `https://discord.com/events/${guildId}/${eventId}`;
}

/** Where an event takes place: the server's channel, or what its maker wrote. */
function describePlace({ channelId, place }: GuildEvent): string | undefined {
  if (channelId !== undefined) return `<#${channelId}>`;
  return withoutBreaks(escapeMarkdown(place ?? "", 30)) || undefined;
}

/** A goal that is due. */
export interface CalendarGoal {
  /** Unescaped. */
  readonly name: string;
  readonly targetType: string;
  /** `undefined` if it isn't the same for everyone. */
  readonly target: number | undefined;
}

/** Something in a week. */
export interface CalendarEntry {
  readonly kind: CalendarItemKind;
  /** Epoch milliseconds; the last time if it comes several times. */
  readonly at: number;
  /** Unescaped. */
  readonly label: string;
  /** Where its label leads. */
  readonly url?: string | undefined;
  /** Of an event: where it takes place. Whoever doesn't see that channel isn't shown the event. */
  readonly channelId?: string | undefined;
  /** Added to the text beside a picture, escaped. */
  readonly notes?: string | undefined;
  /** Those that are due, each once. */
  readonly goals?: readonly CalendarGoal[] | undefined;
  /** Comes several times in the week, as its notes say: of no interest in a picture. */
  readonly isRepeated?: boolean;
}

export interface CalendarEntries {
  /** In order of time. */
  readonly entries: readonly CalendarEntry[];
  /** Whether Discord allowed its events to be read. */
  readonly hasEvents: boolean;
  /** Whether anyone's numbers of that week are saved; without them, it isn't known what is due. */
  readonly hasNumbers: boolean;
}

type Place = Pick<GuildLink, "guildId" | "linkKey" | "workspaceId">;
type EntriesContext = Pick<AppContext, "store" | "messenger" | "log" | "now">;

/** More often than that in a week needn't be counted. */
const maxPerSchedule = 7;
const severalTimes = "several times";
/** More are never created by hand in a week. */
const maxServers = 1_000;

/**
 * What is known about a week without asking the service: Discord events that its readers see, scheduled posts, session
 * servers, and goals due according to the saved numbers.
 */
export async function readCalendarEntries(
  week: WeekDates,
  place: Place,
  readers: Readers,
  ctx: EntriesContext,
): Promise<CalendarEntries> {
  const { guildId, linkKey } = place;
  const [events, schedules, settings, servers, saved] = await Promise.all([
    readEventsInWeek(week, guildId, readers, ctx),
    ctx.store.schedules.list(guildId),
    ctx.store.guildSettings.all(guildId),
    readServerEntries(week, place, ctx),
    readSavedWeek(week, place, ctx),
  ]);
  const managers = settings.get("managers-channel");
  const style = parseDateStyle(settings);
  const posts = schedules.filter(
    ({ kind, mode, state, linkKey: key, channelId }) =>
      state === "active" &&
      mode !== "live" &&
      key === linkKey &&
      kind !== "calendar" &&
      channelId !== managers,
  );
  const entries = [
    ...(events ?? [])
      .filter(({ isCancelled }) => !isCancelled)
      .map(({ event, at }): CalendarEntry => ({
        kind: "event",
        at,
        label: event.name,
        notes: describePlace(event),
        url: buildEventUrl(guildId, event.id),
        channelId: event.channelId,
      })),
    ...gather(
      posts.flatMap((schedule) => listPostEntries(schedule, week, style)),
      "posts",
      week,
    ),
    ...gather(servers, "session servers", week),
    ...listDueEntries(saved),
  ];
  return {
    entries: entries.toSorted((a, b) => a.at - b.at),
    hasEvents: events !== undefined,
    hasNumbers: saved.length > 0,
  };
}

/** The same without what some others don't see; the very same if they see everything. */
export async function selectFor(
  readers: Readers,
  found: CalendarEntries,
  guildId: string,
  { messenger, log }: Pick<EntriesContext, "messenger" | "log">,
): Promise<CalendarEntries> {
  const reading = { guildId, readers, messenger };
  const entries = await filterSeen(found.entries, ({ channelId }) => channelId, reading).catch(
    (error: unknown) => {
      log.info("it could not be read who sees a server's events", { guildId, error });
      return found.entries.filter(({ channelId }) => channelId === undefined);
    },
  );
  return entries.length === found.entries.length ? found : { ...found, entries };
}

function listPostEntries(
  { rule: stored, zone, kind, createdAt }: Schedule,
  week: WeekDates,
  style: DateStyle,
): readonly CalendarEntry[] {
  const span = toSpan(week);
  const rule = parseRule(stored, zone);
  if (span === undefined || rule === undefined) return [];
  const dues = listNextDues(rule, zone, Math.max(span.startsAt, createdAt) - 1, maxPerSchedule).filter(
    (at) => at < span.endsAt,
  );
  if (dues.length < 2) return dues.map((at) => ({ kind: "post", at, label: describeKind(kind) }));
  const notes = rule.kind === "cron" || zone !== week.zone ? severalTimes : describeRuleBriefly(rule, style);
  const label = describeKindBriefly(kind);
  return [{ kind: "post", at: Math.max(...dues), label, notes, isRepeated: true }];
}

/** More of the same on one day would bury what people look for in a calendar. */
const maxADay = 2;

/** One entry in place of many on a day. @param unit `posts` */
function gather(entries: readonly CalendarEntry[], unit: string, { dates, zone }: WeekDates) {
  const repeated = entries.filter(({ isRepeated }) => isRepeated === true);
  const days = dates.map((date) =>
    entries.filter(({ at, isRepeated }) => isRepeated !== true && isOnDate(at, date, zone)),
  );
  return [...days, repeated].flatMap((those): readonly CalendarEntry[] => {
    const [first] = those;
    if (first === undefined || those.length <= maxADay) return those;
    const at = Math.min(...those.map((each) => each.at));
    const notes = first.isRepeated === true ? severalTimes : undefined;
    return [{ ...first, at, label: `${formatNumber(those.length)} ${unit}`, notes }];
  });
}

/** The workspace doesn't list servers; those created here are in the audit log. */
async function readServerEntries(
  week: WeekDates,
  { guildId, workspaceId }: Place,
  { store }: Pick<AppContext, "store">,
): Promise<readonly CalendarEntry[]> {
  const span = toSpan(week);
  if (span === undefined) return [];
  const made = { action: "session.create-server", outcome: "done", workspaceId } as const;
  const filter = { ...made, since: span.startsAt, until: span.endsAt };
  const entries = await store.audit.list(guildId, filter, { limit: maxServers });
  return entries.map(({ at, discordUserId }) => ({
    kind: "session",
    at,
    label: "Session server",
    notes: `<@${discordUserId}>`,
  }));
}

/** The saved numbers of a week, one row per person. The service may count weeks from the day before or after. */
export async function readSavedWeek(
  { dates: [first] }: Pick<WeekDates, "dates">,
  { guildId, workspaceId }: Pick<Place, "guildId" | "workspaceId">,
  { store }: Pick<AppContext, "store">,
): Promise<readonly Week[]> {
  if (first === undefined) return [];
  const starts = [0, -1, 1].map((days) => first.add({ days }).toString());
  const saved = await store.weeks.ofWeeks(starts.map((weekStart) => ({ guildId, workspaceId, weekStart })));
  const found = starts.find((start) => saved.some(({ weekStart }) => weekStart === start));
  return saved.filter(({ weekStart }) => weekStart === found);
}

/** The same numbers for the week before. */
export function readWeekBefore({ dates: [first] }: WeekDates, place: Place, ctx: Pick<AppContext, "store">) {
  const dates = first === undefined ? [] : [first.subtract({ weeks: 1 })];
  return readSavedWeek({ dates }, place, ctx);
}

function listDueEntries(saved: readonly Week[]): readonly CalendarEntry[] {
  const due = saved.flatMap(({ assignments = [], endsAt }) =>
    assignments
      .filter(({ target, timeoff }) => target > 0 && !timeoff)
      .map((assigned) => ({ assigned, endsAt })),
  );
  if (due.length === 0) return [];
  const at = getLastMomentMs(Math.max(...due.map(({ endsAt }) => endsAt)));
  return [createDueEntry(at, listGoals(due.map(({ assigned }) => assigned)))];
}

/** Each name once. @param assigned to several people */
export function listGoals(
  assigned: readonly { readonly name: string; readonly targetType: string; readonly target: number }[],
): readonly CalendarGoal[] {
  return [...Map.groupBy(assigned, ({ name }) => name).values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { name, targetType, target } = first;
    const isSame = others.every((other) => other.target === target && other.targetType === targetType);
    return [{ name, targetType, target: isSame ? target : undefined }];
  });
}

export function createDueEntry(at: number, goals: readonly CalendarGoal[]): CalendarEntry {
  return { kind: "due", at, label: `${pluralize(goals.length, "assignment")} due`, goals };
}
