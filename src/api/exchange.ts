import { type Dispatcher, errors, request } from "undici";
import type { ApiFailure } from "./errors.ts";
import { type Progress, ResponseTooLarge } from "./progress.ts";
import type { Headers } from "./retry-after.ts";

export interface Outgoing {
  readonly method: "GET" | "POST" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** One request and its whole answer. Rejects with whatever broke; `failureOf` says what that means. */
export async function exchange(
  outgoing: Outgoing,
  dispatcher: Dispatcher,
  signal: AbortSignal,
  progress: Progress,
): Promise<Answer> {
  signal.throwIfAborted();
  const { url, ...options } = outgoing;
  const response = await unlessAborted(
    request(url, { ...options, dispatcher, signal, opaque: progress }),
    signal,
  );
  const { statusCode: status, headers, body } = response;
  // A refusal is clear from its status alone, so losing its body loses no more than the words.
  const text = await (status < 400 ? body.text() : body.text().catch(() => ""));
  return { status, headers, text };
}

/** What an exchange that broke before its answer was whole means to the caller. */
export function failureOf(cause: unknown, progress: Progress): ApiFailure {
  if (!progress.sent) return "unreachable";
  if (cause instanceof ResponseTooLarge) return "too-large";
  if (cause instanceof errors.HeadersTimeoutError || cause instanceof errors.BodyTimeoutError)
    return "timeout";
  return cause instanceof Error && cause.name === "TimeoutError" ? "timeout" : "cut";
}

/** undici heeds a signal only once a request has its connection; one that still waits for it would outlive its budget. */
async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
