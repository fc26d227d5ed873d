import { setImmediate as nextTurn, setTimeout as sleepFor } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { createExtraQuery, type ExtraQuery } from "./extra-query.ts";
import type { LeftOut } from "./contract/records.ts";
import { scrubber } from "./secrecy.ts";

export interface ApiClientOptions extends ServiceOptions {
  readonly token: string;
}

export interface ServiceOptions {
  readonly baseUrl: string;
  /** Shared by all clients, closed by whoever made it. */
  readonly dispatcher: Dispatcher;
  /** Query names that the interface document leaves open; what has none is not sent. */
  readonly queryNames: { readonly week: string; readonly game: string | undefined };
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  readonly random?: () => number;
  readonly sleep?: (delayMs: number) => Promise<unknown>;
  /** Lets others go on while a long answer is read, which came from this path. */
  readonly pause?: ((path: string) => Promise<void>) | undefined;
  /** Told about every single request, repeated ones too. Must not throw. */
  readonly onExchange?: (event: ExchangeEvent) => void;
  /** Told about every answer of which not all could be read. Must not throw. */
  readonly onLeftOut?: ((operation: string, leftOut: LeftOut) => void) | undefined;
}

/** Holds no token and no ids, so it may be logged as it is. */
export interface ExchangeEvent {
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

/** What all calls of one client have in common. */
export interface Service extends Required<Pick<ServiceOptions, "now" | "random" | "sleep">> {
  readonly origin: string;
  /** What stands before every path; without a slash at its end. */
  readonly basePath: string;
  readonly dispatcher: Pick<Dispatcher, "dispatch">;
  readonly queryNames: Readonly<Record<string, string | undefined>>;
  readonly extraQuery: ExtraQuery;
  /** `undefined` for a token that no header can carry. */
  readonly headers: { readonly plain: Headers; readonly json: Headers } | undefined;
  readonly scrub: (text: string) => string;
  readonly pause: (path: string) => Promise<void>;
  readonly onExchange: ((event: ExchangeEvent) => void) | undefined;
  readonly onLeftOut: ServiceOptions["onLeftOut"];
}
type Headers = Readonly<Record<string, string>>;

/** What a header may carry. Anything else cannot be a token that the service made. */
const SENDABLE_TOKEN = /^[\x21-\x7e]+$/;

/** The service's address is read once; what is left for each token is cheap enough for a single call. */
export function serviceFor(options: ServiceOptions): (token: string) => Service {
  const { baseUrl, dispatcher, queryNames, onExchange, onLeftOut } = options;
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
      headers: SENDABLE_TOKEN.test(token)
        ? { plain, json: { ...plain, "content-type": "application/json" } }
        : undefined,
      scrub: scrubber(token),
      now,
      random,
      sleep,
      pause,
      onExchange,
      onLeftOut,
    };
  };
}
