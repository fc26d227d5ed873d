import { setImmediate as nextTurn, setTimeout as sleepFor } from "node:timers/promises";
import { Agent, type Dispatcher } from "undici";
import type { LeftOut } from "./contract/records.ts";
import type { ApiFailure } from "./errors.ts";
import type { Headers as ReplyHeaders } from "../http/retry-after.ts";
import { createRedactor } from "./redact.ts";
import { minuteMs } from "../time.ts";
import { createExtraQuery, type ExtraQuery } from "./path.ts";

/** Connections to the workspace service, kept alive between calls. The creator closes it. */
export function createAgent(): Agent {
  return new Agent({
    // Each workspace has a limit of its own; what many of them ask of a slow service must not wait for sockets. No more
    // people than this are served at once.
    connections: 600,
    pipelining: 1,
    // An idle connection is dropped a little before the other side would: a write on a dying one has an unknown fate.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: minuteMs,
    keepAliveTimeoutThreshold: 2_000,
    connect: { timeout: 5_000 },
    headersTimeout: 30_000,
    bodyTimeout: 30_000,
    allowH2: false,
  });
}

export interface ApiClientOptions extends TransportOptions {
  readonly token: string;
}

export interface TransportOptions {
  readonly baseUrl: string;
  /** Shared by all clients, closed by its creator. */
  readonly dispatcher: Dispatcher;
  /** Query names that the interface document leaves open; what has none is not sent. */
  readonly queryNames: { readonly week: string; readonly game: string | undefined };
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly random?: () => number;
  readonly sleep?: (delayMs: number) => Promise<unknown>;
  /** Lets other work run while a long response from this path is read. */
  readonly pause?: ((path: string) => Promise<void>) | undefined;
  /** Told about every single request, repeated ones too. Must not throw. */
  readonly onRequest?: (event: RequestEvent) => void;
  /** Told about every answer of which not all could be read. Must not throw. */
  readonly onLeftOut?: ((operation: string, leftOut: LeftOut) => void) | undefined;
}

/** Holds no token and no ids, so it may be logged as it is. */
export interface RequestEvent {
  readonly operation: string;
  readonly method: string;
  /** As the contract writes it, parameters in braces. */
  readonly path: string;
  /** `undefined` when no whole answer came. */
  readonly status: number | undefined;
  readonly durationMs: number;
  /** Of the answer's body, as far as it came. */
  readonly bytes: number;
}

/** What came of one request. */
export interface RequestOutcome {
  /** `undefined` when a whole answer came, whatever its status. */
  readonly failure: ApiFailure | undefined;
  /** As soon as it began to come. */
  readonly head: { readonly status: number; readonly headers: ReplyHeaders } | undefined;
  /** Of the answer's body, as far as it came. */
  readonly bytes: number;
  /** It was held back on this side, which says nothing about the service. */
  readonly isHeldBack: boolean;
}

/** Runs before the requests of one call. */
export interface Admission {
  /**
   * Waits until one request may be sent, retries included. Report the outcome to the returned function.
   * @throws ApiError when none may within that time, which ends the call
   */
  admit(withinMs: number): Promise<(outcome: RequestOutcome) => void>;
}

/** What all calls of one client have in common. */
export interface Transport extends Required<Pick<TransportOptions, "now" | "random" | "sleep">> {
  readonly origin: string;
  /** The prefix of every path, without a trailing slash. */
  readonly basePath: string;
  readonly dispatcher: Pick<Dispatcher, "dispatch">;
  readonly queryNames: Readonly<Record<string, string | undefined>>;
  readonly extraQuery: ExtraQuery;
  /** `undefined` for a token that no header can carry. */
  readonly headers: { readonly plain: Headers; readonly json: Headers } | undefined;
  readonly scrub: (text: string) => string;
  readonly pause: (path: string) => Promise<void>;
  readonly onRequest: ((event: RequestEvent) => void) | undefined;
  readonly onLeftOut: TransportOptions["onLeftOut"];
}
type Headers = Readonly<Record<string, string>>;

/** What a header may carry. Anything else cannot be a token that the service made. */
const headerSafeToken = /^[\x21-\x7e]+$/;

/** The service's address is read once; what is left for each token is cheap enough for a single call. */
export function createTransport(options: TransportOptions): (token: string) => Transport {
  const { baseUrl, dispatcher, queryNames, onRequest, onLeftOut } = options;
  const { now = Date.now, random = Math.random, sleep = sleepFor, pause = () => nextTurn() } = options;
  const { origin, pathname } = new URL(baseUrl);
  const basePath = pathname.replace(/\/+$/, "");
  const extraQuery = createExtraQuery();
  return (token) => {
    const plain = {
      accept: "application/json",
      authorization: `Bearer ${token}`,
      "user-agent": "workspace-bot",
    };
    return {
      origin,
      basePath,
      dispatcher,
      queryNames,
      extraQuery,
      headers: headerSafeToken.test(token)
        ? { plain, json: { ...plain, "content-type": "application/json" } }
        : undefined,
      scrub: createRedactor(token),
      now,
      random,
      sleep,
      pause,
      onRequest,
      onLeftOut,
    };
  };
}
