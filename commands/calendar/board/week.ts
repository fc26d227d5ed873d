import type { Calendar } from "../../../src/api/contract/sessions.ts";
import type { AppContext } from "../../../src/context.ts";
import { type GuildWeek, getGuildWeek, parseWeekSettings } from "../../../src/domain/week-boundaries.ts";
import { dayMs } from "../../../src/time.ts";
import { countWeeksBetween } from "../days.ts";
import { parseInstant } from "../../../src/ui/time.ts";

const wholeWeek = 7;

interface Asked {
  readonly guildId: string;
  /** 0 is this week. */
  readonly week: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

interface AskedCalendar {
  readonly calendar: Calendar;
  /** The week as the server counts it; `undefined` if the service's response covers all seven days of it. */
  readonly ownWeek: GuildWeek | undefined;
}

/**
 * Reads the asked week. While the service's zone and the server's are in different weeks, the service counts from
 * another one.
 */
export async function readAskedWeek(
  asked: Asked,
  read: (week: number) => Promise<Calendar>,
  ctx: Pick<AppContext, "store">,
): Promise<AskedCalendar> {
  const calendar = await read(asked.week);
  const ownWeek = await readOwnWeek(calendar, asked, ctx);
  const away = ownWeek === undefined ? 0 : countWeeksBetween(calendar, ownWeek);
  if (ownWeek === undefined || Math.abs(away) !== 1) return { calendar, ownWeek };
  // A week ahead of the service's own may not be asked for everywhere: then that one is what there is.
  if (asked.week - away > 0 && asked.week <= 0 && calendar.advance_calendar !== true)
    return { calendar, ownWeek: await readOwnWeek(calendar, { ...asked, week: asked.week + away }, ctx) };
  const beside = await read(asked.week - away);
  return { calendar: countWeeksBetween(beside, ownWeek) === 0 ? beside : calendar, ownWeek };
}

/** The week as the server counts it; `undefined` if the service's response covers all seven days of it. */
export async function readOwnWeek(
  { days }: Calendar,
  { guildId, week, now }: Asked,
  { store }: Pick<AppContext, "store">,
): Promise<GuildWeek | undefined> {
  if (days.length >= wholeWeek) return undefined;
  return getGuildWeek(parseWeekSettings(await store.guildSettings.all(guildId)), now, week);
}

export type Span = Pick<GuildWeek, "startsAt" | "endsAt">;

/** From the first day of a response to the end of its last. */
export function getSpan({ days }: Calendar): Span {
  const starts = days.flatMap(({ date }) => parseInstant(date)?.epochMilliseconds ?? []);
  return { startsAt: Math.min(...starts), endsAt: Math.max(...starts) + dayMs };
}
