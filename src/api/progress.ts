import type { Dispatcher } from "undici";

/** The longest answer that is read. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

/** What is known about one request while it is under way. */
export class Progress {
  /** False as long as not one byte can have left: the connection is being made, or none is free. */
  sent = false;
  /** Of the answer's body. */
  bytes = 0;
}

export class ResponseTooLarge extends Error {
  override readonly name = "ResponseTooLarge";
}

/** Keeps the `Progress` that a request carries as its `opaque` value. */
export const trackProgress: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const progress = "opaque" in options ? options.opaque : undefined;
  return dispatch(options, progress instanceof Progress ? new TrackingHandler(handler, progress) : handler);
};

class TrackingHandler implements Dispatcher.DispatchHandler {
  readonly #inner: Dispatcher.DispatchHandler;
  readonly #progress: Progress;

  constructor(inner: Dispatcher.DispatchHandler, progress: Progress) {
    this.#inner = inner;
    this.#progress = progress;
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#inner.onRequestStart?.(controller, context);
    if (!controller.aborted) this.#progress.sent = true;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2],
    statusMessage?: string,
  ): void {
    this.#inner.onResponseStart?.(controller, status, headers, statusMessage);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#progress.bytes += chunk.length;
    if (this.#progress.bytes > MAX_RESPONSE_BYTES) {
      controller.abort(new ResponseTooLarge(`more than ${MAX_RESPONSE_BYTES} bytes`));
    } else {
      this.#inner.onResponseData?.(controller, chunk);
    }
  }

  onResponseEnd(
    controller: Dispatcher.DispatchController,
    trailers: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseEnd"]>>[1],
  ): void {
    this.#inner.onResponseEnd?.(controller, trailers);
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    this.#inner.onResponseError?.(controller, error);
  }
}
