import type { Calendar } from "../../api/contract/sessions.ts";
import type { AppContext } from "../../context.ts";
import { type GuildWeek, guildWeek, weekSettings } from "../../domain/weeks.ts";

const wholeWeek = 7;

interface Asked {
  readonly guildId: string;
  /** 0 is this week. */
  readonly week: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The week as the server counts it; `undefined` where the service says by itself, by all seven days of it. */
export async function ownWeekOf(
  { days }: Calendar,
  { guildId, week, now }: Asked,
  { store }: Pick<AppContext, "store">,
): Promise<GuildWeek | undefined> {
  if (days.length >= wholeWeek) return undefined;
  return guildWeek(weekSettings(await store.guildSettings.all(guildId)), now, week);
}
