import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError } from "../../../src/api/errors.ts";
import type { AppContext } from "../../../src/context.ts";
import { createConcurrencyLimiter, createRecentLimit } from "../../../src/interactions/dispatch/limits.ts";
import { createSparingly } from "../../../src/log/index.ts";
import { LruMap } from "../../../src/lru-map.ts";
import { type HttpRoutes, sendText } from "../../../src/server/http-server.ts";
import { hourMs, minuteMs, secondMs } from "../../../src/time.ts";
import { toIcs } from "../ics.ts";
import { readFeed } from "./feed.ts";
import type { CalendarAddress } from "./store.ts";
import { calendarPath, digestFeed, hashToken, parseToken } from "./token.ts";

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
      send(request, response, { text: toIcs(feed, { at: changedAt, ttlMs }), digest, changedAt });
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
  readonly text: string;
  readonly digest: string;
  /** Epoch milliseconds. */
  readonly changedAt: number;
}

function send(request: IncomingMessage, response: ServerResponse, { text, digest, changedAt }: Served): void {
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
