import { guildWeek, weekCounting } from "../../domain/guild-week.ts";
import type { WeekSpan } from "../../domain/week-span.ts";
import type { AppContext } from "../../context.ts";
import type { KnownWeek, WeekPlace } from "../../store/weeks.ts";

/** The week of who has nothing due that would tell: `startsOn` is what the service says of them. */
export type PresentWeek = (startsOn: string | undefined) => WeekSpan;

/** Others of the workspace tell when the week ends; where nobody does, the guild's zone and week start do. */
export async function presentWeekOf(
  { guildId }: WeekPlace,
  known: KnownWeek | undefined,
  { store, now }: AppContext,
): Promise<PresentWeek> {
  const at = now();
  // Its first day is not told by its end: a midnight of the farthest zones is half a day and more off its date.
  if (known !== undefined && known.endsAt > at) return () => known;
  const counting = weekCounting(await store.guildSettings.all(guildId));
  return (said) => {
    const startsOn = startOf(said) ?? counting.startsOn;
    const { first, endsAt } = guildWeek({ ...counting, startsOn }, at, 0);
    return { weekStart: first.toString(), endsAt };
  };
}

function startOf(said: string | undefined): "monday" | "sunday" | undefined {
  const day = said?.trim().toLowerCase();
  return day === "monday" || day === "sunday" ? day : undefined;
}
