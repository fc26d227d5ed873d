import { type Dispatcher, errors } from "undici";
import type { Deadline } from "./deadline.ts";
import { type ApiFailure, LeaseEndedError } from "./errors.ts";
import type { Headers } from "./retry-after.ts";

const BYTE_ORDER_MARK = 0xfeff;

export interface Outgoing {
  readonly origin: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** A longer answer is not read to its end. */
  readonly maxResponseBytes: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface ExchangeLimits {
  readonly deadline: Deadline;
  /** Asked once, right before the first byte leaves. */
  readonly mayBeSent?: (() => boolean) | undefined;
}

class TimeIsUp extends Error {
  override readonly name = "TimeIsUp";
}

class ResponseTooLarge extends Error {
  override readonly name = "ResponseTooLarge";
}

/**
 * One request and its whole answer. It is its own handler of undici's lowest interface: a stream and an abort signal
 * for each request cost more than everything else the client does.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Rejects with whatever broke; `failureOf` says what that means. */
  readonly answer: Promise<Answer>;
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (cause: Error) => void;
  readonly #deadline: Deadline;
  readonly #maxBytes: number;
  readonly #mayBeSent: () => boolean;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #head: Omit<Answer, "text"> | undefined;
  #bytes = 0;

  constructor(
    outgoing: Outgoing,
    dispatcher: Pick<Dispatcher, "dispatch">,
    { deadline, mayBeSent = () => true }: ExchangeLimits,
  ) {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.answer = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#deadline = deadline;
    this.#maxBytes = outgoing.maxResponseBytes;
    this.#mayBeSent = mayBeSent;
    deadline.end = () => this.#giveUp();
    dispatcher.dispatch(outgoing, this);
  }

  /** False as long as not one byte can have left: the connection is being made, or none is free. */
  get sent(): boolean {
    return this.#controller !== undefined;
  }

  /** Of the answer's body, as far as it came. */
  get bytes(): number {
    return this.#bytes;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (!this.#deadline.allowsStart) controller.abort(new TimeIsUp("no connection was free in time"));
    else if (!this.#mayBeSent()) controller.abort(new LeaseEndedError("held up for too long"));
    else this.#controller = controller;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status >= 200) this.#head = { status, headers };
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes <= this.#maxBytes) this.#chunks.push(chunk);
    else controller.abort(new ResponseTooLarge(`more than ${this.#maxBytes} bytes`));
  }

  onResponseEnd(): void {
    this.#deadline.end = undefined;
    if (this.#head === undefined) this.#reject(new Error("an answer without a head"));
    else this.#resolve({ ...this.#head, text: textOf(this.#chunks) });
  }

  onResponseError(_: unknown, cause: Error): void {
    this.#deadline.end = undefined;
    // A refusal is clear from its status alone, so losing its body loses no more than the words.
    if (this.#head !== undefined && this.#head.status >= 400) this.#resolve({ ...this.#head, text: "" });
    else this.#reject(cause);
  }

  #giveUp(): void {
    const cause = new TimeIsUp("the budget of the call is used up");
    // undici cannot take back a request that waits for its connection; it is stopped when it gets one.
    if (this.#controller === undefined) this.#reject(cause);
    else this.#controller.abort(cause);
  }
}

/** What an exchange that broke before its answer was whole means to the caller. */
export function failureOf(cause: unknown, sent: boolean): ApiFailure {
  if (!sent) return "unreachable";
  if (cause instanceof ResponseTooLarge) return "too-large";
  const late =
    cause instanceof TimeIsUp ||
    cause instanceof errors.HeadersTimeoutError ||
    cause instanceof errors.BodyTimeoutError;
  return late ? "timeout" : "cut";
}

function textOf(chunks: readonly Buffer[]): string {
  const [first] = chunks;
  if (first === undefined) return "";
  const text = (chunks.length === 1 ? first : Buffer.concat(chunks)).toString("utf8");
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
}
