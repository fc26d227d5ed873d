import { STATUS_CODES } from "node:http";
import { AsyncLocalStorage } from "node:async_hooks";
import {
  DefaultRestOptions,
  DiscordAPIError,
  HTTPError,
  type InternalRequest,
  RateLimitError,
  REST,
  type RESTOptions,
  Routes,
} from "discord.js";
import { Agent, FormData as UndiciFormData, Headers, request as send } from "undici";
import { z } from "zod";
import { wasHeldUp } from "../errors.ts";
import {
  asUsual,
  hourMs,
  minuteMs,
  raceTimeout,
  secondMs,
  startSystemTimer,
  type Stretch,
  type Timer,
} from "../time.ts";
import { checkLeases } from "./leased.ts";
import type { PostPace } from "./post-pace.ts";
import { EdgeBans, readRefusal, StatedLimits } from "./refusals.ts";

/** What the operator needs to know about the bot's requests to Discord. */
export interface RestReports {
  /** Discord refused the token twice in a row, so nothing that needs it works any more. */
  readonly onTokenRefused: (error: DiscordAPIError) => void;
  readonly onRateLimited: (limit: RateLimit) => void;
  /** Discord responded to one of the bot's requests with this HTTP status. */
  readonly onAnswered?: ((status: number) => void) | undefined;
  /** Discord began to respond, but the rest of its response didn't come. */
  readonly onCutAnswer?: ((answer: CutAnswer) => void) | undefined;
  /** Discord has received the first reply to an interaction. */
  readonly onAcknowledged?: ((interactionId: string) => void) | undefined;
}

/** Discord refused a request because there were too many. */
export interface RateLimit {
  /** Without ids and tokens. */
  readonly route: string;
  /** Applies to all of the bot's requests. */
  readonly global: boolean;
  /** How long nothing like it is sent. */
  readonly retryAfterMs: number;
  /** False if Discord didn't say how long. */
  readonly isStated: boolean;
}

export interface CutAnswer {
  /** Without ids and tokens. */
  readonly route: string;
  readonly status: number;
}

/** After the first bytes of a response, the next ones come within this time. Nothing Discord sends takes longer. */
const bodyTimeoutMs = 5 * secondMs;

/** Makes discord.js send through the bot's own undici; a second, older copy would take up memory. */
export const restOptions: Partial<RESTOptions> = {
  // Idle connections don't keep the process alive, so nobody has to close this.
  agent: new Agent({ allowH2: false, bodyTimeout: bodyTimeoutMs }).compose(checkLeases),
  makeRequest,
};

async function makeRequest(...[url, init]: Parameters<RESTOptions["makeRequest"]>) {
  if (!(init.body instanceof FormData)) return DefaultRestOptions.makeRequest(url, init);
  // undici accepts only its own form class, and discord.js uses Node's. It sends the files as they are, piece by piece: put
  // together in one body, they would be in memory twice more.
  const body = new UndiciFormData();
  for (const [name, value] of init.body) {
    if (typeof value === "string") body.append(name, value);
    else body.append(name, value, value.name);
  }
  // What discord.js sends requests with knows only Node's class, so the answer is put into its form here.
  const { statusCode, headers, body: answer } = await send(url, { ...init, body });
  return {
    body: answer,
    arrayBuffer: () => answer.arrayBuffer(),
    json: () => answer.json(),
    text: () => answer.text(),
    get bodyUsed() {
      return answer.bodyUsed;
    },
    headers: new Headers(
      Object.entries(headers).map(([name, value = ""]): [string, string] => [name, String(value)]),
    ),
    status: statusCode,
    statusText: STATUS_CODES[statusCode] ?? "",
    ok: statusCode >= 200 && statusCode < 300,
  };
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
    timeout: 10 * secondMs,
  };
}

/** How long a request may take with all its tries, and what it waits for in between. */
export interface Patience {
  /** It waits no longer in all because of refusals. */
  readonly withinMs: number;
  /** It waits no longer for a single refusal. */
  readonly longestPauseMs: number;
  /**
   * For requests that may be sent twice: after trouble on Discord's side or on the way there, they are repeated for so
   * long, after growing pauses that begin with so long.
   */
  readonly repeats?: { readonly withinMs: number; readonly firstPauseMs: number };
}

