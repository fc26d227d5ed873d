import type { IncomingMessage, ServerResponse } from "node:http";
import { DiscordAPIError } from "discord.js";
import { ApiError, type ApiFailure } from "../../../src/api/errors.ts";
import type { AppContext } from "../../../src/context.ts";
import { createConcurrencyLimiter, createRecentLimit } from "../../../src/interactions/dispatch/limits.ts";
import { createSparingly } from "../../../src/log/index.ts";
import { LruMap } from "../../../src/lru-map.ts";
import { type HttpRoutes, sendText } from "../../../src/server/http-server.ts";
import { hourMs, minuteMs, secondMs } from "../../../src/time.ts";
import {
  toIcs,
  findDue,
  readOwnAssignments,
  type CalendarFile,
  describeGoals,
  type DueWeek,
} from "../ics.ts";
import { type CalendarAddress, calendarPath, digestFeed, hashToken, parseToken } from "./store.ts";
import { backgroundCall } from "../../../src/api/client.ts";
import { isAllowedServer } from "../../../src/allowed-servers.ts";
import { getWeekAt, parseWeekSettings } from "../../../src/domain/week-boundaries.ts";
import { findAllowedMember } from "../../../src/interactions/access.ts";
import { resolveWorkspace } from "../../../src/interactions/dispatch/workspace.ts";
import { readEvents } from "../board/entries.ts";

/** So that what was seen last week doesn't disappear as soon as it's over. */
const weeksBack = 4;
/** A year in all. */
const weeksInFeed = 52;
/**
 * The next ones; of events that take place daily, a year has thousands. So many take a tenth of a second to write, in which
 * nobody else is served.
 */
const maxEvents = 1_000;
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
async function readFeed(address: CalendarAddress, ctx: AppContext): Promise<CalendarFile | undefined> {
  const { guildId, discordUserId, linkKey } = address;
  const { store } = ctx;
  if (!isAllowedServer(guildId, ctx.config)) return undefined;
  if ((await store.guildLinks.find(guildId, linkKey)) === undefined) return undefined;
  const owner = await findAllowedMember("staff", guildId, discordUserId, ctx);
  if (owner === undefined) return undefined;
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
    readEvents(span, guildId, { discordUserId, roleIds: owner.roleIds }, ctx).catch((error: unknown) => {
      // What the bot may not read was never in the calendar.
      if (error instanceof DiscordAPIError && error.status === 403) return [];
      throw error;
    }),
  ]);
  const sources = {
    zone: counting.zone,
    present,
    own: own === "unreadable" ? undefined : own,
    known,
    nowMs: ctx.now(),
  };
  const weeks = firsts.map((first): DueWeek => {
    const saved = known.filter(
      ({ weekStart, isDated }) => isDated === true && weekStart === first.toString(),
    );
    const { goals, isPartial, endsAt } = findDue(
      first,
      saved.map((week) => week.endsAt),
      sources,
    );
    const isTold = first.equals(present) || goals === "excused" || typeof goals === "object";
    const description = isTold
      ? describeGoals(own === "unreadable" ? "unknown" : goals, isPartial)
      : undefined;
    return { first, endsAt, description };
  });
  const nextEvents = events.toSorted((a, b) => a.at - b.at).slice(0, maxEvents);
  return { guildId, workspaceId, workspaceName: link.name, weeks, events: nextEvents };
}

/** How often each address is served; a phone, a tablet and a desk calendar that look every five minutes read it six times. */
const readLimit = { max: 30, windowMs: 10 * minuteMs } as const;
/** For all addresses together that weren't served before, as all are that someone guesses. */
const strangerLimit = { max: 300, windowMs: minuteMs } as const;
const maxFamiliar = 10_000;
/** At the full hour, many apps look at once. */
const atOnce = { perGuild: 20, total: 100 } as const;
const busyMs = 30 * secondMs;
/** During an outage, apps keep what they have and ask again. */
const outageMs = 10 * minuteMs;
/** How often apps should look. */
const ttlMs = hourMs;

/** Whether it was ever there, was turned off or may no longer be read is nobody's business. */
const nothingText = "There is no calendar at this address.\n";

