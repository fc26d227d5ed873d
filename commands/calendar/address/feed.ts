import { DiscordAPIError } from "discord.js";
import { backgroundCall } from "../../../src/api/client.ts";
import { ApiError, type ApiFailure } from "../../../src/api/errors.ts";
import { isAllowedServer } from "../../../src/allowed-servers.ts";
import type { AppContext } from "../../../src/context.ts";
import { getWeekAt, parseWeekSettings } from "../../../src/domain/week-boundaries.ts";
import { mayUse } from "../../../src/interactions/access.ts";
import { resolveWorkspace } from "../../../src/interactions/dispatch/workspace.ts";
import { hourMs, minuteMs } from "../../../src/time.ts";
import { readEvents } from "../board/events.ts";
import { findDue, readOwnAssignments } from "../due.ts";
import { type CalendarFile, describeGoals, type DueWeek } from "../ics.ts";
import type { CalendarAddress } from "./store.ts";

/** So that what was seen last week doesn't disappear as soon as it's over. */
const weeksBack = 4;
/** A year in all. */
const weeksInFeed = 52;
/** Longer than the file's four weeks back and its next one, of which something may be saved. */
const knownWeeks = 8;

/** What calendar apps may be shown; they look every few minutes to every few hours. */
const call = {
  ...backgroundCall,
  // Most apps give up after half a minute.
  timeoutMs: 10_000,
  maxAgeMs: 15 * minuteMs,
  ttlMs: hourMs,
} as const;

const isRefusedKey: ReadonlySet<ApiFailure> = new Set(["unauthorized", "forbidden"]);

/**
 * The calendar of an address's owner; `undefined` if its workspace was unlinked, the
 * operator no longer allows its server, or if they left or may no longer use it.
 * @throws the service's and Discord's errors: less than everything would delete the rest from people's calendars
 */
export async function readFeed(address: CalendarAddress, ctx: AppContext): Promise<CalendarFile | undefined> {
  const { guildId, discordUserId, linkKey } = address;
  const { store } = ctx;
  if (!isAllowedServer(guildId, ctx.config)) return undefined;
  if ((await store.guildLinks.find(guildId, linkKey)) === undefined) return undefined;
  if (!(await mayUse("staff", guildId, discordUserId, ctx))) return undefined;
  const workspace = await resolveWorkspace({ guildId, channelId: guildId, linkKey }, ctx);
  const { workspaceId, link } = workspace;
  const [settings, known, account] = await Promise.all([
    store.guildSettings.all(guildId),
    store.weeks.known(guildId, workspaceId, knownWeeks),
    store.accounts.ofMember(guildId, discordUserId),
  ]);
  const counting = parseWeekSettings(settings);
  const present = getWeekAt(known, counting, ctx.now()).first;
  const firsts = Array.from({ length: weeksInFeed }, (_, at) => present.add({ weeks: at - weeksBack }));
  const [start = present, end = present] = [firsts[0], firsts.at(-1)];
  const span = { dates: [start, end.add({ days: 6 })], zone: counting.zone };
  const [own, events] = await Promise.all([
    readOwnAssignments(account, workspace, call).catch((error: unknown) => {
      // Nothing that passes: the key may not read them.
      if (error instanceof ApiError && isRefusedKey.has(error.failure)) return "unreadable" as const;
      throw error;
    }),
    readEvents(span, guildId, ctx).catch((error: unknown) => {
      // What the bot may not read was never in the calendar.
      if (error instanceof DiscordAPIError && error.status === 403) return [];
      throw error;
    }),
  ]);
  const sources = { zone: counting.zone, present, own: own === "unreadable" ? undefined : own, known };
  const weeks = firsts.map((first): DueWeek => {
    const saved = known.filter(
      ({ weekStart, isDated }) => isDated === true && weekStart === first.toString(),
    );
    const { goals, endsAt } = findDue(
      first,
      saved.map((week) => week.endsAt),
      sources,
    );
    const isTold = first.equals(present) || goals === "excused" || typeof goals === "object";
    const description = isTold ? describeGoals(own === "unreadable" ? "unknown" : goals) : undefined;
    return { first, endsAt, description };
  });
  return { guildId, workspaceId, workspaceName: link.name, weeks, events };
}
