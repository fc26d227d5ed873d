import { rawTimeZones } from "@vvo/tzdb";
import { foldText, plainMarks } from "../typed-text.ts";

/** Zones that Node.js still lists under a former name, with their current names. */
const renamed: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Coral_Harbour": "America/Atikokan",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

interface SearchableZone {
  readonly zone: string;
  /** The names a person may search for: the current one, then the former one. */
  readonly texts: readonly string[];
  /** The last part of each of them. */
  readonly cities: readonly string[];
}

const searchable: readonly SearchableZone[] = ["UTC", ...Intl.supportedValuesOf("timeZone")]
  .map((name) => [...new Set([getCurrentName(name), name])])
  .map((names) => ({
    zone: names[0] ?? "",
    texts: names.map(toSearchText),
    cities: names.map((name) => toSearchText(name.split("/").at(-1) ?? "")),
  }))
  .toSorted((a, b) => Number(b.zone === "UTC") - Number(a.zone === "UTC") || (a.zone < b.zone ? -1 : 1));

const byName: ReadonlyMap<string, string> = new Map(
  searchable.map(({ zone }) => [zone.toLowerCase(), zone] as const),
);

function getCurrentName(zone: string): string {
  return renamed[zone] ?? zone;
}

interface CalledZone {
  readonly zone: string;
  /** What else people call it: its country, its largest cities, `Eastern Time`, `EST`, `EDT` and `ET`. */
  readonly names: readonly string[];
  /** From UTC, without and with summer time. */
  readonly offsetsMinutes: readonly number[];
}

const shorter: Readonly<Record<string, readonly string[]>> = {
  "United Arab Emirates": ["UAE"],
  "United Kingdom": ["UK", "England", "Scotland", "Wales"],
  "United States": ["US", "USA"],
};

let called: readonly CalledZone[] | undefined;

/** The most populated ones first; read once someone looks for a zone. */
function listCalled(): readonly CalledZone[] {
  called ??= rawTimeZones
    .flatMap((entry): readonly CalledZone[] => {
      const zone = [entry.name, ...entry.group].map((name) => byName.get(name.toLowerCase())).find(Boolean);
      if (zone === undefined) return [];
      const { alternativeName, abbreviation, dstAbbreviation, countryName, mainCities } = entry;
      const initials = alternativeName.replace(/(?<=\p{L})\p{L}+|\s/gu, "");
      const standard = entry.rawOffsetInMinutes;
      const offsets = dstAbbreviation === undefined ? [standard] : [standard, standard + 60];
      // Its data may know of a country's decision that this runtime's doesn't, or the other way round.
      const isAgreed = listOffsetsMinutes(zone).every((minutes) => offsets.includes(minutes));
      const short = [abbreviation, dstAbbreviation ?? "", initials].filter(
        (name) => isAgreed && /^[A-Z]{2,5}$/.test(name),
      );
      return [
        {
          zone,
          names: [alternativeName, countryName, ...mainCities, ...short, ...(shorter[countryName] ?? [])].map(
            toSearchText,
          ),
          offsetsMinutes: isAgreed ? offsets : [],
        },
      ];
    })
    .toSorted((a, b) => rankCommon(a) - rankCommon(b));
  return called;
}

/** From UTC in winter and in summer, as this runtime counts. */
function listOffsetsMinutes(zone: string): readonly number[] {
  return ["2027-01-15T12:00Z", "2027-07-15T12:00Z"].map(
    (at) => Temporal.Instant.from(at).toZonedDateTimeISO(zone).offsetNanoseconds / 60_000_000_000,
  );
}

const rankCommon = ({ zone }: CalledZone): number => (common.includes(zone) ? 0 : 1);

function findCalled(isWanted: (each: CalledZone) => boolean): readonly string[] {
  return listCalled()
    .filter(isWanted)
    .map(({ zone }) => zone);
}

