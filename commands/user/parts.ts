import { ApiError, type ApiFailure, ContractError } from "../../src/api/errors.ts";

/** One of several things that were asked for at once: what it is, or why there is nothing to show. */
export type Part<T> = { readonly value: T } | { readonly why: string };

const failureWords: Readonly<Record<ApiFailure, string>> = {
  unauthorized: "the workspace no longer accepts this server's key",
  forbidden: "this server's key may not read it",
  "not-found": "the workspace knows nothing of it",
  rejected: "the workspace did not accept the question",
  "bad-id": "the id is none the workspace could know",
  "rate-limited": "the workspace's requests of this minute are used up",
  unreachable: "the workspace service cannot be reached",
  cut: "the connection broke off",
  "too-large": "the workspace sent more than I can take in",
  unavailable: "the workspace service has trouble answering",
  timeout: "the workspace service took too long",
};

/** @throws whatever is no failure of the service */
export function partOf<T>(settled: PromiseSettledResult<T>): Part<T> {
  if (settled.status === "fulfilled") return { value: settled.value };
  if (settled.reason instanceof ApiError) return { why: failureWords[settled.reason.failure] };
  if (settled.reason instanceof ContractError)
    return { why: "the workspace answered in a form I do not know" };
  throw settled.reason;
}

export function valueOf<T>(part: Part<T>): T | undefined {
  return "value" in part ? part.value : undefined;
}
