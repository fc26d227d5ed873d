import { foldText } from "./search.ts";

/** What a person may look for, beside the zone's own name. */
const searchable: readonly { readonly zone: string; readonly text: string }[] = [
  "UTC",
  ...Intl.supportedValuesOf("timeZone"),
].map((zone) => ({ zone, text: searchText(zone) }));

/** Zones whose city or region begins with what was typed, then those that contain it. */
export function searchZones(typed: string, limit: number): readonly string[] {
  const wanted = searchText(typed).trim();
  const begins = searchable.filter(({ text }) => startsAtWord(text, wanted));
  const contains = searchable.filter((entry) => !begins.includes(entry) && entry.text.includes(wanted));
  return [...begins, ...contains].slice(0, limit).map(({ zone }) => zone);
}

/** The zone's proper name; `undefined` when unknown. An offset is not a zone: it has no summer time. */
export function parseZone(typed: string): string | undefined {
  const wanted = typed.trim().replaceAll(" ", "_").toLowerCase();
  return searchable.find(({ zone }) => zone.toLowerCase() === wanted)?.zone;
}

/** The zones that typed text may mean: one where it names a zone, or only one zone has such a city. */
export function zonesNamed(typed: string, limit: number): readonly string[] {
  const wanted = searchText(typed).trim();
  if (wanted === "") return [];
  const exact = parseZone(typed);
  if (exact !== undefined) return [exact];
  const cities = searchable.filter(({ text, zone }) => zone.includes("/") && text.endsWith(` ${wanted}`));
  const [only, ...others] = cities;
  return only !== undefined && others.length === 0 ? [only.zone] : searchZones(typed, limit);
}

function startsAtWord(text: string, wanted: string): boolean {
  return text.startsWith(wanted) || text.includes(` ${wanted}`);
}

function searchText(zone: string): string {
  return foldText(zone).replace(/[_/]+/g, " ");
}

/** Where most people are, from west to east. */
const common: readonly string[] = [
  "Pacific/Honolulu",
  "America/Los_Angeles",
  "America/Denver",
  "America/Chicago",
  "America/New_York",
  "America/Sao_Paulo",
  "UTC",
  "Europe/London",
  "Europe/Paris",
  "Europe/Berlin",
  "Europe/Warsaw",
  "Africa/Johannesburg",
  "Europe/Athens",
  "Europe/Istanbul",
  "Europe/Moscow",
  "Asia/Dubai",
  "Asia/Calcutta",
  "Asia/Bangkok",
  "Asia/Jakarta",
  "Asia/Shanghai",
  "Asia/Singapore",
  "Asia/Tokyo",
  "Australia/Sydney",
  "Pacific/Auckland",
];

/** For a choice of at most 25: those where people of a locale usually are, then the common ones. */
export function likelyZones(locale: string | undefined): readonly string[] {
  const own = locale === undefined ? [] : zonesOfLocale(locale);
  const known = own.filter((zone) => common.includes(zone));
  return [...new Set([...(known.length > 0 ? known : own.slice(0, 1)), ...common])].slice(0, 25);
}

function zonesOfLocale(locale: string): readonly string[] {
  try {
    const { region, language } = new Intl.Locale(locale).maximize();
    const zones = new Intl.Locale(`${language}-${region ?? ""}`).getTimeZones() ?? [];
    return zones.filter((zone) => searchable.some((each) => each.zone === zone));
  } catch {
    return [];
  }
}
