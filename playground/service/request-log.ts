import type { OperationName } from "../../src/api/contract/index.ts";
import type { Fault } from "./faults.ts";

/** One request and what became of it. Never holds the token or a body. */
export interface Exchange {
  readonly at: number;
  /** `undefined` when no operation has this method and path. */
  readonly operation: OperationName | undefined;
  readonly method: string;
  /** As it came, query included. */
  readonly path: string;
  /** `undefined` when no answer was sent. */
  readonly status: number | undefined;
  readonly durationMs: number;
  readonly bytes: number;
  /** The fault that struck it, if one did. */
  readonly fault: Fault["kind"] | undefined;
}

export type ExchangeListener = (exchange: Exchange) => void;

const maxKept = 500;

export interface ExchangeLog {
  /** The last 500, oldest first. */
  readonly list: readonly Exchange[];
  record(exchange: Exchange): void;
  subscribe(listener: ExchangeListener): () => void;
}

export function createExchangeLog(): ExchangeLog {
  const list: Exchange[] = [];
  const listeners = new Set<ExchangeListener>();
  return {
    list,
    record(exchange) {
      list.push(exchange);
      if (list.length > maxKept) list.shift();
      for (const listener of listeners) listener(exchange);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
