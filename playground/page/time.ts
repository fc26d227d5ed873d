import type { TimeStyle } from "./markdown/tree.ts";

export interface TimeSetting {
  readonly nowMs: number;
  readonly locale?: string;
  readonly timeZone?: string;
}

const formats: Readonly<Record<Exclude<TimeStyle, "R">, Intl.DateTimeFormatOptions>> = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

/** More than the page's clock, which is renewed every five seconds, can be behind. */
const nowSeconds = 6;

/** A moment as the reader's own zone and language write it; a moment outside the calendar is shown as a number. */
export function formatTime(unixSeconds: number, style: TimeStyle, setting: TimeSetting): string {
  const { locale, timeZone } = setting;
  if (Number.isNaN(new Date(unixSeconds * 1_000).getTime())) return String(unixSeconds);
  if (style === "R") return relative(unixSeconds - setting.nowMs / 1_000, locale);
  const options = { ...formats[style], ...(timeZone === undefined ? {} : { timeZone }) };
  return new Intl.DateTimeFormat(locale, options).format(unixSeconds * 1_000);
}

function relative(seconds: number, locale: string | undefined): string {
  const size = Math.abs(seconds);
  // What is this near would else read as the future right after it happened.
  if (size < nowSeconds) return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(0, "second");
  const [unit, length] = units.find(([, unitLength]) => Math.round(size) >= unitLength) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(locale).format(Math.sign(seconds) * Math.round(size / length), unit);
}

/** When a message was sent, as a heading line shows it: the time alone for today, with the day otherwise. */
export function formatSent(sentMs: number, setting: TimeSetting): string {
  const day = (ms: number): string => formatTime(ms / 1_000, "d", setting);
  const time = formatTime(sentMs / 1_000, "t", setting);
  return day(sentMs) === day(setting.nowMs) ? time : `${day(sentMs)} ${time}`;
}
