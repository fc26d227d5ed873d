import { setImmediate as nextTurn, setTimeout as sleepFor } from "node:timers/promises";
import { Agent, type Dispatcher, interceptors } from "undici";
import type { Headers as ReplyHeaders } from "../http/request.ts";
import { asUsual, minuteMs, type Stretch, type Timer } from "../time.ts";
import type { LeftOut } from "./contract/records.ts";
import { type ApiFailure, ApiError } from "./errors.ts";
import { LruMap } from "../lru-map.ts";
import type { Endpoint, RawInput } from "./endpoint.ts";

const parameterPattern = /\{(\w+)\}/g;

/**
 * Puts each value into its own segment, percent-encoded. `undefined` if a value can't be a segment: empty, not text,
 * half a character, or `.` and `..`, which address other paths.
 */
export function buildPath(template: string, values: Readonly<Record<string, unknown>>): string | undefined {
  let refused = false;
  const path = template.replace(parameterPattern, (_, name: string) => {
    const segment = encodeSegment(values[name]);
    if (segment === undefined) refused = true;
    return segment ?? "";
  });
  return refused ? undefined : path;
}

function encodeSegment(value: unknown): string | undefined {
  if (typeof value !== "string" || value === "" || value === "." || value === "..") return undefined;
  return value.isWellFormed() ? encodeURIComponent(value) : undefined;
}

/**
 * `""`, or `?` and the values that are set, under the names the service uses; values without such a name are omitted.
 */
export function buildQueryString(
  values: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string | undefined>>,
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    const known = name in names ? names[name] : name;
    if (known === undefined) continue;
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
      search.set(known, String(value));
    }
  }
  return search.size === 0 ? "" : `?${search.toString()}`;
}

/** Which workspaces reject unknown query values. Each workspace is learned separately. */
type ExtraQuery = ReturnType<typeof createExtraQuery>;

/** The least recently used one is evicted first, at the cost of one more request. */
const maxLearned = 2_000;

function createExtraQuery() {
  const refused = new LruMap<unknown, true>({ maxSize: maxLearned });
  return {
    isRefused: (input: RawInput): boolean => refused.get(getWorkspaceId(input)) ?? false,
    learnRefused: (input: RawInput): void => refused.set(getWorkspaceId(input), true),
  };
}

/** The input without optional query values; `undefined` if there are none. */
export function withoutExtra({ extraQuery = [] }: Endpoint, input: RawInput): RawInput | undefined {
  const sent = Object.entries(input.query ?? {});
  const left = sent.filter(([name]) => !extraQuery.includes(name));
  return left.length === sent.length ? undefined : { ...input, query: Object.fromEntries(left) };
}

/** A strict service's response to an unknown query value. */
export function mayBeOfQuery(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 422);
}

function getWorkspaceId({ params }: RawInput): unknown {
  return typeof params === "object" && params !== null && "workspaceId" in params
    ? params.workspaceId
    : undefined;
}

const connectTimeoutMs = 5_000;

/**
 * Connections to the workspace service, kept alive between calls. The creator closes it. Some servers and caches compress what
 * nobody asked them to compress.
 */
export function createAgent(stretch: Stretch = asUsual): Dispatcher {
  const agent = new Agent({
    // Each workspace has its own limit; many workspaces' requests to a slow service must not wait for sockets. No more
    // people than this are served at once.
    connections: 600,
    pipelining: 1,
    // Drop idle connections a little before the other side would: a write on a closing one has an unknown outcome.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: minuteMs,
    keepAliveTimeoutThreshold: 2_000,
    connect: { timeout: stretch(connectTimeoutMs) },
    headersTimeout: 30_000,
    bodyTimeout: 30_000,
    allowH2: false,
  });
  return agent.compose(interceptors.decompress({ skipErrorResponses: false }));
}

export interface ApiClientOptions extends TransportOptions {
  readonly token: string;
}

export interface TransportOptions {
  readonly baseUrl: string;
  /** Shared by all clients, closed by its creator. */
  readonly dispatcher: Dispatcher;
  /** Query names that the interface document doesn't specify; values without a name are not sent. */
  readonly queryNames: { readonly week: string; readonly game: string | undefined };
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly random?: () => number;
  readonly sleep?: (delayMs: number) => Promise<unknown>;
  /** For the timeouts of calls. */
  readonly timer?: Timer | undefined;
  /** Lets other work run while a long response from this path is parsed. */
  readonly pause?: ((path: string) => Promise<void>) | undefined;
  /** Called for every single request, retries included. Must not throw. */
  readonly onRequest?: (event: RequestEvent) => void;
  /** Called for every response that couldn't be read completely. Must not throw. */
  readonly onLeftOut?: ((operation: string, leftOut: LeftOut) => void) | undefined;
}

