import type { WeekOutcome, WeekSummary } from "../../src/domain/week-outcome.ts";
import { lastMomentMs } from "../../src/domain/week-span.ts";
import type { KnownWeek, Week, WeekAssignment } from "../../src/store/weeks.ts";
import { inert } from "../../src/text/inert.ts";
import { counted, grouped } from "../../src/text/numbers.ts";
import { capitalized, weekOfWords, withPassingEnd } from "../../src/text/lasting.ts";
import { nearAndExact, timeMark, type TimeMarkStyle } from "../../src/text/time.ts";
import { figureWords } from "../assignments/words.ts";
import { joined } from "./lines.ts";

export const outcomeMarks: Readonly<Record<WeekOutcome, string>> = {
  passed: "✅",
  failed: "❌",
  excused: "🌿",
  behind: "🟧",
  "on-the-way": "🟦",
  nothing: "▫️",
  unknown: "▫️",
};

export const outcomeWords: Readonly<Record<WeekOutcome, string>> = {
  passed: "passed",
  failed: "failed",
  excused: "excused",
  behind: "behind",
  "on-the-way": "on the way",
  nothing: "nothing to do",
  unknown: "no data",
};

const day = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** `16 November 2026`. */
export function dayWords(weekStart: string): string {
  return day.format(noonOf(weekStart).epochMilliseconds);
}

/** The end of a week as Discord shows it: its last moment. @param endsAt epoch milliseconds */
export function weekEndMark(endsAt: number, style: TimeMarkStyle): string {
  return timeMark(Temporal.Instant.fromEpochMilliseconds(lastMomentMs(endsAt)), style);
}

/** `in 3 days (29 November 2026 23:59)`. */
export function weekEndWords(endsAt: number): string {
  return nearAndExact(Temporal.Instant.fromEpochMilliseconds(lastMomentMs(endsAt)));
}

/** `This week`, or `Week of 9 November`. */
export function weekTitle({ weekStart, endsAt }: KnownWeek, now: number): string {
  return endsAt > now ? "This week" : capitalized(weekOfWords(weekStart, now));
}

/** `Team board, week of 23 November · this week`: what is shown, and of which week. */
export function titleOfWeek(what: string, { weekStart, endsAt }: KnownWeek, now: number): string {
  const title = `${what}, ${weekOfWords(weekStart, now)}`;
  return endsAt > now ? withPassingEnd(title, "this week") : title;
}

/** `✅ 3 of 3`, `🌿 excused`. */
export function summaryWords({ outcome, passed, counted: of }: WeekSummary<WeekAssignment>): string {
  const words = of > 0 ? `${grouped(passed)} of ${grouped(of)}` : outcomeWords[outcome];
  return `${outcomeMarks[outcome]} ${words}`;
}

/** `Minutes in game 84 of 120 min`. */
export function missingWords({ name, targetType, achieved, target }: WeekAssignment): string {
  const figures = figureWords({ name, targetType, done: achieved, target });
  return `${inert(name, 30) || "Unnamed"} ${figures}`;
}

/** `340 min · 52 messages · 4 orders`, as far as they are known. */
export function totalWords({ minutes, messages, orders }: Pick<Week, "minutes" | "messages" | "orders">) {
  return joined([
    minutes !== undefined && `${grouped(minutes)} min`,
    messages !== undefined && counted(messages, "message"),
    orders !== undefined && counted(orders, "order"),
  ]);
}

function noonOf(weekStart: string): Temporal.Instant {
  return Temporal.PlainDate.from(weekStart)
    .toZonedDateTime({ timeZone: "UTC", plainTime: "12:00" })
    .toInstant();
}
