import type { StoredSettings } from "../store/guild-settings.ts";

/** How days and times of day are written out. */
export interface DateStyle {
  /** `29 Nov`, or `Nov 29`. */
  readonly dates: "day-first" | "month-first";
  /** `18:05`, or `6:05 PM`. */
  readonly clock: 24 | 12;
}

/** Who reads a text, when, and how dates are written in it: every renderer is told, and nothing is changed afterwards. */
export interface Formats {
  readonly now: Temporal.Instant;
  /** Whether one person reads it alone, who may be spoken to. */
  readonly audience: "me" | "others";
  /** `lasting`: it is never edited, so it has to be true when it is read a week later. */
  readonly tense: "now" | "lasting";
  /** The zone in which moments are written out; without one, Discord's marks show them in each reader's own. */
  readonly writtenZone?: string | undefined;
  readonly dateStyle: DateStyle;
}

/** What a text for one reader becomes when others are to read it, for as long as it stands. */
export function toFormatsForOthers<F extends Formats>(formats: F): F {
  return { ...formats, audience: "others", tense: "lasting" };
}

/** The styles that a server can choose, as stored. */
export const dateStyles = {
  "24-day": { dates: "day-first", clock: 24 },
  "24-month": { dates: "month-first", clock: 24 },
  "12-day": { dates: "day-first", clock: 12 },
  "12-month": { dates: "month-first", clock: 12 },
} as const satisfies Readonly<Record<string, DateStyle>>;

export const usualDateStyle: DateStyle = dateStyles["24-day"];

export type DateStyleName = keyof typeof dateStyles;

export function isDateStyleName(text: string): text is DateStyleName {
  return Object.hasOwn(dateStyles, text);
}

/** The name of a server's style; the usual one's if none is chosen or it's from another version of the bot. */
export function findDateStyleName(settings: StoredSettings): DateStyleName {
  const stored = settings.get("clock") ?? "";
  return isDateStyleName(stored) ? stored : "24-day";
}

export function parseDateStyle(settings: StoredSettings): DateStyle {
  return dateStyles[findDateStyleName(settings)];
}

interface WithSettings {
  readonly store: {
    readonly guildSettings: { readonly all: (guildId: string) => Promise<StoredSettings> };
  };
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** How a server writes dates now, where nobody is being answered. */
export async function readDates(
  guildId: string,
  { store, now }: WithSettings,
): Promise<Pick<Formats, "now" | "dateStyle">> {
  return {
    now: Temporal.Instant.fromEpochMilliseconds(now()),
    dateStyle: parseDateStyle(await store.guildSettings.all(guildId)),
  };
}
