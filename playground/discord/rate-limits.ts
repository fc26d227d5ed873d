import { DiscordApiError } from "./api-error.ts";
import type { RateLimits } from "./types.ts";

interface Window {
  readonly endsAtMs: number;
  used: number;
}
interface Bucket {
  readonly name: string;
  readonly limit: number;
  readonly lengthMs: number;
}

/** Of one channel. */
const publishedAnHour = 10;
/** Each interaction has windows of its own, so that old ones have to go. */
const windowsKept = 1_000;

export const discordsLimits: RateLimits = { globalPerSecond: 50, perRouteInFiveSeconds: 5 };

/**
 * Fixed windows, one for the bot and one for each route and channel. Counted in real time, because discord.js
 * waits in real time whatever the injected clock says.
 */
export class RateLimiter {
  readonly #limits: RateLimits;
  readonly #windows = new Map<string, Window>();

  constructor(limits: RateLimits) {
    this.#limits = limits;
  }

  /** Gives the headers of the answer. @throws DiscordApiError 429 */
  take(method: string, path: string): Readonly<Record<string, string>> {
    if (path.startsWith("/interactions/")) return {};
    const ofInteraction = path.startsWith("/webhooks/");
    if (!ofInteraction) this.#takeGlobal();
    const bucket = this.#bucketOf(method, path);
    const { window, nowMs } = this.#window(bucket.name, bucket.lengthMs);
    window.used += 1;
    const resetAfterS = (window.endsAtMs - nowMs) / 1_000;
    const headers = {
      "X-RateLimit-Limit": String(bucket.limit),
      "X-RateLimit-Remaining": String(Math.max(0, bucket.limit - window.used)),
      "X-RateLimit-Reset": ((Date.now() + window.endsAtMs - nowMs) / 1_000).toFixed(3),
      "X-RateLimit-Reset-After": resetAfterS.toFixed(3),
      "X-RateLimit-Bucket": bucket.name.replaceAll(/[^a-z0-9]/gi, "").slice(-32),
    };
    if (window.used > bucket.limit)
      throw tooMany(resetAfterS, false, { ...headers, "X-RateLimit-Scope": "user" });
    return headers;
  }

  #takeGlobal(): void {
    const { window, nowMs } = this.#window("global", 1_000);
    window.used += 1;
    if (window.used > this.#limits.globalPerSecond)
      throw tooMany((window.endsAtMs - nowMs) / 1_000, true, {
        "X-RateLimit-Global": "true",
        "X-RateLimit-Scope": "global",
      });
  }

  #bucketOf(method: string, path: string): Bucket {
    const publishes = /^\/channels\/\d+\/messages\/\d+\/crosspost$/.test(path);
    if (publishes)
      return {
        name: `${method}${path.replace(/messages\/\d+/, "messages/id")}`,
        limit: publishedAnHour,
        lengthMs: 3_600_000,
      };
    const writesMessage = /^\/channels\/\d+\/messages(\/\d+)?$/.test(path) && method !== "GET";
    const limit = writesMessage
      ? this.#limits.perRouteInFiveSeconds
      : 10 * this.#limits.perRouteInFiveSeconds;
    return {
      name: `${method}${path.replace(/(messages|commands|members)\/[^/]+$/, "$1/id")}`,
      limit,
      lengthMs: 5_000,
    };
  }

  #window(name: string, lengthMs: number): { readonly window: Window; readonly nowMs: number } {
    const nowMs = performance.now();
    const known = this.#windows.get(name);
    if (known !== undefined && known.endsAtMs > nowMs) return { window: known, nowMs };
    if (this.#windows.size > windowsKept)
      for (const [old, { endsAtMs }] of this.#windows) if (endsAtMs <= nowMs) this.#windows.delete(old);
    const window = { endsAtMs: nowMs + lengthMs, used: 0 };
    this.#windows.set(name, window);
    return { window, nowMs };
  }
}

export function tooMany(
  retryAfterS: number,
  global: boolean,
  headers: Readonly<Record<string, string>> = {},
): DiscordApiError {
  const rounded = Math.ceil(retryAfterS * 1_000) / 1_000;
  return new DiscordApiError(
    429,
    { message: "You are being rate limited.", code: 0, retry_after: rounded, global },
    { "Retry-After": String(Math.ceil(rounded)), ...headers },
  );
}
