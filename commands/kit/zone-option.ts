import { findZonesNamed, listLikelyZones, parseZone, searchZones } from "../../src/domain/zones.ts";
import { UserError } from "../../src/errors.ts";
import type { Autocomplete, Choice } from "../../src/interactions/handler.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { createMenuRow, maxMenuChoices } from "../../src/ui/buttons.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import type { DateStyle } from "../../src/ui/formats.ts";
import type { Row } from "../../src/ui/reply.ts";
import { type Dates, formatClockIn } from "../../src/ui/time.ts";
import { text } from "./options.ts";

const maxSuggested = 25;

/** Time zones by city or region, each with its current time, by which people recognize their own. */
const suggestZones: Autocomplete = async (typed, { now, dateStyle }, { locale }) => {
  const zones = typed.trim() === "" ? listLikelyZones(locale) : searchZones(typed, maxSuggested);
  return zones.map((zone) => toZoneChoice(zone, now(), dateStyle));
};

export function toZoneChoice(zone: string, now: number, style: DateStyle): Choice {
  return { name: `${zone} · ${formatClockIn(zone, now, style)} there now`, value: zone };
}

interface ZoneMenu {
  readonly customId: string;
  /** The server's. */
  readonly zone: string | undefined;
  /** To choose from in place of the likely ones. */
  readonly zones: readonly string[] | undefined;
  /** The language of the person's Discord, which says where they may be. */
  readonly locale: string | undefined;
}

/** A row with a select menu for a time zone. */
export function createZoneMenuRow(
  { customId, zone, zones, locale }: ZoneMenu,
  { now, dateStyle }: Dates,
): readonly Row[] {
  return createMenuRow(
    customId,
    zones === undefined ? (zone ?? "Time zone") : describeMatches(zones.length),
    (zones ?? listLikelyZones(locale)).map((each) => {
      const { name, value } = toZoneChoice(each, now.epochMilliseconds, dateStyle);
      return { label: name, value };
    }),
  );
}

function describeMatches(count: number): string {
  return count > maxMenuChoices
    ? `The first ${maxMenuChoices} time zones that match; search for a city to find others`
    : `${count} time zones match`;
}

/** Those that fit what was typed, one more than a menu has room for if there are more. @throws UserError if there are none */
export function findTypedZones(typed: string): readonly string[] {
  const zones = findZonesNamed(typed, maxMenuChoices + 1);
  return zones.length > 1 ? zones : [readTypedZone(typed)];
}

export const zoneOption = (description: string) =>
  text(description)
    .max(60)
    .autocomplete(suggestZones)
    .map((typed) => (typed === undefined ? undefined : readTypedZone(typed)));

const maxNamed = 3;

/** A city is enough if it matches one time zone. @throws UserError if it matches none, or several */
export function readTypedZone(typed: string, notDone = "nothing was changed"): string {
  const fitting = findZonesNamed(typed, maxNamed + 1);
  const [only, ...others] = fitting;
  if (only !== undefined && others.length === 0) return only;
  throw new UserError(describeZoneProblem(typed, fitting, notDone));
}

/** Why the typed text isn't a time zone, and what to type instead. */
function describeZoneProblem(typed: string, fitting: readonly string[], notDone: string): string {
  const quoted = `“${escapeMarkdown(typed, 60)}”`;
  if (fitting.length === 0)
    return `I don't know a time zone called ${quoted}, so ${notDone}. Type a large city near you, such as *Berlin* or *New York*, or your country.`;
  const named = fitting.slice(0, maxNamed).map((zone) => `*${zone}*`);
  const more = fitting.length > named.length ? " and more" : "";
  return `${quoted} matches more than one time zone, so ${notDone}: ${named.join(", ")}${more}. Type one of them, or another large city near you.`;
}

/** The guild's time zone. */
export async function readGuildZone({
  store,
  guildId,
}: Pick<GuildContext, "store" | "guildId">): Promise<string | undefined> {
  const stored = await store.guildSettings.get(guildId, "zone");
  return stored === undefined ? undefined : parseZone(stored);
}
