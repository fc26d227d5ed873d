import { setTimeout as sleep } from "node:timers/promises";
import {
  DefaultRestOptions,
  DiscordAPIError,
  type InternalRequest,
  REST,
  RESTEvents,
  type RESTOptions,
} from "discord.js";
import { Agent, Headers } from "undici";
import { minuteMs, raceTimeout, startSystemTimer } from "../time.ts";
import { checkLeases } from "./leased.ts";
import type { PostPace } from "./post-pace.ts";

/** What the operator needs to know about the bot's requests to Discord. */
export interface RestReports {
  /** Discord refused the token twice in a row, so nothing that needs it works any more. */
  readonly onTokenRefused: (error: DiscordAPIError) => void;
  readonly onRateLimited: (limit: RateLimit) => void;
  /** Discord responded to one of the bot's requests with this HTTP status. */
  readonly onAnswered?: ((status: number) => void) | undefined;
  /** Discord has received the first reply to an interaction. */
  readonly onAcknowledged?: ((interactionId: string) => void) | undefined;
}

/** Discord refused a request because there were too many. */
export interface RateLimit {
  /** Without ids and tokens. */
  readonly route: string;
  /** Applies to all of the bot's requests. */
  readonly global: boolean;
  readonly retryAfterMs: number | undefined;
}

/** Makes discord.js send through the bot's own undici; a second, older copy would take up memory. */
export const restOptions: Partial<RESTOptions> = {
  // Idle connections don't keep the process alive, so nobody has to close this.
  agent: new Agent({ allowH2: false }).compose(checkLeases),
  makeRequest,
};

async function makeRequest(...[url, init]: Parameters<RESTOptions["makeRequest"]>) {
  if (!(init.body instanceof FormData)) return DefaultRestOptions.makeRequest(url, init);
  // undici accepts only its own form class, and discord.js uses Node's.
  const form = new Response(init.body);
  const headers = new Headers(init.headers);
  headers.set("content-type", form.headers.get("content-type") ?? "");
  const body = new Uint8Array(await form.arrayBuffer());
  return DefaultRestOptions.makeRequest(url, { ...init, body, headers: Object.fromEntries(headers) });
}

/** Each deferral and each channel leaves a handler behind, so they are swept every minute instead of every hour. */
const handlerSweepInterval = minuteMs;

/**
 * For interaction replies. Discord exempts them from the limit of 50 a second but discord.js doesn't, so its limit is
 * off here.
 */
export function createInteractionRestOptions(apiUrl: string): Partial<RESTOptions> {
  return {
    ...restOptions,
    api: apiUrl,
    globalRequestsPerSecond: Number.POSITIVE_INFINITY,
    handlerSweepInterval,
    timeout: 10_000,
    retries: 1,
  };
}

/** A refused token is tried again after this long: trouble on Discord's side may be over by then. */
const tokenPauseMs = 1_000;

/** discord.js's REST client, but it keeps working after a token was refused. */
export class BotRest extends REST {
  protected readonly reports: RestReports;

  constructor(options: Partial<RESTOptions>, reports: RestReports) {
    super(options);
    this.reports = reports;
    this.on(RESTEvents.Response, ({ route }, { status, headers }) => {
      reports.onAnswered?.(status);
      if (status !== 429) return;
      reports.onRateLimited({
        route,
        global: headers.has("x-ratelimit-global"),
        retryAfterMs: parseSecondsToMs(headers.get("retry-after")),
      });
    });
  }

  /** discord.js drops the token after one refusal, and would then send nothing that needs it. */
  override setToken(token: string | null): this {
    return token === null ? this : super.setToken(token);
  }

  /** Repeats a request once if its token was refused: Discord hasn't done anything yet. */
  override async request(options: InternalRequest): Promise<unknown> {
    try {
      return await super.request(options);
    } catch (error) {
      if (!isTokenRefused(error, options)) throw error;
    }
    await sleep(tokenPauseMs);
    try {
      return await super.request(options);
    } catch (error) {
      if (isTokenRefused(error, options)) this.reports.onTokenRefused(error);
      throw error;
    }
  }
}

/** Parses Discord's `Retry-After`, which is in seconds; `undefined` if it isn't usable. */
export function parseSecondsToMs(seconds: string | null | undefined): number | undefined {
  const ms = Math.ceil(Number(seconds ?? Number.NaN) * 1_000);
  return ms >= 0 ? ms : undefined;
}

function isTokenRefused(error: unknown, { auth }: InternalRequest): error is DiscordAPIError {
  return auth !== false && error instanceof DiscordAPIError && error.status === 401;
}

const publishWaitMs = 5_000;
/** Per post; long enough to upload files. */
const postWithinMs = 15_000;
/** Includes the time in the queue. By then the caller has given up. */
const postAndWaitMs = 2 * minuteMs;

/** For posts, with a separate rate, so that a queue of posts never delays a reply. Never retries posts. */
export function createPostRest(
  apiUrl: string,
  discordToken: string,
  reports: RestReports,
  pace: Pick<PostPace, "turn">,
): REST {
  const rest = new BotRest(
    {
      ...restOptions,
      api: apiUrl,
      globalRequestsPerSecond: Number.POSITIVE_INFINITY,
      handlerSweepInterval,
      timeout: postAndWaitMs,
      retries: 0,
      // A channel may publish ten an hour, and nothing waits an hour for the next.
      rejectOnRateLimit: ({ route, retryAfter }) =>
        route.endsWith("/crosspost") && retryAfter > publishWaitMs,
      async makeRequest(url, init) {
        await pace.turn();
        const late = new AbortController();
        const cancel = startSystemTimer(postWithinMs, () => late.abort());
        const stop = (): void => late.abort();
        init.signal?.addEventListener("abort", stop);
        if (init.signal?.aborted === true) stop();
        try {
          return await makeRequest(url, { ...init, signal: late.signal });
        } finally {
          cancel();
          init.signal?.removeEventListener("abort", stop);
        }
      },
    },
    reports,
  );
  return rest.setToken(discordToken);
}

/** A person is waiting, and Discord waits 3 s for the bot's reply. */
const lookUpWithinMs = 2_000;

/** For requests made while a person waits: bypasses the queue of posts, and gives up after 2 s in all. */
export function createLookUpRest(
  apiUrl: string,
  discordToken: string,
  reports: RestReports,
  perSecond = 20,
): REST {
  const rest = new LookUpRest(
    {
      ...restOptions,
      api: apiUrl,
      globalRequestsPerSecond: perSecond,
      handlerSweepInterval,
      timeout: lookUpWithinMs,
      retries: 0,
      rejectOnRateLimit: ({ retryAfter }) => retryAfter > lookUpWithinMs,
    },
    reports,
  );
  return rest.setToken(discordToken);
}

class LookUpRest extends BotRest {
  override async request(options: InternalRequest): Promise<unknown> {
    const abort = new AbortController();
    return raceTimeout(super.request({ ...options, signal: abort.signal }), lookUpWithinMs, () => {
      abort.abort();
      throw new Error(`Discord did not answer within ${lookUpWithinMs} ms`);
    });
  }
}

/**
 * Forgets until when Discord's limits apply, because the machine's clock was set. discord.js stores these as clock
 * times: set back by an hour, it would send nothing for an hour. If a limit still applies, Discord says so again.
 */
export function forgetLimits(rest: REST): void {
  rest.globalReset = -1;
  for (const handler of rest.handlers.values()) {
    // The bucket handlers have it; their class is not exported.
    if ("reset" in handler) handler.reset = -1;
  }
}
