import type { SlashCommandStringOption } from "@discordjs/builders";
import { readZone, searchZones } from "../../src/domain/zones.ts";
import { UserError } from "../../src/errors.ts";
import type { Suggest } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { inert } from "../../src/text/inert.ts";
import { clockIn } from "./zone-time.ts";

const mostSuggested = 25;

export const zoneOption = (description: string) => (option: SlashCommandStringOption) =>
  option.setName("zone").setDescription(description).setMaxLength(60).setAutocomplete(true);

/** Zones by city or region, each with the time its clocks show, by which people know their own. */
export const suggestZones: Suggest<"guild"> & Suggest<"link"> = async (typed, { now }) =>
  searchZones(typed, mostSuggested).map((zone) => ({
    name: `${zone} · ${clockIn(zone, now())} there now`,
    value: zone,
  }));

/** @throws UserError when nobody knows the zone */
export function readTypedZone(typed: string): string {
  const zone = readZone(typed);
  if (zone !== undefined) return zone;
  const [close] = searchZones(typed, 1);
  throw new UserError(
    close === undefined
      ? `I know no zone called “${inert(typed, 60)}”, so nothing was changed. Type a large city near you, such as *Berlin* or *New York*, and choose from the suggestions.`
      : `I know no zone called exactly “${inert(typed, 60)}”, so nothing was changed. Did you mean *${close}*? Choose it from the suggestions.`,
  );
}

/** The zone that the guild has chosen. */
export async function guildZone({
  store,
  guildId,
}: Pick<GuildContext, "store" | "guildId">): Promise<string | undefined> {
  const stored = await store.guildSettings.get(guildId, "zone");
  return stored === undefined ? undefined : readZone(stored);
}