/** How often one request may be refused because there were too many: each refusal counts towards a ban. */
const maxRefusals = 4;
/** A refused token is tried again after this long: trouble on Discord's side may be over by then. */
const tokenPauseMs = secondMs;
const maxRepeatPauseMs = 30 * secondMs;
/** Requests of one client that wait for their next try at the same time; more of them would fill the memory. */
const maxPausing = 1_000;

/** One try of a request. */
export interface Attempt {
  /** Without ids and tokens. */
  readonly route: string;
  readonly method: string;
  /** The route with its channel or server; `undefined` where a refusal says nothing about other requests. */
  readonly place?: string | undefined;
  /** Discord refused it because there were too many. */
  isRefused: boolean;
}

// discord.js passes a request through its own queues, which can't carry our data.
const attempts = new AsyncLocalStorage<Attempt>();

/** Pauses and measures; a test doesn't wait for it. */
export interface PauseClock {
  /** Milliseconds that never go back. */
  readonly now: () => number;
  readonly timer: Timer;
}

const systemClock: PauseClock = { now: () => performance.now(), timer: startSystemTimer };

/** What all clients of a process have in common. */
export interface SharedRestParts {
  readonly bans: EdgeBans;
  readonly limits: StatedLimits;
  readonly clock: PauseClock;
  /** For what a person or Discord is left waiting. */
  readonly stretch: Stretch;
}

export function createSharedRestParts(
  clock: PauseClock = systemClock,
  stretch: Stretch = asUsual,
): SharedRestParts {
  return { bans: new EdgeBans(clock.now), limits: new StatedLimits(clock.now), clock, stretch };
}

interface SendOptions {
  readonly patience: Patience;
  /** Resolves when the next request may be sent. */
  readonly turn?: () => Promise<void>;
  /** From the turn to the last byte of the response; the options' `timeout` by default. */
  readonly sendWithinMs?: number;
}

/** discord.js waits by itself no longer than this for a limit that it knows of; usual ones last 5 s. */
const maxQueueWaitMs = 6 * secondMs;

/**
 * discord.js's REST client, but it keeps working after a token was refused, and all waiting and repeating is done here:
 * discord.js would sleep for any time that Discord asks for, repeat without a pause if Discord doesn't say how long, and
 * wait for the rest of a response without end.
 */
export class BotRest extends REST {
  protected readonly reports: RestReports;
  readonly #shared: SharedRestParts;
  readonly #sends: SendOptions;
  readonly #inFlight = new Set<AbortController>();
  readonly #pauses = new Set<() => void>();
  #isStopping = false;
  #isCutOff = false;

  constructor(
    options: Partial<RESTOptions>,
    reports: RestReports,
    sends: SendOptions,
    shared: SharedRestParts = createSharedRestParts(),
  ) {
    super({
      ...options,
      retries: 0,
      rejectOnRateLimit: ({ retryAfter }) =>
        attempts.getStore()?.isRefused === true || retryAfter > maxQueueWaitMs || this.#isStopping,
      makeRequest: (url, init) => this.#send(url, init),
    });
    this.reports = reports;
    this.#sends = sends;
    this.#shared = shared;
  }

  protected get stretch(): Stretch {
    return this.#shared.stretch;
  }

  /** discord.js drops the token after one refusal, and would then send nothing that needs it. */
  override setToken(token: string | null): this {
    return token === null ? this : super.setToken(token);
  }

