import type { Calendar } from "../../src/api/contract/sessions.ts";
import type { AppContext } from "../../src/context.ts";
import { type GuildWeek, guildWeek, weekCounting } from "../../src/domain/guild-week.ts";

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
  return guildWeek(weekCounting(await store.guildSettings.all(guildId)), now, week);
}
