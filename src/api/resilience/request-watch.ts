import type { Dispatcher } from "undici";
import { type ApiFailure, failureFromStatus, LeaseEndedError } from "../errors.ts";
import { classifyError } from "../../http/request.ts";
import type { Headers } from "../../http/retry-after.ts";

type Fields = Record<string, string | string[] | undefined>;

/** What came of one request: a failure without a status is one in which no whole answer came. */
export interface Outcome {
  /** It was kept back here, which says nothing about the service. */
  readonly keptBack?: boolean;
  readonly failure: ApiFailure | undefined;
  readonly answer: { readonly status: number; readonly headers: Headers } | undefined;
}

/** Hands a request's events on as they come, and tells what came of it before whoever waits for the answer goes on. */
export class Watch implements Dispatcher.DispatchHandler {
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #tell: (outcome: Outcome) => void;
  #sent = false;
  #answer: Outcome["answer"];

  constructor(handler: Dispatcher.DispatchHandler, tell: (outcome: Outcome) => void) {
    this.#handler = handler;
    this.#tell = tell;
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#handler.onRequestStart?.(controller, context);
    this.#sent = !controller.aborted;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Fields): void {
    if (status >= 200) this.#answer = { status, headers };
    this.#handler.onResponseStart?.(controller, status, headers);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#handler.onResponseData?.(controller, chunk);
  }

  onResponseEnd(controller: Dispatcher.DispatchController, trailers: Fields): void {
    this.#tell(this.#outcome(undefined));
    this.#handler.onResponseEnd?.(controller, trailers);
  }

  onResponseError(controller: Dispatcher.DispatchController, cause: Error): void {
    const keptBack = cause instanceof LeaseEndedError;
    this.#tell({ ...this.#outcome(classifyError(cause, this.#sent)), keptBack });
    this.#handler.onResponseError?.(controller, cause);
  }

  /** A failing status says all, even when its body was lost. */
  #outcome(broken: ApiFailure | undefined): Outcome {
    const status = this.#answer?.status ?? 0;
    return { answer: this.#answer, failure: status >= 400 ? failureFromStatus(status) : broken };
  }
}
