import type { Post } from "../../api/contract/posts.ts";
import { summarizeWeek } from "../../domain/week-results.ts";
import type { CalendarItemKind } from "../../pictures/calendar.ts";
import type { Week } from "../../store/weeks.ts";
import { weekMs } from "../../time.ts";
import { escapeMarkdown } from "../../ui/escape.ts";
import { joinParts, subtext } from "../../ui/lines.ts";
import { formatNumber, pluralize } from "../../ui/numbers.ts";
import { describePerson, type Names } from "../../ui/people.ts";
import { clockIn, parseEpochMs, timestamp } from "../../ui/time.ts";
import { type CalendarEntries, spanOf, type WeekDates } from "./calendar-entries.ts";
import { shortWeekday } from "./calendar-picture.ts";
import { shortTitle } from "./posts-render.ts";

const marks: Readonly<Record<CalendarItemKind, string>> = {
  event: "📅",
  due: "🟧",
  post: "📌",
  session: "🟢",
};
const maxLines = 12;

/**
 * The entries as text, one line each.
 * @param zone set if the message is never edited: times are written as words in it
 */
export function entryLines({ entries, hasEvents }: CalendarEntries, zone?: string): readonly string[] {
  const lines = entries.slice(0, maxLines).map(({ kind, at, label, notes }) => {
    const when =
      zone === undefined ? timestamp(Temporal.Instant.fromEpochMilliseconds(at), "f") : inWeek(at, zone);
    return joinParts([`${marks[kind]} ${when}`, escapeMarkdown(label, 100) || "Unnamed", notes]);
  });
  const more = entries.length - lines.length;
  return [
    ...lines,
    ...(more > 0 ? [subtext(`… and ${more} more`)] : []),
    ...(hasEvents ? [] : [subtext("I couldn't read this server's Discord events.")]),
  ];
}

/** `**Thu 19:00**`: a time within the week that the message names. */
function inWeek(at: number, zone: string): string {
  const date = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
  return `**${shortWeekday(date)} ${clockIn(zone, at)}**`;
}

const maxNews = 3;
const maxTitleLength = 40;

/** Posts published in a week, or also before it if it is the current one; the newest first. */
export function newsOf(posts: readonly Post[], week: WeekDates, nowMs: number): readonly Post[] {
  const span = spanOf(week);
  if (span === undefined) return [];
  const since = span.endsAt > nowMs ? span.startsAt - weekMs : span.startsAt;
  const until = Math.min(span.endsAt, nowMs + 1);
  const writtenAt = ({ createdAt }: Post): number => parseEpochMs(createdAt) ?? 0;
  return posts
    .filter((post) => writtenAt(post) >= since && writtenAt(post) < until)
    .toSorted((a, b) => writtenAt(b) - writtenAt(a));
}

/** `📰 New: **Winter menu is here** · @Mia`. */
export function newsLines(
  news: readonly Post[],
  names: Names,
  commandMention: (path: string) => string,
): readonly string[] {
  const lines = news
    .slice(0, maxNews)
    .map((post) =>
      joinParts([
        `📰 New: **${escapeMarkdown(shortTitle(post, maxTitleLength))}**`,
        post.published_by !== undefined &&
          names.has(post.published_by) &&
          describePerson(post.published_by, names),
      ]),
    );
  const more = news.length - lines.length;
  return more > 0
    ? [...lines, subtext(`${pluralize(more, "more new post")}: see ${commandMention("posts list")}`)]
    : lines;
}

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** `The week before: 9 of 12 passed, 2 failed, 1 excused · 412 orders, most on Friday (84)`. */
export function describeWeekBefore(
  saved: readonly Week[],
  orders: readonly number[] | undefined,
  nowMs: number,
): string | undefined {
  const text = joinParts([describeResults(saved, nowMs), describeOrders(orders)]);
  return text === "" ? undefined : subtext(`The week before: ${text}`);
}

function describeResults(saved: readonly Week[], nowMs: number): string | undefined {
  const marked = saved.filter(({ state }) => state === "final");
  const count = (outcome: string): number =>
    marked.filter((week) => summarizeWeek(week, nowMs).outcome === outcome).length;
  const [passed, failed, excused] = [count("passed"), count("failed"), count("excused")];
  const total = passed + failed + excused;
  if (total === 0) return undefined;
  return joinParts(
    [
      `${formatNumber(passed)} of ${formatNumber(total)} passed`,
      failed > 0 && `${formatNumber(failed)} failed`,
      excused > 0 && `${formatNumber(excused)} excused`,
    ],
    ", ",
  );
}

function describeOrders(orders: readonly number[] | undefined): string | undefined {
  const total = orders?.reduce((sum, count) => sum + count, 0) ?? 0;
  if (orders === undefined || total === 0) return undefined;
  const most = Math.max(...orders);
  const day = weekdays[orders.indexOf(most)] ?? "";
  return `${pluralize(total, "order")}, most on ${day} (${formatNumber(most)})`;
}
