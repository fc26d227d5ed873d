import type { OperationName } from "../../api/contract/index.ts";
import type { Exchange, ExchangeListener } from "./exchanges.ts";
import type { FaultControl } from "./faults.ts";
import type { ServiceState } from "./state.ts";

export type { Exchange, ExchangeListener } from "./exchanges.ts";
export type { Fault, FaultControl } from "./faults.ts";
export type { ServiceState } from "./state.ts";

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
  throw new Error(`The stand-in for the service cannot start on port ${options.port ?? 0} yet.`);
}
