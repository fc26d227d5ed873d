import type { Order } from "../../api/contract/orders.ts";
import type { AppContext } from "../../context.ts";
import type { GuildEvent } from "../../discord/guild-events.ts";
import { recurrenceOn } from "../../domain/recurrence.ts";
import type { CalendarItemKind, CalendarPicture } from "../../pictures/calendar.ts";
import type { Schedule } from "../../store/schedules.ts";
import { escapeMarkdown, plainText } from "../../ui/escape.ts";
import { joinParts, subtext } from "../../ui/lines.ts";
import { formatNumber, pluralize } from "../../ui/numbers.ts";
import { clockIn, parseEpochMs, timestamp } from "../../ui/time.ts";
import { nextDues, parseRule } from "../rule.ts";
import { describeKind } from "./kind-names.ts";

/** Something in a week. */
export interface CalendarEntry {
  readonly kind: CalendarItemKind;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Unescaped. */
  readonly label: string;
  readonly interested?: number;
}

/** The dates of a week, in order, in a zone. */
export interface WeekDates {
  readonly dates: readonly Temporal.PlainDate[];
  readonly zone: string;
}

export interface CalendarEntries {
  /** The first first. */
  readonly entries: readonly CalendarEntry[];
  /** Whether Discord let its events be read. */
  readonly hasEvents: boolean;
}

interface Place {
  readonly guildId: string;
  readonly linkKey: string;
}

const maxPerSchedule = 7;

/** What a guild has planned in a week: its events in Discord, and what is posted by schedule. */
export async function readCalendarEntries(
  week: WeekDates,
  { guildId, linkKey }: Place,
  { store, messenger, log, now }: Pick<AppContext, "store" | "messenger" | "log" | "now">,
): Promise<CalendarEntries> {
  const [events, schedules, managers] = await Promise.all([
    messenger.guildEvents(guildId).catch((error: unknown) => {
      log.info("a server's events could not be read", { guildId, error });
      return undefined;
    }),
    store.schedules.list(guildId),
    store.guildSettings.get(guildId, "managers-channel"),
  ]);
  const posts = schedules.filter(
    ({ kind, mode, state, linkKey: key, channelId }) =>
      state === "active" &&
      mode !== "live" &&
      key === linkKey &&
      kind !== "calendar" &&
      channelId !== managers,
  );
  const entries = [
    ...(events ?? []).flatMap((event) => eventEntries(event, week, now())),
    ...posts.flatMap((schedule) => postEntries(schedule, week)),
  ];
  return { entries: entries.toSorted((a, b) => a.at - b.at), hasEvents: events !== undefined };
}

function eventEntries(event: GuildEvent, { dates, zone }: WeekDates, now: number): readonly CalendarEntry[] {
  const { name, startsAt, interested, recurrence, cancelled } = event;
  const starts = dates.flatMap((date) => {
    // Those in the past are gone for Discord, too.
    const at = recurrence && recurrenceOn(recurrence, date, zone);
    if (at !== undefined && at >= Math.min(startsAt, now)) return cancelled.includes(at) ? [] : [at];
    return recurrence === undefined && isOn(startsAt, date, zone) ? [startsAt] : [];
  });
  return starts.map((at) => ({ kind: "event", at, label: name, interested }));
}

function postEntries({ rule: stored, zone, kind }: Schedule, week: WeekDates): readonly CalendarEntry[] {
  const [first, last] = [week.dates[0], week.dates.at(-1)];
  const rule = parseRule(stored);
  if (first === undefined || last === undefined || rule === undefined) return [];
  const startsAt = first.toZonedDateTime(week.zone).epochMilliseconds;
  const endsAt = last.add({ days: 1 }).toZonedDateTime(week.zone).epochMilliseconds;
  return nextDues(rule, zone, startsAt - 1, maxPerSchedule)
    .filter((at) => at < endsAt)
    .map((at) => ({ kind: "post", at, label: describeKind(kind) }));
}

function isOn(at: number, date: Temporal.PlainDate, zone: string): boolean {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().equals(date);
}

/** How many orders came in on each weekday of the week before, from Monday; `undefined` when there were none. */
export function ordersOfWeekBefore(
  orders: readonly Order[],
  { dates, zone }: WeekDates,
): readonly number[] | undefined {
  const [first] = dates;
  if (first === undefined) return undefined;
  const endsAt = first.toZonedDateTime(zone).epochMilliseconds;
  const startsAt = first.subtract({ days: 7 }).toZonedDateTime(zone).epochMilliseconds;
  const counts = weekdays.map(() => 0);
  for (const { createdAt } of orders) {
    const at = parseEpochMs(createdAt);
    if (at === undefined || at < startsAt || at >= endsAt) continue;
    const weekday = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).dayOfWeek - 1;
    counts[weekday] = (counts[weekday] ?? 0) + 1;
  }
  return counts.some((count) => count > 0) ? counts : undefined;
}

export interface CalendarPictureParts extends WeekDates {
  readonly entries: readonly CalendarEntry[];
  /** Of the week before, by weekday from Monday. */
  readonly orders?: readonly number[] | undefined;
  /** Left out where the picture has to hold for days. */
  readonly today?: Temporal.PlainDate | undefined;
}

export function calendarPicture({
  dates,
  zone,
  entries,
  orders,
  today,
}: CalendarPictureParts): CalendarPicture {
  const [first, last] = [dates[0], dates.at(-1)];
  const words = (date: Temporal.PlainDate | undefined, month: boolean): string =>
    date?.toLocaleString("en-GB", { day: "numeric", ...(month && { month: "long" }) }) ?? "";
  return {
    kind: "calendar",
    title: `${words(first, first?.month !== last?.month)} to ${words(last, true)}`,
    zone,
    days: dates.map((date) => ({
      weekday: date.toLocaleString("en-GB", { weekday: "short" }),
      date: date.day,
      isWeekend: date.dayOfWeek > 5,
      isToday: today?.equals(date) ?? false,
      items: entries
        .filter(({ at }) => isOn(at, date, zone))
        .map(({ kind, at, label }) => ({ kind, time: clockIn(zone, at), label: plainText(label, 80) })),
      orders: orders?.[date.dayOfWeek - 1],
    })),
  };
}

const marks: Readonly<Record<CalendarItemKind, string>> = {
  event: "📅",
  due: "🟧",
  post: "📌",
  session: "🟢",
};
const maxLines = 12;

/** The same in words, a line each. */
export function entryLines({ entries, hasEvents }: CalendarEntries): readonly string[] {
  const lines = entries
    .filter(({ kind }) => kind !== "due")
    .slice(0, maxLines)
    .map(({ kind, at, label, interested = 0 }) =>
      joinParts([
        `${marks[kind]} ${timestamp(Temporal.Instant.fromEpochMilliseconds(at), "f")}`,
        escapeMarkdown(label, 100) || "Unnamed",
        interested > 0 && `${formatNumber(interested)} interested`,
      ]),
    );
  return hasEvents ? lines : [...lines, subtext("I couldn't read this server's Discord events.")];
}

/** `Last week: 412 orders, most on Friday (84).` */
export function describeLastOrders(orders: readonly number[] | undefined): string | undefined {
  const total = orders?.reduce((sum, count) => sum + count, 0) ?? 0;
  if (orders === undefined || total === 0) return undefined;
  const most = Math.max(...orders);
  const day = weekdays[orders.indexOf(most)] ?? "";
  return `The week before: ${pluralize(total, "order")}, most on ${day} (${formatNumber(most)}).`;
}

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