/** Serves calendars at their private addresses. A path is a secret here: nothing logs it. */
export function createCalendarRoutes(ctx: AppContext): HttpRoutes {
  const { store, log, now } = ctx;
  const tryRead = createRecentLimit({ ...readLimit, now });
  const tryStranger = createRecentLimit({ ...strangerLimit, now });
  /** By hash. It proves nothing: each read looks the address up. */
  const familiar = new LruMap<string, true>({ maxSize: maxFamiliar });
  const concurrency = createConcurrencyLimiter(atOnce);
  const failed = createSparingly(now);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader("cache-control", "no-store");
    const [path = ""] = (request.url ?? "").split("?", 1);
    const token = parseToken(path);
    if (token === undefined) return sendText(response, 404, nothingText);
    const tokenHash = hashToken(token);
    const waitMs = (familiar.peek(tokenHash) ? undefined : tryStranger("")) ?? tryRead(tokenHash);
    if (waitMs !== undefined)
      return refuseFor(waitMs, 429, "This calendar is read too often. Try again later.\n", response);
    let address: CalendarAddress | undefined;
    let leave: (() => void) | undefined;
    try {
      address = await store.calendarAddresses.findByHash(tokenHash);
      if (address === undefined) return sendText(response, 404, nothingText);
      leave = concurrency.tryEnter(address.guildId);
      if (leave === undefined)
        return refuseFor(busyMs, 503, "Too many calendars are read. Try again.\n", response);
      const feed = await readFeed(address, ctx);
      if (feed === undefined) return sendText(response, 404, nothingText);
      const digest = digestFeed(token, toIcs(feed, { at: 0, ttlMs }));
      const changedAt = await store.calendarAddresses.noteRead(tokenHash, digest, now());
      // It was turned off meanwhile.
      if (changedAt === undefined) return sendText(response, 404, nothingText);
      familiar.set(tokenHash, true);
      send(request, response, { write: () => toIcs(feed, { at: changedAt, ttlMs }), digest, changedAt });
    } catch (error) {
      failed((times) =>
        log.warn("a calendar could not be served, so its app was asked to come back", {
          guildId: address?.guildId,
          times,
          error,
        }),
      );
      const statedMs = error instanceof ApiError ? error.retryAfterMs : undefined;
      refuseFor(
        statedMs ?? outageMs,
        503,
        "This calendar can't be read right now. Try again later.\n",
        response,
      );
    } finally {
      leave?.();
    }
  }

  return { [`GET ${calendarPath}`]: serve };
}

interface Served {
  /** Writes it anew: for an app that has it already, that would be for nothing. */
  readonly write: () => string;
  readonly digest: string;
  /** Epoch milliseconds. */
  readonly changedAt: number;
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { write, digest, changedAt }: Served,
): void {
  const tag = `"${changedAt.toString(36)}-${digest.slice(0, 22)}"`;
  const headers = {
    // Kept by the app alone, which asks each time: the address may have been turned off.
    "cache-control": "private, no-cache",
    etag: tag,
    "last-modified": new Date(changedAt).toUTCString(),
  };
  if (isKnown(request, tag, changedAt)) {
    response.writeHead(304, headers).end();
    return;
  }
  const text = write();
  response
    .writeHead(200, {
      ...headers,
      "content-type": "text/calendar; charset=utf-8",
      "content-length": Buffer.byteLength(text),
      // A browser would name the file after the address.
      "content-disposition": 'attachment; filename="calendar.ics"',
    })
    .end(text);
}

/** Whether the app has it already. A tag says more than a date (RFC 9110, 13.2.2). */
function isKnown({ headers }: IncomingMessage, tag: string, changedAt: number): boolean {
  const tags = headers["if-none-match"];
  if (tags !== undefined)
    return tags.split(",").some((each) => [tag, "*"].includes(each.trim().replace(/^W\//, "")));
  const since = Date.parse(headers["if-modified-since"] ?? "");
  return Math.floor(changedAt / secondMs) * secondMs <= since;
}

function refuseFor(waitMs: number, status: 429 | 503, text: string, response: ServerResponse): void {
  response.setHeader("retry-after", Math.max(1, Math.ceil(waitMs / secondMs)));
  sendText(response, status, text);
}
