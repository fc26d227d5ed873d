import type { AppContext } from "../../../src/context.ts";
import type { GuildEvent } from "../../../src/discord/guild-events.ts";
import { listRecurrences } from "../../../src/domain/event-recurrence.ts";
import { toSpan, type WeekDates } from "../../../src/domain/week-boundaries.ts";
import { escapeMarkdown } from "../../../src/ui/escape.ts";
import { withoutBreaks } from "../../../src/ui/lines.ts";

/** One occurrence of a guild's event, moved and cancelled ones included. */
export interface EventInWeek {
  readonly event: GuildEvent;
  /** Epoch milliseconds. */
  readonly at: number;
  /** When it would take place if it hadn't been moved. */
  readonly usualAt: number;
  readonly isCancelled: boolean;
}

/** A guild's Discord events in a week; `undefined` if Discord doesn't allow its events to be read. */
export async function readEventsInWeek(
  week: WeekDates,
  guildId: string,
  ctx: Pick<AppContext, "messenger" | "log" | "now">,
): Promise<readonly EventInWeek[] | undefined> {
  try {
    return await readEvents(week, guildId, ctx);
  } catch (error) {
    ctx.log.info("a server's events could not be read", { guildId, error });
    return undefined;
  }
}

/** The same for any span of dates. @throws Discord's errors */
export async function readEvents(
  span: WeekDates,
  guildId: string,
  { messenger, now }: Pick<AppContext, "messenger" | "now">,
): Promise<readonly EventInWeek[]> {
  const events = await messenger.guildEvents(guildId);
  return events.flatMap((event) => listTimes(event, span, now()));
}

function listTimes(event: GuildEvent, week: WeekDates, now: number): readonly EventInWeek[] {
  const { startsAt, recurrence, cancelled, moved } = event;
  const span = toSpan(week);
  if (span === undefined) return [];
  const isInWeek = (at: number): boolean => at >= span.startsAt && at < span.endsAt;
  const isNextMoved = [...moved.values()].includes(startsAt);
  const knownAt = isNextMoved && recurrence !== undefined ? recurrence.startsAt : startsAt;
  const recurring = recurrence === undefined ? [] : listRecurrences(recurrence, span, knownAt);
  // Whatever the rule says, Discord shows its next one there.
  const usual = [...new Set([...(isNextMoved ? [] : [startsAt]), ...recurring])]
    // Discord doesn't list past occurrences either.
    .filter((at) => isInWeek(at) && at >= Math.min(startsAt, now) && !moved.has(at))
    .map((at) => ({ event, at, usualAt: at, isCancelled: cancelled.includes(at) }));
  const elsewhere = [...moved]
    .filter(([, at]) => isInWeek(at))
    .map(([usualAt, at]) => ({ event, at, usualAt, isCancelled: false }));
  return [...usual, ...elsewhere];
}

export function buildEventUrl(guildId: string, eventId: string): string {
  return `https://discord.com/events/${guildId}/${eventId}`;
}

/** Where an event takes place: the server's channel, or what its maker wrote. */
export function describePlace({ channelId, place }: GuildEvent): string | undefined {
  if (channelId !== undefined) return `<#${channelId}>`;
  return withoutBreaks(escapeMarkdown(place ?? "", 30)) || undefined;
}
