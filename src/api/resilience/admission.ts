import type { Dispatcher } from "undici";
import type { OutageFailure, Permission } from "./circuit-breaker.ts";
import type { Breakers } from "../breakers.ts";
import { call as callService, type CallOptions, type RawInput, writeReserveMs } from "../client.ts";
import type { Session } from "./sessions.ts";
import type { OperationName } from "../contract/index.ts";
import { leftOutOf } from "../contract/records.ts";
import type { Endpoint } from "../endpoint.ts";
import { ApiError, type ApiFailure } from "../errors.ts";
import type { KeyLimits } from "../key-limits.ts";
import { type RequestEvent, createTransport, type TransportOptions } from "../transport.ts";
import { isRejected, type Priority, type Permit } from "./permit.ts";
import { type Outcome, Watch } from "./request-watch.ts";

/** One call of one operation, as its caller put it. */
export interface Call {
  readonly operation: OperationName;
  readonly endpoint: Endpoint;
  readonly input: RawInput;
  readonly session: Session;
}

export interface SendOptions {
  readonly priority: Priority;
  readonly timeoutMs: number;
  readonly mayBeSent?: CallOptions["mayBeSent"];
  /** Called when the call has its turn and goes out. */
  readonly onAdmitted?: () => void;
}

export interface CallResult {
  readonly data: unknown;
  /** Of the answer's body, as far as it was kept. */
  readonly bytes: number;
}

/** @throws ApiError, ContractError */
export type AdmittedCall = (call: Call, sending: SendOptions) => Promise<CallResult>;

export interface AdmissionOptions extends Omit<TransportOptions, "sleep"> {
  readonly limits: KeyLimits;
  readonly breakers: Breakers;
  readonly now: () => number;
}

/** A call of which every request, a repeated one too, passes the breaker and takes its turn. */
export function createAdmittedCall(options: AdmissionOptions): AdmittedCall {
  const { limits, breakers, now } = options;
  const serviceOf = createTransport(options);
  return async (call, { priority, timeoutMs, mayBeSent, onAdmitted }) => {
    const startedAt = now();
    const { operation, endpoint, input, session } = call;
    const blockedForMs = session.isTrial ? 0 : breakers.blockedForMs(session.workspaceId);
    if (blockedForMs > 0) throw notSent(call, "unreachable", blockedForMs);
    const reserveMs = endpoint.retryable ? 0 : writeReserveMs(timeoutMs);
    const { limiter, id } = limits.of(session);
    const permit = await limiter.acquire(id, priority, timeoutMs - reserveMs);
    if (isRejected(permit)) throw notSent(call, "rate-limited", permit.retryAfterMs);
    const leftMs = startedAt + timeoutMs - now();
    if (leftMs < reserveMs) {
      permit.release();
      throw notSent(call, "rate-limited", 1);
    }
    onAdmitted?.();
    using attempts = new Admission(call, priority, permit, options);
    // One for each call lets its requests know which call they belong to.
    const service = { ...serviceOf(session.token), dispatcher: attempts, onRequest: attempts.onRequest };
    try {
      const data = await callService({ operation, endpoint, service }, input, {
        timeoutMs: Math.max(1, leftMs),
        reserveMs,
        mayBeSent,
      });
      if (endpoint.retryable && endpoint.path.includes("{workspaceId}")) limits.worked(session);
      return { data, bytes: attempts.bytes * keptShareOf(data) };
    } catch (error) {
      const failure = attempts.rejection ?? error;
      if (failure instanceof ApiError) limits.failed(session, failure.failure);
      throw failure;
    }
  };
}

/** Of a long list the newest are kept. */
function keptShareOf(data: unknown): number {
  if (!Array.isArray(data) || data.length === 0) return 1;
  const beyond = leftOutOf(data).reduce((sum, each) => sum + each.beyond, 0);
  return data.length / (data.length + beyond);
}

