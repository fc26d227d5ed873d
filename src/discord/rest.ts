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
import { minuteMs, raceTimeout, systemTimer } from "../time.ts";
import { checkLeases } from "./leased.ts";
import { PostPace } from "./post-pace.ts";

/** What the operator has to know about the bot's requests to Discord. */
export interface RestReports {
  /** Discord refused the token twice in a row, so nothing that needs it works any more. */
  readonly onTokenRefused: (error: DiscordAPIError) => void;
  readonly onRateLimited: (limit: RateLimit) => void;
  /** Discord answered a request of the bot's, with this HTTP status. */
  readonly onAnswered?: ((status: number) => void) | undefined;
  /** Discord has the first reply to an interaction. */
  readonly onAcknowledged?: ((interactionId: string) => void) | undefined;
}

/** Discord refused a request because there were too many. */
export interface RateLimit {
  /** Without ids and tokens. */
  readonly route: string;
  /** It holds for all requests of the bot. */
  readonly global: boolean;
  readonly retryAfterMs: number | undefined;
}

/** Lets discord.js send through the undici of the bot; an older one of its own would take memory beside it. */
export const restOptions: Partial<RESTOptions> = {
  // An idle connection holds no process up, so nobody has to close it.
  agent: new Agent({ allowH2: false }).compose(checkLeases),
  makeRequest,
};

async function makeRequest(...[url, init]: Parameters<RESTOptions["makeRequest"]>) {
  if (!(init.body instanceof FormData)) return DefaultRestOptions.makeRequest(url, init);
  // undici takes forms of its own class only, and discord.js makes them of Node's.
  const form = new Response(init.body);
  const headers = new Headers(init.headers);
  headers.set("content-type", form.headers.get("content-type") ?? "");
  const body = new Uint8Array(await form.arrayBuffer());
  return DefaultRestOptions.makeRequest(url, { ...init, body, headers: Object.fromEntries(headers) });
}

/** Each deferral leaves a handler behind, and each channel, so they are swept every minute instead of every hour. */
const handlerSweepInterval = minuteMs;

/**
 * For answers to interactions. Discord exempts them from the limit of 50 a second, discord.js does not, so its gate is
 * off here.
 */
export function interactionRestOptions(apiUrl: string): Partial<RESTOptions> {
  return {
    ...restOptions,
    api: apiUrl,
    globalRequestsPerSecond: Number.POSITIVE_INFINITY,
    handlerSweepInterval,
    timeout: 10_000,
    retries: 1,
  };
}

/** A token that was refused is tried again after this long: Discord's own trouble may be over by then. */
const tokenPauseMs = 1_000;

/** discord.js's client of Discord's API, which a refused token does not silence. */
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
        retryAfterMs: secondsToMs(headers.get("retry-after")),
      });
    });
  }

  /** discord.js takes the token away after one refusal, and would send nothing more that needs it. */
  override setToken(token: string | null): this {
    return token === null ? this : super.setToken(token);
  }

  /** Refused for its token, a request is sent once more: Discord did nothing so far. */
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

/** Of Discord's `Retry-After`, which is in seconds; `undefined` when it says nothing of use. */
export function secondsToMs(seconds: string | null | undefined): number | undefined {
  const ms = Math.ceil(Number(seconds ?? Number.NaN) * 1_000);
  return ms >= 0 ? ms : undefined;
}

function isTokenRefused(error: unknown, { auth }: InternalRequest): error is DiscordAPIError {
  return auth !== false && error instanceof DiscordAPIError && error.status === 401;
}

const publishWaitMs = 5_000;
/** Of one post; what a message's files and the way to Discord may take. */
const postWithinMs = 15_000;
/** With the wait for its turn. By then the one who sends it has given up. */
const postAndWaitMs = 2 * minuteMs;

/**
 * For what is posted, at a pace of its own, so that a queue of posts never holds up an answer. Posts are never repeated.
 */
export function createPostRest(
  apiUrl: string,
  discordToken: string,
  reports: RestReports,
  pace = new PostPace({ perSecond: 40, replicaId: "", shared: undefined }),
): REST {
  const rest = new BotRest(
    {
      ...restOptions,
      api: apiUrl,
      globalRequestsPerSecond: Number.POSITIVE_INFINITY,
      handlerSweepInterval,
      timeout: postAndWaitMs,
      retries: 0,
      // Ten in an hour may be published in a channel, and nothing waits an hour for the next.
      rejectOnRateLimit: ({ route, retryAfter }) =>
        route.endsWith("/crosspost") && retryAfter > publishWaitMs,
      async makeRequest(url, init) {
        await pace.turn();
        const late = new AbortController();
        const cancel = systemTimer(postWithinMs, () => late.abort());
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

/** Somebody waits for it, and Discord waits 3 s for the bot's answer. */
const lookUpWithinMs = 2_000;

/** For what people wait for while Discord is asked: past the queue of posts, and given up after 2 s in all. */
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
 * Forgets until when Discord's limits hold, because the machine's clock was set. discord.js keeps those moments by that
 * clock: set back by an hour, it would send nothing for an hour. Should a limit still hold, Discord says so again.
 */
export function forgetLimits(rest: REST): void {
  rest.globalReset = -1;
  for (const handler of rest.handlers.values()) {
    // The handlers of buckets have it; their class is not exported.
    if ("reset" in handler) handler.reset = -1;
  }
}
