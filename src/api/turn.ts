import type { Headers } from "./retry-after.ts";

/** Somebody waits for it, or nobody does. */
export type Lane = "people" | "background";

/** The right to send one request. Whoever has it gives it back or says what came of it; only the first word counts. */
export interface Turn {
  /** The request was sent, or may have been. */
  spent(answer?: { readonly status: number; readonly headers: Headers }): void;
  /** Nothing was sent. */
  giveBack(): void;
}

/** There is no turn to be had soon enough. */
export interface Refusal {
  readonly retryAfterMs: number;
}

export function isRefusal(verdict: Turn | Refusal): verdict is Refusal {
  return "retryAfterMs" in verdict;
}
