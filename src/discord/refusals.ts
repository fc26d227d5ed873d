import { RateLimitError } from "discord.js";
import { dayMs, minuteMs, secondMs } from "../time.ts";

/** What a 429 says. */
export interface Refusal {
  /** How long to wait; `undefined` if it doesn't say. */
  readonly waitMs: number | undefined;
  /** Counts for all of the bot's requests, not only for the route. */
  readonly global: boolean;
  /**
   * It doesn't come from Discord's API but from the edge before it, which bans a machine's address, or one of its
   * routes, after too many refused requests: https://docs.discord.com/developers/topics/rate-limits
   */
  readonly fromEdge: boolean;
}

/** Whatever a refusal says, the bot asks again after a day. */
const maxWaitMs = dayMs;

/**
 * Discord's own refusals have the number of seconds in the header and, more precisely, in the body. For an edit of a
 * published message, the header says less than what the body says and Discord means, so the longer one counts:
 * https://github.com/discord/discord-api-docs/issues/6109. Those of the edge have it in the header or nowhere, as a page
 * or as JSON without `retry_after`:
 * https://github.com/discord/discord-api-docs/issues/1463, https://github.com/discord/discord-api-docs/issues/5810
 * @param body the parsed JSON; `undefined` for any other body
 * @param isEmpty a proxy in front of Discord refuses with the header alone
 */
export function readRefusal(
  getHeader: (name: string) => string | null | undefined,
  body: unknown,
  isEmpty: boolean,
): Refusal {
  const told = isObject(body) ? body : {};
  const stated = "retry_after" in told ? told.retry_after : undefined;
  const inBody = typeof stated === "number" ? parseSecondsToMs(String(stated)) : undefined;
  const inHeader = parseSecondsToMs(getHeader("retry-after"));
  const waitMs = Math.max(inHeader ?? 0, inBody ?? 0) || undefined;
  const isGlobal = getHeader("x-ratelimit-global") != null || ("global" in told && told.global === true);
  const isPage = !isEmpty && inBody === undefined && getHeader("x-ratelimit-scope") == null;
  return { waitMs, global: isGlobal, fromEdge: waitMs === undefined || isPage };
}

/**
 * Parses Discord's `Retry-After`, which is in seconds; `undefined` if it isn't usable, as 0 isn't: the next request would
 * be refused, too. At most a day.
 */
function parseSecondsToMs(seconds: string | null | undefined): number | undefined {
  if (seconds == null || !/^\d+(\.\d+)?$/.test(seconds.trim())) return undefined;
  return Math.min(Math.ceil(Number(seconds) * secondMs), maxWaitMs) || undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** The first pause after a refusal that doesn't say how long; each further one is twice as long. */
const firstPauseMs = 5 * secondMs;
const longestPauseMs = 10 * minuteMs;
/** While one request tries whether a ban is over, the others wait for its answer, but no longer than this. */
const probeMs = 10 * secondMs;

interface Hold {
  /** In a row. */
  refusals: number;
  until: number;
  /** Requests that began earlier say nothing about it. */
  since: number;
}

const everything = "*";

/**
 * What the edge before Discord's API refuses. By public reports it bans one route, or the machine's address: so a
 * refusal holds its route, and if another route is held already, everything. Each refused request would prolong the ban,
 * so nothing is sent meanwhile, and afterwards one request goes first. For all clients of a process.
 */
export class EdgeBans {
  readonly #now: () => number;
  readonly #holds = new Map<string, Hold>();
  #requests = 0;

  /** @param now milliseconds that never go back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Call right before a request.
   * @returns its number, for `refused` and `passed`
   * @throws RateLimitError if it must not be sent yet
   */
  begin(route: string, method: string): number {
    const now = this.#now();
    const holds = [this.#holds.get(route), this.#holds.get(everything)].filter((hold) => hold !== undefined);
    const until = Math.max(...holds.map((hold) => hold.until));
    if (until > now) throw createRateLimitError({ route, method, retryAfterMs: until - now, global: true });
    for (const hold of holds) hold.until = now + probeMs;
    return ++this.#requests;
  }

  /**
   * The edge refused a request.
   * @param statedMs how long it said
   * @returns how long nothing more is sent to the route
   */
  refused(route: string, request: number, statedMs: number | undefined): number {
    const now = this.#now();
    const isWider = [...this.#holds].some(([other, { until }]) => other !== route && until > now);
    const waitMs = this.#hold(route, request, statedMs);
    return isWider ? Math.max(waitMs, this.#hold(everything, request, statedMs)) : waitMs;
  }

  /** Discord's API itself answered. */
  passed(route: string, request: number): void {
    for (const key of [route, everything])
      if ((this.#holds.get(key)?.since ?? request) < request) this.#holds.delete(key);
  }

  #hold(key: string, request: number, statedMs: number | undefined): number {
    const now = this.#now();
    const hold = this.#holds.get(key) ?? { refusals: 0, until: now, since: 0 };
    // Requests that were under way together are refused together.
    if (hold.since < request) {
      hold.refusals += 1;
      hold.since = ++this.#requests;
      hold.until = now + (statedMs ?? Math.min(firstPauseMs * 2 ** (hold.refusals - 1), longestPauseMs));
      this.#holds.set(key, hold);
    }
    return Math.max(0, hold.until - now);
  }
}

/** More places than these are never refused at once. */
const maxPlaces = 1_000;

/**
 * What Discord itself refused in one channel or server, for as long as it said. discord.js remembers this for the bucket
 * that it knew when it sent the request; with the first response of a route it learns of another one, and forgets. For all
 * clients of a process.
 */
export class StatedLimits {
  readonly #now: () => number;
  readonly #untilByPlace = new Map<string, number>();

  /** @param now milliseconds that never go back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Call right before a request. @throws RateLimitError if it would be refused, too */
  assertOver(place: string, route: string, method: string): void {
    const retryAfterMs = (this.#untilByPlace.get(place) ?? 0) - this.#now();
    if (retryAfterMs > 0) throw createRateLimitError({ route, method, retryAfterMs, global: false });
  }

  refused(place: string, retryAfterMs: number): void {
    const now = this.#now();
    if (this.#untilByPlace.size >= maxPlaces)
      for (const [each, until] of this.#untilByPlace) if (until <= now) this.#untilByPlace.delete(each);
    if (this.#untilByPlace.size < maxPlaces) this.#untilByPlace.set(place, now + retryAfterMs);
  }
}

interface RefusedRequest {
  /** Without ids and tokens. */
  readonly route: string;
  readonly method: string;
  readonly retryAfterMs: number;
  readonly global: boolean;
}

/** The error discord.js throws for a request that it doesn't send because of a limit. */
export function createRateLimitError({
  route,
  method,
  retryAfterMs,
  global,
}: RefusedRequest): RateLimitError {
  return new RateLimitError({
    timeToReset: retryAfterMs,
    retryAfter: retryAfterMs,
    limit: 0,
    sublimitTimeout: 0,
    method,
    route,
    url: route,
    hash: route,
    majorParameter: "",
    global,
    scope: global ? "global" : "user",
  });
}
