import { getRequestListener } from "@hono/node-server";
import { once } from "node:events";
import { createServer } from "node:http";
import type { OperationName } from "../../api/contract/index.ts";
import { createTokenAccess } from "./access.ts";
import { createServing } from "./serving.ts";
import { createExchangeLog, type Exchange, type ExchangeListener } from "./exchanges.ts";
import { createFaults, type FaultControl } from "./faults.ts";
import { listen } from "./listen.ts";
import { createRandom, hex } from "./random.ts";
import { createRateLimit } from "./rate-limit.ts";
import { seedState } from "./seed/index.ts";
import { createService } from "./service.ts";
import type { ServiceState } from "./state.ts";

export type { Exchange } from "./exchanges.ts";
export type { Fault } from "./faults.ts";

const TOKEN_DIGITS = 64;

export interface ServiceStandInOptions {
  /** On 127.0.0.1; any free one when left out or 0. */
  readonly port?: number;
  readonly now: () => number;
  /** The same seed and clock give the same data, ids and secrets. */
  readonly seed?: number;
  /** The one token that is accepted; made from the seed when left out. */
  readonly token?: string;
  /** The two query names that the interface leaves open; `week` and `game` when left out. */
  readonly queryNames?: { readonly week: string; readonly game: string };
  readonly onExchange?: ExchangeListener;
}

/** A workspace service on a loopback socket, with one café as its workspace. */
export interface ServiceStandIn {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly workspaceId: string;
  /** The token that is accepted now, or was until it was revoked. */
  readonly token: string;
  /** The secret that the task-board configuration carries on the wire. A bot that shows it anywhere is broken. */
  readonly oauthToken: string;
  readonly state: ServiceState;
  /** The last 500, oldest first. */
  readonly requests: readonly Exchange[];
  readonly faults: FaultControl;
  /** Called after each exchange; the function that is returned ends that. */
  onExchange(listener: ExchangeListener): () => void;
  /** From now on every request is answered with 401. */
  revokeToken(): void;
  /** Makes another token the accepted one, and gives it back. */
  issueToken(token?: string): string;
  /** These operations, and no others, are answered with 403. */
  setForbidden(operations: readonly OperationName[]): void;
  /** Begins a new minute. */
  resetRateLimit(): void;
  setRateLimit(requestsPerMinute: number): void;
  /** Drops every connection, also those that wait for an answer. */
  close(): Promise<void>;
}

export async function startServiceStandIn(options: ServiceStandInOptions): Promise<ServiceStandIn> {
  const { now, seed = 1, queryNames = { week: "week", game: "game" } } = options;
  const random = createRandom(seed);
  const access = createTokenAccess(options.token ?? hex(random, TOKEN_DIGITS));
  const oauthToken = `taskboard-secret-${hex(random, TOKEN_DIGITS)}`;
  const service = createService({ state: seedState(random, now()), now, random, oauthToken });
  const faults = createFaults(now);
  const log = createExchangeLog();
  const rateLimit = createRateLimit(now);
  const closing = new AbortController();
  if (options.onExchange !== undefined) log.subscribe(options.onExchange);

  const app = createServing({
    service,
    access,
    rateLimit,
    queryNames,
    faults,
    log,
    closing: closing.signal,
    baseUrl: () => baseUrl,
  });
  const server = createServer();
  const serve = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  server.on("request", (incoming, outgoing) => void serve(incoming, outgoing));
  const baseUrl = `http://127.0.0.1:${await listen(server, options.port ?? 0)}`;

  return {
    baseUrl,
    workspaceId: service.state.workspace.id,
    get token() {
      return access.token;
    },
    oauthToken,
    state: service.state,
    requests: log.list,
    faults,
    onExchange: (listener) => log.subscribe(listener),
    revokeToken: () => access.revoke(),
    issueToken(token = hex(random, TOKEN_DIGITS)) {
      access.issue(token);
      return token;
    },
    setForbidden: (operations) => access.setForbidden(operations),
    resetRateLimit: () => rateLimit.reset(),
    setRateLimit: (requestsPerMinute) => rateLimit.setLimit(requestsPerMinute),
    async close() {
      if (!server.listening) return;
      closing.abort();
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
