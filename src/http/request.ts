import { type Dispatcher, errors } from "undici";
import { LeaseEndedError } from "../lease.ts";
import type { Timer } from "../time.ts";

const maxTimerMs = 2 ** 31 - 1;

/**
 * The request itself keeps the process alive. Node makes a new list for each timer that does, if it is the only one of its
 * length, which takes three times as long.
 */
const startIdleTimer: Timer = (delayMs, callback) => {
  const timer = setTimeout(callback, delayMs).unref();
  return () => clearTimeout(timer);
};

/**
 * The timeout of a call, retries included. A plain timer: an `AbortSignal` per call, with its listeners,
 * would cost as much processor time as reading a small response.
 */
export class Deadline implements Disposable {
  /** Aborts the request in flight; `undefined` between two requests. */
  onExpire: (() => void) | undefined;
  readonly #reserveMs: number;
  readonly #endsAt: number;
  #expired = false;
  readonly #cancelTimer: () => void;

  /** @param reserveMs the time that must be left when a request starts */
  constructor(timeoutMs: number, reserveMs = 0, timer: Timer = startIdleTimer) {
    this.#reserveMs = reserveMs;
    this.#endsAt = performance.now() + timeoutMs;
    const delayMs = Math.min(Math.max(1, Math.ceil(timeoutMs)), maxTimerMs);
    this.#cancelTimer = timer(delayMs, () => this.#pass());
  }

  get expired(): boolean {
    return this.#expired;
  }

  /** Whether a request that starts now has enough time for a response. */
  get allowsStart(): boolean {
    return !this.#expired && this.#endsAt - performance.now() >= this.#reserveMs;
  }

  #pass(): void {
    this.#expired = true;
    this.onExpire?.();
  }

  [Symbol.dispose](): void {
    this.#cancelTimer();
  }
}

const byteOrderMark = Buffer.from("\uFEFF");
/** A shorter response is parsed in no time. */
const longFromBytes = 256 * 1024;
/** Of an error response, only a few words are needed. */
const maxRefusalBytes = 1024 * 1024;

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Consumes a long response as it arrives. */
export interface ResponseConsumer {
  /** @returns false if nothing more is wanted */
  push(piece: Buffer): Promise<boolean>;
}

/** How a request failed before its response was complete. */
type RequestFailure = "unreachable" | "connection-lost" | "timeout" | "too-large";

export interface RequestInit<Consumer extends ResponseConsumer = ResponseConsumer> {
  readonly origin: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Includes the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** A longer response is not read completely. */
  readonly maxResponseBytes: number;
  /** Consumes a long response as it arrives; if omitted, it is held as a whole. */
  readonly createConsumer?: (() => Consumer | undefined) | undefined;
}

export interface HttpResponse<Consumer extends ResponseConsumer = ResponseConsumer> {
  readonly status: number;
  readonly headers: Headers;
  /** Empty if it was consumed or lost. */
  readonly body: Buffer;
  /** The consumer of a long response. */
  readonly consumer?: Consumer | undefined;
}

export interface RequestLimits {
  readonly deadline: Deadline;
  /** Called once, right before the first byte is sent. */
  readonly mayBeSent?: (() => boolean) | undefined;
}

class DeadlineExceeded extends Error {
  override readonly name = "DeadlineExceeded";
}

class ResponseTooLarge extends Error {
  override readonly name = "ResponseTooLarge";
}

/** The response's consumer stopped reading, and knows why. */
class NotWanted extends Error {
  override readonly name = "NotWanted";
}

/**
 * One request and its complete response. It implements undici's lowest-level handler: a stream and an abort
 * signal per request would cost more than everything else the client does.
 */
export class HttpRequest<Consumer extends ResponseConsumer> implements Dispatcher.DispatchHandler {
  readonly #outgoing: RequestInit<Consumer>;
  readonly #response: Promise<HttpResponse<Consumer>>;
  readonly #resolve: (response: HttpResponse<Consumer>) => void;
  readonly #reject: (cause: Error) => void;
  readonly #deadline: Deadline;
  readonly #maxBytes: number;
  readonly #mayBeSent: () => boolean;
  readonly #createConsumer: (() => Consumer | undefined) | undefined;
  #chunks: Buffer[] = [];
  #consumer: Consumer | undefined;
  /** Settles when the consumer has taken everything received so far. Never rejects. */
  #consumed: Promise<void> = Promise.resolve();
  #controller: Dispatcher.DispatchController | undefined;
  #head: Pick<HttpResponse, "status" | "headers"> | undefined;
  #bytes = 0;
  #isHeldBack = false;

  constructor(outgoing: RequestInit<Consumer>, { deadline, mayBeSent = () => true }: RequestLimits) {
    const { promise, resolve, reject } = Promise.withResolvers<HttpResponse<Consumer>>();
    this.#outgoing = outgoing;
    this.#response = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#deadline = deadline;
    this.#maxBytes = outgoing.maxResponseBytes;
    this.#mayBeSent = mayBeSent;
    this.#createConsumer = outgoing.createConsumer;
  }