  /** From now on, no request waits for another try: it fails instead. Those under way continue. */
  stopWaiting(): void {
    this.#isStopping = true;
    for (const end of this.#pauses) end();
  }

  /** Ends every request, also those under way. */
  cutOff(): void {
    this.stopWaiting();
    this.#isCutOff = true;
    for (const abort of this.#inFlight) abort.abort();
  }

  /**
   * Sends a request, again if that makes sense.
   * @throws RateLimitError if Discord doesn't accept it in time, and nothing was done; otherwise DiscordAPIError,
   * HTTPError, UnreadableAnswerError or connection errors
   */
  override async request(options: InternalRequest): Promise<unknown> {
    const { now } = this.#shared.clock;
    const patience = this.findPatience(options);
    const startedAt = now();
    const tries: Tries = { refused: 0, disturbed: 0, withToken: 0 };
    for (;;) {
      const { fullRoute, method } = options;
      const attempt = {
        route: describeRoute(fullRoute),
        method,
        place: findPlace(fullRoute, method),
        isRefused: false,
      };
      try {
        return checkShape(options.fullRoute, await this.attempt(options, attempt));
      } catch (error) {
        if (attempt.isRefused) tries.refused += 1;
        const pause = findPause(error, tries, patience, options);
        const isInTime = pause !== undefined && now() - startedAt + pause.ms <= pause.withinMs;
        if (!isInTime || !(await this.#pause(pause.ms, options.signal))) {
          if (isTokenRefused(error, options) && tries.withToken > 0) this.reports.onTokenRefused(error);
          throw error;
        }
        if (isTokenRefused(error, options)) tries.withToken += 1;
        else if (!(error instanceof RateLimitError)) tries.disturbed += 1;
      }
    }
  }

  protected findPatience(_options: InternalRequest): Patience {
    return this.#sends.patience;
  }

  /** Sends a request once, or not at all. */
  protected attempt(options: InternalRequest, attempt: Attempt): Promise<unknown> {
    return attempts.run(attempt, () => super.request(options));
  }

  /** @returns its number. @throws RateLimitError if it must not be sent now */
  protected begin({ route, method, place }: Attempt): number {
    if (place !== undefined) this.#shared.limits.assertOver(place, route, method);
    return this.#shared.bans.begin(route, method);
  }

  /** @returns how long nothing like it may be sent; `undefined` if it wasn't refused because there were too many */
  protected readLimit(
    attempt: Attempt,
    request: number,
    answer: { readonly status: number; readonly isEmpty: boolean; readonly json: unknown },
    getHeader: (name: string) => string | null | undefined,
  ): NotedLimit | undefined {
    const { route } = attempt;
    const { status, isEmpty, json } = answer;
    this.reports.onAnswered?.(status);
    if (status !== 429) {
      this.#shared.bans.passed(route, request);
      return undefined;
    }
    attempt.isRefused = true;
    const { waitMs, global, fromEdge } = readRefusal(getHeader, json, isEmpty);
    const retryAfterMs = fromEdge ? this.#shared.bans.refused(route, request, waitMs) : (waitMs ?? 0);
    if (!fromEdge && !global && attempt.place !== undefined)
      this.#shared.limits.refused(attempt.place, retryAfterMs);
    const limit = { route, global, retryAfterMs, isStated: waitMs !== undefined };
    this.reports.onRateLimited(limit);
    return { ...limit, fromEdge };
  }

  async #send(
    ...[url, init]: Parameters<RESTOptions["makeRequest"]>
  ): ReturnType<RESTOptions["makeRequest"]> {
    const attempt = attempts.getStore() ?? { route: "", method: init.method ?? "", isRefused: false };
    await this.#sends.turn?.();
    const request = this.begin(attempt);
    const answer = await this.#receive(url, init, attempt);
    const { response, text } = answer;
    const { headers, status } = response;
    const isJson = headers.get("content-type")?.startsWith("application/json") === true;
    let json = isJson ? parseJson(text) : undefined;
    const getHeader = (name: string) => headers.get(name);
    const limit = this.readLimit(attempt, request, { status, isEmpty: text === "", json }, getHeader);
    if (limit !== undefined) noteLimit(headers, limit);
    else if (status < 400 && (status >= 300 || (text !== "" && json === undefined)))
      throw new UnreadableAnswerError(attempt.route);
    if (status >= 400 && (typeof json !== "object" || json === null)) {
      // discord.js looks for the fields of Discord's errors.
      json = { code: 0, message: `${status}` };
      headers.set("content-type", "application/json");
    }
    return {
      headers,
      status,
      ok: response.ok,
      statusText: response.statusText,
      body: null,
      bodyUsed: true,
      json: () => Promise.resolve(json),
      text: () => Promise.resolve(text),
      arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)),
    };
  }

