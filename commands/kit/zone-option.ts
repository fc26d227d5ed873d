import { parseZone, searchZones, findZonesNamed } from "../../src/domain/zones.ts";
import { UserError } from "../../src/errors.ts";
import type { Autocomplete, Choice } from "../../src/interactions/handler.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { escapeMarkdown } from "../../src/ui/escape.ts";
import { formatClockIn } from "../../src/ui/time.ts";
import { text } from "./options.ts";
import type { DateStyle } from "../../src/ui/formats.ts";

const maxSuggested = 25;

/** Time zones by city or region, each with its current time, by which people recognize their own. */
const suggestZones: Autocomplete = async (typed, { now, dateStyle }) =>
  searchZones(typed, maxSuggested).map((zone) => toZoneChoice(zone, now(), dateStyle));

export function toZoneChoice(zone: string, now: number, style: DateStyle): Choice {
  return { name: `${zone} · ${formatClockIn(zone, now, style)} there now`, value: zone };
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
    return `I don't know a time zone called ${quoted}, so ${notDone}. Type a large city near you, such as *Berlin* or *New York*.`;
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
