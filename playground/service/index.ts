import { getRequestListener } from "@hono/node-server";
import { once } from "node:events";
import { createServer } from "node:http";
import { createServing } from "./routes.ts";
import { createExchangeLog, type Exchange, type ExchangeListener } from "./request-log.ts";
import { createFaults, type FaultControl } from "./faults.ts";
import { listen } from "./listen.ts";
import { bakery } from "./seed/businesses/bakery.ts";
import { cafe } from "./seed/businesses/cafe.ts";
import type { WorkspaceEmulator } from "./workspace.ts";
import { createWorkspaces } from "./workspaces.ts";

export type { Exchange } from "./request-log.ts";
export type { Fault } from "./faults.ts";
export type { WorkspaceEmulator } from "./workspace.ts";

export interface ServiceEmulatorOptions {
  /** On 127.0.0.1; any free port if omitted or 0. */
  readonly port?: number;
  readonly now: () => number;
  /** The same seed and clock give the same data, ids and secrets. */
  readonly seed?: number;
  /** The first workspace's token; derived from the seed by default. */
  readonly token?: string;
  /**
   * Every workspace is alive: guests keep ordering, so that some orders are always open, staff keep playing, and weeks are
   * marked when they end. Twelve weeks are marked already; without it eight are, and nothing happens by itself.
   */
  readonly isBusy?: boolean;
  /** The two query names that the interface leaves open; `week` and `game` by default. */
  readonly queryNames?: { readonly week: string; readonly game: string };
  readonly onExchange?: ExchangeListener;
}

export interface NewWorkspace {
  readonly name: string;
  /** When left out: the emulator's seed and the workspace's place among the others. */
  readonly seed?: number;
}

/** A workspace service on a loopback socket. Its first workspace is a café; what it says of a workspace is of that one. */
export interface ServiceEmulator extends WorkspaceEmulator {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Every workspace but the first, oldest first. */
  readonly others: readonly WorkspaceEmulator[];
  /** A small bakery of this name, with token, data and rate limit of its own. */
  addWorkspace(workspace: NewWorkspace): WorkspaceEmulator;
  /** The last 500 of all workspaces, oldest first. */
  readonly requests: readonly Exchange[];
  readonly faults: FaultControl;
  /** Called after each exchange; the returned function unsubscribes. */
  onExchange(listener: ExchangeListener): () => void;
  /** Closes every connection, including those waiting for a response. */
  close(): Promise<void>;
}

export async function startServiceEmulator(options: ServiceEmulatorOptions): Promise<ServiceEmulator> {
  const { now, seed = 1, queryNames = { week: "week", game: "game" }, isBusy = false } = options;
  const { token } = options;
  const workspaces = createWorkspaces({ name: "Harbour Café", business: cafe, seed, token, now, isBusy });
  const faults = createFaults(now);
  const log = createExchangeLog();
  const closing = new AbortController();
  if (options.onExchange !== undefined) log.subscribe(options.onExchange);

  const app = createServing({
    workspaces,
    queryNames,
    faults,
    log,
    now,
    closing: closing.signal,
    baseUrl: () => baseUrl,
  });
  const server = createServer();
  const serve = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  server.on("request", (incoming, outgoing) => void serve(incoming, outgoing));
  const baseUrl = `http://127.0.0.1:${await listen(server, options.port ?? 0)}`;
  const { emulator } = workspaces.first;

  return {
    ...emulator,
    get token() {
      return emulator.token;
    },
    baseUrl,
    get others() {
      return workspaces.others.map((other) => other.emulator);
    },
    addWorkspace({ name, seed: own = seed + 1 + workspaces.others.length }) {
      return workspaces.add({ name, business: bakery, seed: own, token: undefined, now, isBusy }).emulator;
    },
    requests: log.list,
    faults,
    onExchange: (listener) => log.subscribe(listener),
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