  /** The complete response, within the time for it. */
  async #receive(...[url, init, { route }]: [...Parameters<RESTOptions["makeRequest"]>, Attempt]) {
    const abort = new AbortController();
    const stop = (): void => abort.abort();
    const { sendWithinMs } = this.#sends;
    const cancel = sendWithinMs === undefined ? undefined : startSystemTimer(sendWithinMs, stop);
    init.signal?.addEventListener("abort", stop);
    if (init.signal?.aborted === true || this.#isCutOff) stop();
    this.#inFlight.add(abort);
    let status: number | undefined;
    try {
      const response = await makeRequest(url, { ...init, signal: abort.signal });
      ({ status } = response);
      return { response, text: await response.text() };
    } catch (error) {
      if (status !== undefined) this.reports.onCutAnswer?.({ route, status });
      throw error;
    } finally {
      cancel?.();
      init.signal?.removeEventListener("abort", stop);
      this.#inFlight.delete(abort);
    }
  }

  /** @returns false if there is no more time for it */
  async #pause(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
    if (this.#isStopping || signal?.aborted === true || this.#pauses.size >= maxPausing) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const cancel = this.#shared.clock.timer(ms, () => resolve(true));
    const end = (): void => resolve(false);
    this.#pauses.add(end);
    signal?.addEventListener("abort", end);
    const isOver = await promise;
    cancel();
    this.#pauses.delete(end);
    signal?.removeEventListener("abort", end);
    return isOver;
  }
}

interface NotedLimit extends RateLimit {
  /** Held back by `EdgeBans`. */
  readonly fromEdge: boolean;
}

interface Tries {
  /** Because there were too many requests. */
  refused: number;
  /** By trouble on Discord's side or on the way there. */
  disturbed: number;
  /** With a refused token. */
  withToken: number;
}

/** How long to wait before a failed request is sent again, and by when; `undefined` if it isn't sent again. */
function findPause(
  error: unknown,
  { refused, disturbed, withToken }: Tries,
  { withinMs, longestPauseMs, repeats }: Patience,
  options: InternalRequest,
): { readonly ms: number; readonly withinMs: number } | undefined {
  if (error instanceof RateLimitError)
    return refused >= maxRefusals || error.retryAfter > longestPauseMs
      ? undefined
      : { ms: error.retryAfter, withinMs };
  if (isTokenRefused(error, options))
    return withToken > 0 ? undefined : { ms: tokenPauseMs, withinMs: hourMs };
  if (repeats === undefined || !isDisturbance(error)) return undefined;
  const growing = Math.min(repeats.firstPauseMs * 2 ** disturbed, maxRepeatPauseMs);
  return { ms: growing, withinMs: repeats.withinMs };
}

/** Trouble on Discord's side or on the way there: nobody knows whether the request was carried out. */
function isDisturbance(error: unknown): boolean {
  if (error instanceof HTTPError) return true;
  const isKnown = error instanceof DiscordAPIError || error instanceof UnreadableAnswerError;
  return error instanceof Error && !isKnown && !(error instanceof TypeError) && !wasHeldUp(error);
}

/** Tells discord.js what a refusal means, in its own terms, so that it holds back what would be refused too. */
function noteLimit(headers: Pick<Headers, "set">, { global, retryAfterMs, fromEdge }: NotedLimit): void {
  const seconds = String(retryAfterMs / secondMs);
  headers.set("retry-after", seconds);
  if (global) headers.set("x-ratelimit-global", "true");
  else if (!fromEdge) {
    headers.set("x-ratelimit-remaining", "0");
    headers.set("x-ratelimit-reset-after", seconds);
  }
}

/** Such as `/webhooks/:id/:token/messages/@original`. */
function describeRoute(fullRoute: string): string {
  // Nearly every request is one.
  if (fullRoute.startsWith("/interactions/")) return "/interactions/:id/:token/callback";
  return fullRoute
    .replace(/\?.*$/, "")
    .replaceAll(/\d{17,20}/g, ":id")
    .replace(/^(\/(?:interactions|webhooks)\/:id\/)[^/]+/, "$1:token")
    .replace("%40original", "@original");
}

/** Discord counts requests by channel and by server: https://docs.discord.com/developers/topics/rate-limits */
function findPlace(fullRoute: string, method: string): string | undefined {
  const id = /^\/(?:channels|guilds)\/(\d{17,20})/.exec(fullRoute)?.[1];
  return id === undefined ? undefined : `${method} ${describeRoute(fullRoute)} ${id}`;
}