function notSent({ operation, endpoint }: Call, failure: ApiFailure, retryAfterMs: number): ApiError {
  return new ApiError(operation, failure, { retryable: endpoint.retryable, retryAfterMs });
}

const outageFailures: readonly (ApiFailure | undefined)[] = [
  "unavailable",
  "unreachable",
  "connection-lost",
  "timeout",
] satisfies readonly OutageFailure[];

function isOutage(failure: ApiFailure | undefined): failure is OutageFailure {
  return outageFailures.includes(failure);
}

/** Stands between the client and its connections for one call. */
class Admission implements Disposable, Pick<Dispatcher, "dispatch"> {
  /** Why the last attempt was not sent. The client knows only that it did not reach the service. */
  rejection: ApiError | undefined;
  bytes = 0;
  readonly #call: Call;
  readonly #priority: Priority;
  readonly #options: AdmissionOptions;
  /** The turn that was waited for, until a request uses it. */
  #permit: Permit | undefined;
  #abandon = (): void => undefined;
  /** What came of the last request that was sent. */
  #last: Outcome | undefined;

  constructor(call: Call, priority: Priority, permit: Permit, options: AdmissionOptions) {
    this.#call = call;
    this.#priority = priority;
    this.#permit = permit;
    this.#options = options;
  }

  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const admitted = this.#admit();
    if (admitted instanceof ApiError) {
      this.rejection = admitted;
      handler.onResponseError?.(nothingUnderWay, admitted);
      return true;
    }
    this.rejection = undefined;
    const settle = (outcome: Outcome): void => {
      this.#last = outcome;
      settleWith(outcome, admitted);
    };
    this.#abandon = () => settle({ answer: undefined, failure: "unreachable" });
    return this.#options.dispatcher.dispatch(request, new Watch(handler, settle));
  }

  /** Only what was really sent is told of. */
  readonly onRequest = (event: RequestEvent): void => {
    this.bytes = event.bytes;
    if (this.rejection === undefined) this.#options.onRequest?.(event);
  };

  /** The client gives up on a request that waits for a connection; no event of it may ever come. */
  [Symbol.dispose](): void {
    this.#permit?.release();
    this.#abandon();
  }

  #admit(): Admitted | ApiError {
    const { breakers, limits } = this.#options;
    const { session } = this.#call;
    const { workspaceId, isTrial } = session;
    const pass = isTrial ? freePass : breakers.enter(workspaceId);
    if (pass === undefined)
      return this.#refused("unreachable", Math.max(1, breakers.blockedForMs(workspaceId)));
    const { limiter, id } = limits.of(session);
    const permit = this.#permit ?? limiter.tryAcquire(id, this.#priority);
    if (isRejected(permit)) {
      pass.release();
      return this.#refused("rate-limited", permit.retryAfterMs);
    }
    this.#permit = undefined;
    return { pass, permit };
  }

  /** A request that was sent before says more than that there will be no other one. */
  #refused(reason: ApiFailure, retryAfterMs: number): ApiError {
    const { operation, endpoint } = this.#call;
    return new ApiError(operation, this.#last?.failure ?? reason, {
      retryable: endpoint.retryable,
      status: this.#last?.answer?.status,
      retryAfterMs,
    });
  }
}

interface Admitted {
  readonly pass: Permission;
  readonly permit: Permit;
}

function settleWith({ answer, failure, keptBack = false }: Outcome, { pass, permit }: Admitted): void {
  if (failure === "unreachable") permit.release();
  else permit.complete(answer);
  if (keptBack) pass.release();
  else if (isOutage(failure)) pass.fail(failure);
  else pass.succeed();
}

/** What comes of trying a key says nothing to those who have one. */
const freePass: Permission = { succeed: () => undefined, fail: () => undefined, release: () => undefined };

const nothingUnderWay: Dispatcher.DispatchController = {
  aborted: false,
  paused: false,
  reason: null,
  abort: () => undefined,
  pause: () => undefined,
  resume: () => undefined,
};
