import type { Headers } from "../../http/retry-after.ts";

/** In the order they are served: somebody is waiting; nobody is; only uses what is left over. */
export const priorities = ["interactive", "background", "spare"] as const;
export type Priority = (typeof priorities)[number];

/** The right to send one request. The holder releases it or reports the outcome; only the first call counts. */
export interface Permit {
  /** The request was sent, or may have been. */
  complete(response?: { readonly status: number; readonly headers: Headers }): void;
  /** Nothing was sent. */
  release(): void;
}

/** No request can be sent in time. */
export interface Rejection {
  readonly retryAfterMs: number;
}

export function isRejected(verdict: Permit | Rejection): verdict is Rejection {
  return "retryAfterMs" in verdict;
}