/** Those called exactly so, or that are at times so far from UTC: `UTC+2`. */
function findNamed(typed: string, wanted: string): readonly string[] {
  const [, sign, hours, minutes = 0] =
    /^(?:utc|gmt)? ?([+-]) ?(\d{1,2})(?::?(\d{2}))?$/.exec(foldText(plainMarks(typed)).trim()) ?? [];
  if (hours === undefined) return findCalled(({ names }) => names.includes(wanted));
  const offset = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  return findCalled(({ offsetsMinutes }) => offsetsMinutes.includes(offset));
}

/** Zones that are called so, then those with a city, region or country that begins so, then those that contain it. */
export function searchZones(typed: string, limit: number): readonly string[] {
  const wanted = toSearchText(typed).trim();
  const find = (fits: (text: string) => boolean) =>
    searchable.filter(({ texts }) => texts.some(fits)).map(({ zone }) => zone);
  if (wanted === "") return searchable.slice(0, limit).map(({ zone }) => zone);
  const begins = (text: string): boolean => hasWordStartingWith(text, wanted);
  return [
    ...new Set([
      ...findNamed(typed, wanted),
      ...find(begins),
      ...findCalled(({ names }) => names.some(begins)),
      ...find((text) => text.includes(wanted)),
    ]),
  ].slice(0, limit);
}

/**
 * The zone's current name, also for a former or another name of it, such as `US/Eastern`; `undefined` when unknown. An
 * offset is not a zone: it has no summer time.
 */
export function parseZone(typed: string): string | undefined {
  const wanted = plainMarks(typed).trim().replaceAll(" ", "_");
  const found = byName.get(wanted.toLowerCase());
  // Names without a region, such as `EST`, usually mean an offset.
  return found !== undefined || !wanted.includes("/")
    ? found
    : byName.get(getPrimaryName(wanted).toLowerCase());
}

const countable = new Set<string>();

/** Whether this runtime can count in a zone: a stored one may be newer than its zone data. */
export function isZoneKnown(zone: string): boolean {
  if (countable.has(zone)) return true;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    countable.add(zone);
    return true;
  } catch {
    return false;
  }
}

function getPrimaryName(zone: string): string {
  try {
    return getCurrentName(new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone);
  } catch {
    return "";
  }
}

/** The zones that typed text may mean: just one if it names a zone, or a city or country in only one zone. */
export function findZonesNamed(typed: string, limit: number): readonly string[] {
  const wanted = toSearchText(typed).trim();
  if (wanted === "") return [];
  const exact = parseZone(typed);
  if (exact !== undefined) return [exact];
  const [only, ...others] = searchable.filter(({ cities }) => cities.includes(wanted));
  if (only !== undefined && others.length === 0) return [only.zone];
  const named = findNamed(typed, wanted);
  // Argentina has zones of its own, beside the one that the country is known for.
  const isRegion = searchable.some(({ zone }) => toSearchText(zone.split("/")[1] ?? "") === wanted);
  return named.length === 1 && !isRegion ? named : searchZones(typed, limit);
}

function hasWordStartingWith(text: string, wanted: string): boolean {
  return text.startsWith(wanted) || text.includes(` ${wanted}`);
}

function toSearchText(zone: string): string {
  return foldText(zone).replace(/[_/]+/g, " ");
}

/** The most populated ones, from west to east. */
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
  "Asia/Kolkata",
  "Asia/Bangkok",
  "Asia/Jakarta",
  "Asia/Shanghai",
  "Asia/Singapore",
  "Asia/Tokyo",
  "Australia/Sydney",
  "Pacific/Auckland",
];

/** At most 25 choices: a locale's usual zones, then the common ones. */
export function listLikelyZones(locale: string | undefined): readonly string[] {
  const own = locale === undefined ? [] : listZonesOfLocale(locale);
  const known = own.filter((zone) => common.includes(zone));
  return [...new Set([...(known.length > 0 ? known : own.slice(0, 1)), ...common])].slice(0, 25);
}

function listZonesOfLocale(locale: string): readonly string[] {
  try {
    const { region, language } = new Intl.Locale(locale).maximize();
    const zones = new Intl.Locale(`${language}-${region ?? ""}`).getTimeZones() ?? [];
    return zones.map(getCurrentName).filter((zone) => byName.has(zone.toLowerCase()));
  } catch {
    return [];
  }
}