/** What answered isn't Discord's API, but perhaps a proxy or a login page. The message is for the operator. */
export class UnreadableAnswerError extends Error {
  override readonly name = "UnreadableAnswerError";

  constructor(route: string) {
    super(
      `Discord's address answers with something that isn't Discord's (${route}). Check DISCORD_API_URL if it's set, and whether this machine reaches the internet without a login page or proxy.`,
    );
  }
}

/** What the bot can't start without. */
const shapes: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  [
    Routes.gatewayBot(),
    z.object({
      url: z.string(),
      shards: z.int(),
      session_start_limit: z.object({
        remaining: z.int(),
        reset_after: z.number(),
        max_concurrency: z.int(),
      }),
    }),
  ],
  [Routes.currentApplication(), z.object({ id: z.string(), verify_key: z.string() })],
  [Routes.user(), z.object({ id: z.string(), username: z.string() })],
]);

/** @throws UnreadableAnswerError */
function checkShape(fullRoute: string, answer: unknown): unknown {
  if (shapes.get(fullRoute)?.safeParse(answer).success === false)
    throw new UnreadableAnswerError(describeRoute(fullRoute));
  return answer;
}

/** `undefined` if it isn't JSON. */
export function parseJson(text: string): unknown {
  // Many responses are empty, and throwing an error for each is expensive.
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isTokenRefused(error: unknown, { auth }: InternalRequest): error is DiscordAPIError {
  return auth !== false && error instanceof DiscordAPIError && error.status === 401;
}

/** Per post; long enough to upload files. */
const postWithinMs = 15 * secondMs;
/** Includes the time in the queue. By then the caller has given up. */
const postAndWaitMs = 2 * minuteMs;
/** A post that has to wait for longer makes room for others meanwhile. */
const longestPostPauseMs = 10 * secondMs;

/** For posts, with a separate rate, so that a queue of posts never delays a reply. Never repeats unclear posts. */
export function createPostRest(
  apiUrl: string,
  discordToken: string,
  reports: RestReports,
  pace: Pick<PostPace, "turn">,
  shared?: SharedRestParts,
): BotRest {
  const rest = new BotRest(
    {
      ...restOptions,
      api: apiUrl,
      globalRequestsPerSecond: Number.POSITIVE_INFINITY,
      handlerSweepInterval,
      timeout: postAndWaitMs,
    },
    reports,
    {
      patience: { withinMs: postAndWaitMs, longestPauseMs: longestPostPauseMs },
      turn: () => pace.turn(),
      sendWithinMs: postWithinMs,
    },
    shared,
  );
  return rest.setToken(discordToken);
}

/** A person is waiting, and Discord waits 3 s for the bot's reply. */
const lookUpWithinMs = 2 * secondMs;

/** For requests made while a person waits: bypasses the queue of posts, and gives up after 2 s in all. */
export function createLookUpRest(
  apiUrl: string,
  discordToken: string,
  reports: RestReports,
  perSecond = 20,
  shared = createSharedRestParts(),
): BotRest {
  const rest = new LookUpRest(
    {
      ...restOptions,
      api: apiUrl,
      globalRequestsPerSecond: perSecond,
      handlerSweepInterval,
      timeout: shared.stretch(lookUpWithinMs),
    },
    reports,
    { patience: { withinMs: lookUpWithinMs, longestPauseMs: lookUpWithinMs } },
    shared,
  );
  return rest.setToken(discordToken);
}

class LookUpRest extends BotRest {
  override async request(options: InternalRequest): Promise<unknown> {
    const abort = new AbortController();
    const withinMs = this.stretch(lookUpWithinMs);
    return raceTimeout(super.request({ ...options, signal: abort.signal }), withinMs, () => {
      abort.abort();
      throw new Error(`Discord did not answer within ${withinMs} ms`);
    });
  }
}

/** For the tools of the command line, whose operator waits. */
export function createToolRest(apiUrl: string, discordToken: string): BotRest {
  const rest = new BotRest(
    { ...restOptions, api: apiUrl, timeout: 10 * secondMs },
    { onTokenRefused: () => undefined, onRateLimited: () => undefined },
    { patience: { withinMs: 20 * secondMs, longestPauseMs: 10 * secondMs } },
  );
  return rest.setToken(discordToken);
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
