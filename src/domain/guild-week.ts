import { weekByCalendar } from "./week-span.ts";
import { readZone } from "./zones.ts";

/** How a guild counts weeks where the service does not say. */
export interface WeekCounting {
  readonly zone: string;
  readonly startsOn: "monday" | "sunday";
}

/** One week, from midnight to midnight. */
export interface GuildWeek {
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
  /** Epoch milliseconds. */
  readonly startsAt: number;
  /** The first moment that is no longer in it. */
  readonly endsAt: number;
}

/** By the settings of the guild, as they are stored. */
export function weekCounting(settings: ReadonlyMap<string, string>): WeekCounting {
  return {
    zone: readZone(settings.get("zone") ?? "") ?? "UTC",
    startsOn: settings.get("week-start") === "sunday" ? "sunday" : "monday",
  };
}

/** @param offset 0 is the week of this moment */
export function guildWeek({ zone, startsOn }: WeekCounting, nowMs: number, offset: number): GuildWeek {
  const { weekStart } = weekByCalendar(nowMs, startsOn, zone);
  const first = Temporal.PlainDate.from(weekStart).add({ weeks: offset });
  return {
    first,
    last: first.add({ days: 6 }),
    startsAt: first.toZonedDateTime(zone).epochMilliseconds,
    endsAt: first.add({ weeks: 1 }).toZonedDateTime(zone).epochMilliseconds,
  };
}