  /**
   * Call once only.
   * @throws the underlying error; `classifyError` says what it means
   */
  send(dispatcher: Pick<Dispatcher, "dispatch">): Promise<HttpResponse<Consumer>> {
    if (this.#deadline.expired) {
      this.#isHeldBack = true;
      this.#abort();
    } else {
      // V8 creates a function that is assigned to a property directly among its old objects, as if it were there to stay. It
      // would keep each request and its answer through every young collection.
      const abort = (): void => this.#abort();
      this.#deadline.onExpire = abort;
      dispatcher.dispatch(this.#outgoing, this);
    }
    return this.#response;
  }

  /** False while no byte can have been sent: the connection is being made, or none is free. */
  get sent(): boolean {
    return this.#controller !== undefined;
  }

  /** Whether this side stopped it although it could have been sent, which says nothing about the service. */
  get isHeldBack(): boolean {
    return this.#isHeldBack;
  }

  /** The response's status, once it began to arrive. */
  get head(): Pick<HttpResponse, "status" | "headers"> | undefined {
    return this.#head;
  }

  /** Bytes of the response's body received so far. */
  get bytes(): number {
    return this.#bytes;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (!this.#deadline.allowsStart)
      this.#holdBack(controller, new DeadlineExceeded("no connection was free in time"));
    else if (!this.#mayBeSent()) this.#holdBack(controller, new LeaseEndedError("held up for too long"));
    else this.#controller = controller;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status >= 200) this.#head = { status, headers };
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    // undici hands over nothing when it is resumed before more arrived: pausing for it again would keep a processor busy.
    if (chunk.length === 0) return;
    this.#bytes += chunk.length;
    const isSuccess = this.#head !== undefined && this.#head.status < 300;
    const maxBytes = isSuccess ? this.#maxBytes : Math.min(this.#maxBytes, maxRefusalBytes);
    if (this.#bytes > maxBytes) {
      controller.abort(new ResponseTooLarge(`more than ${maxBytes} bytes`));
      return;
    }
    this.#chunks.push(chunk);
    if (this.#bytes > longFromBytes && isSuccess && this.#consumer === undefined) {
      this.#consumer = this.#createConsumer?.();
      if (this.#consumer !== undefined) this.#chunks = [withoutMark(joinChunks(this.#chunks))];
    }
    if (this.#consumer !== undefined) this.#hand(this.#consumer, controller);
  }

  /** Reading from the connection pauses until the consumer has taken this. */
  #hand(consumer: ResponseConsumer, controller: Dispatcher.DispatchController): void {
    const chunks = this.#chunks;
    this.#chunks = [];
    controller.pause();
    this.#consumed = takeAfter(this.#consumed, consumer, chunks, controller);
  }

  onResponseEnd(): void {
    this.#deadline.onExpire = undefined;
    const head = this.#head;
    const consumer = this.#consumer;
    if (head === undefined) this.#reject(new Error("an answer without a head"));
    else if (consumer === undefined) this.#resolve({ ...head, body: joinChunks(this.#chunks) });
    else void this.#consumed.then(() => this.#resolve({ ...head, body: noBytes, consumer }));
  }

  onResponseError(_: unknown, cause: Error): void {
    this.#deadline.onExpire = undefined;
    // An error is clear from its status alone, so losing its body only loses the message.
    if (this.#head !== undefined && (this.#head.status >= 400 || cause instanceof NotWanted))
      this.#resolve({ ...this.#head, body: noBytes, consumer: this.#consumer });
    else this.#reject(cause);
  }

  #holdBack(controller: Dispatcher.DispatchController, cause: Error): void {
    this.#isHeldBack = true;
    controller.abort(cause);
  }

  #abort(): void {
    const cause = new DeadlineExceeded("the call's time is used up");
    // undici can't cancel a request that waits for a connection; it is stopped once it gets one.
    if (this.#controller === undefined) this.#reject(cause);
    else this.#controller.abort(cause);
  }
}

async function takeAfter(
  before: Promise<void>,
  consumer: ResponseConsumer,
  chunks: readonly Buffer[],
  controller: Dispatcher.DispatchController,
): Promise<void> {
  await before;
  let isWanted = true;
  for (const chunk of chunks) isWanted = isWanted && !controller.aborted && (await consumer.push(chunk));
  if (isWanted) controller.resume();
  else controller.abort(new NotWanted("the answer is not what was expected"));
}

/** What a request that failed before its response was complete means to the caller. */
export function classifyError(cause: unknown, sent: boolean): RequestFailure {
  if (!sent) return "unreachable";
  if (cause instanceof ResponseTooLarge || cause instanceof NotWanted) return "too-large";
  const late =
    cause instanceof DeadlineExceeded ||
    cause instanceof errors.HeadersTimeoutError ||
    cause instanceof errors.BodyTimeoutError;
  return late ? "timeout" : "connection-lost";
}

const noBytes = Buffer.alloc(0);

function joinChunks(chunks: readonly Buffer[]): Buffer {
  const [first = noBytes] = chunks;
  return chunks.length <= 1 ? first : Buffer.concat(chunks);
}

export function decodeText(body: Buffer): string {
  return withoutMark(body).toString("utf8");
}

function withoutMark(body: Buffer): Buffer {
  const { length } = byteOrderMark;
  return body.subarray(0, length).equals(byteOrderMark) ? body.subarray(length) : body;
}