/** Contains no token and no ids, so it can be logged as it is. */
export interface RequestEvent {
  readonly operation: string;
  readonly method: string;
  /** As in the contract, with parameters in braces. */
  readonly path: string;
  /** `undefined` if no complete response came. */
  readonly status: number | undefined;
  readonly durationMs: number;
  /** Bytes received of the response's body. */
  readonly bytes: number;
}

/** The outcome of one request. */
export interface RequestOutcome {
  /** `undefined` if a complete response came, whatever its status. */
  readonly failure: ApiFailure | undefined;
  /** Set as soon as the response begins. */
  readonly head: { readonly status: number; readonly headers: ReplyHeaders } | undefined;
  /** Bytes received of the response's body. */
  readonly bytes: number;
  /** It was held back on this side, which says nothing about the service. */
  readonly isHeldBack: boolean;
}

/** Runs before each request of a call. */
export interface Admission {
  /**
   * Waits until one request may be sent, retries included. Report the outcome to the returned function.
   * @throws ApiError if none may be sent within that time, which ends the call
   */
  admit(withinMs: number): Promise<(outcome: RequestOutcome) => void>;
}

/** What all calls of one client share. */
export interface Transport extends Required<Pick<TransportOptions, "now" | "random" | "sleep">> {
  readonly origin: string;
  /** The prefix of every path, without a trailing slash. */
  readonly basePath: string;
  readonly dispatcher: Pick<Dispatcher, "dispatch">;
  readonly queryNames: Readonly<Record<string, string | undefined>>;
  readonly extraQuery: ExtraQuery;
  /** `undefined` if the token can't be put in a header. */
  readonly headers: Headers | undefined;
  readonly scrub: (text: string) => string;
  readonly pause: (path: string) => Promise<void>;
  readonly timer: TransportOptions["timer"];
  readonly onRequest: ((event: RequestEvent) => void) | undefined;
  readonly onLeftOut: TransportOptions["onLeftOut"];
}
type Headers = Readonly<Record<string, string>>;

/** What a header may carry. Anything else can't be a token from the service. */
const headerSafeToken = /^[\x21-\x7e]+$/;

/** Parses the service's address once; the part per token is cheap enough for a single call. */
export function createTransport(options: TransportOptions): (token: string) => Transport {
  const { baseUrl, dispatcher, queryNames, timer, onRequest, onLeftOut } = options;
  const { now = Date.now, random = Math.random, sleep = sleepFor, pause = () => nextTurn() } = options;
  const { origin, pathname } = new URL(baseUrl);
  const basePath = pathname.replace(/\/+$/, "");
  const extraQuery = createExtraQuery();
  return (token) => ({
    origin,
    basePath,
    dispatcher,
    queryNames,
    extraQuery,
    headers: headerSafeToken.test(token)
      ? { accept: "application/json", authorization: `Bearer ${token}`, "user-agent": "workspace-bot" }
      : undefined,
    scrub: createRedactor(token),
    now,
    random,
    sleep,
    timer,
    pause,
    onRequest,
    onLeftOut,
  });
}

const maxCauseLength = 300;

/** Removes the token from text written by others: a service may well quote it in an error. */
function createRedactor(token: string): (text: string) => string {
  return (text) => (token === "" ? text : text.replaceAll(token, "[token]"));
}

/** Replaces a transport error: keeps its kind and message, but not the objects attached to it. */
export function redactCause(cause: unknown, scrub: (text: string) => string): Error {
  const safe = new Error(scrub(formatMessage(cause)).slice(0, maxCauseLength));
  // The stack of this function is useless; only the message matters.
  safe.stack = `${safe.name}: ${safe.message}`;
  return safe;
}

function formatMessage(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(formatMessage).join("; ");
  if (!(cause instanceof Error)) return "not an error";
  const code = "code" in cause && typeof cause.code === "string" ? ` (${cause.code})` : "";
  return `${cause.name}${code}: ${cause.message}`;
}
