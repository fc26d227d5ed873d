import { weekByCalendar, weekEndingAt, type WeekSpan } from "../../domain/week-span.ts";
import { readZone } from "../../domain/zones.ts";
import type { AppContext } from "../../context.ts";
import type { WeekPlace } from "../../store/weeks.ts";

/** The week of who has nothing due that would tell: `startsOn` is what the service says of them. */
export type PresentWeek = (startsOn: string | undefined) => WeekSpan;

/** Others of the workspace tell when the week ends; where nobody does, the guild's zone and week start do. */
export async function presentWeekOf(
  { guildId }: WeekPlace,
  knownEnd: number | undefined,
  { store, now }: AppContext,
): Promise<PresentWeek> {
  if (knownEnd !== undefined) return () => weekEndingAt(knownEnd);
  const settings = await store.guildSettings.all(guildId);
  const zone = readZone(settings.get("zone") ?? "") ?? "UTC";
  return (startsOn) => {
    const day = startsOn?.trim().toLowerCase() || settings.get("week-start");
    return weekByCalendar(now(), day === "sunday" ? "sunday" : "monday", zone);
  };
}
