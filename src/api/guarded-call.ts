import type { Dispatcher } from "undici";
import type { DownFailure, Pass } from "./breaker.ts";
import type { Breakers } from "./breakers.ts";
import { call as callService, type CallOptions, type RawInput, writeReserveMs } from "./client.ts";
import type { Connection } from "./connection.ts";
import type { OperationName } from "./contract/index.ts";
import { leftOutOf } from "./contract/records.ts";
import type { Endpoint } from "./endpoint.ts";
import { ApiError, type ApiFailure } from "./errors.ts";
import type { KeyLimits } from "./key-limits.ts";
import { type ExchangeEvent, serviceFor, type ServiceOptions } from "./service.ts";
import { isRefusal, type Lane, type Turn } from "./turn.ts";
import { type Outcome, Watch } from "./watch.ts";

/** One call of one operation, as its caller put it. */
export interface Call {
  readonly operation: OperationName;
  readonly endpoint: Endpoint;
  readonly input: RawInput;
  readonly connection: Connection;
}

export interface Sending {
  readonly lane: Lane;
  readonly budgetMs: number;
  readonly mayBeSent?: CallOptions["mayBeSent"];
  /** Called when the call has its turn and goes out. */
  readonly onTurn?: () => void;
}

export interface Received {
  readonly data: unknown;
  /** Of the answer's body, as far as it was kept. */
  readonly bytes: number;
}

/** @throws ApiError, ContractError */
export type GuardedCall = (call: Call, sending: Sending) => Promise<Received>;

export interface GuardedCallOptions extends Omit<ServiceOptions, "sleep"> {
  readonly limits: KeyLimits;
  readonly breakers: Breakers;
  readonly now: () => number;
}

/** A call of which every request, a repeated one too, passes the breaker and takes its turn. */
export function createGuardedCall(options: GuardedCallOptions): GuardedCall {
  const { limits, breakers, now } = options;
  const serviceOf = serviceFor(options);
  return async (call, { lane, budgetMs, mayBeSent, onTurn }) => {
    const startedAt = now();
    const { operation, endpoint, input, connection } = call;
    const blockedForMs = connection.isTrial ? 0 : breakers.blockedForMs(connection.workspaceId);
    if (blockedForMs > 0) throw notSent(call, "unreachable", blockedForMs);
    const reserveMs = endpoint.repeatable ? 0 : writeReserveMs(budgetMs);
    const { limiter, id } = limits.of(connection);
    const turn = await limiter.take(id, lane, budgetMs - reserveMs);
    if (isRefusal(turn)) throw notSent(call, "rate-limited", turn.retryAfterMs);
    const leftMs = startedAt + budgetMs - now();
    if (leftMs < reserveMs) {
      turn.giveBack();
      throw notSent(call, "rate-limited", 1);
    }
    onTurn?.();
    using attempts = new Attempts(call, lane, turn, options);
    // One for each call lets its requests know which call they belong to.
    const service = { ...serviceOf(connection.token), dispatcher: attempts, onExchange: attempts.onExchange };
    try {
      const data = await callService({ operation, endpoint, service }, input, {
        budgetMs: Math.max(1, leftMs),
        reserveMs,
        mayBeSent,
      });
      if (endpoint.repeatable && endpoint.path.includes("{workspaceId}")) limits.worked(connection);
      return { data, bytes: attempts.bytes * keptShareOf(data) };
    } catch (error) {
      const failure = attempts.refusal ?? error;
      if (failure instanceof ApiError) limits.failed(connection, failure.failure);
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
  return new ApiError(operation, failure, { repeatable: endpoint.repeatable, retryAfterMs });
}

const downFailures: readonly (ApiFailure | undefined)[] = [
  "unavailable",
  "unreachable",
  "cut",
  "timeout",
] satisfies readonly DownFailure[];

function isDown(failure: ApiFailure | undefined): failure is DownFailure {
  return downFailures.includes(failure);
}

/** Stands between the client and its connections for one call. */
class Attempts implements Disposable, Pick<Dispatcher, "dispatch"> {
  /** Why the last attempt was not sent. The client knows only that it did not reach the service. */
  refusal: ApiError | undefined;
  bytes = 0;
  readonly #call: Call;
  readonly #lane: Lane;
  readonly #options: GuardedCallOptions;
  /** The turn that was waited for, until a request uses it. */
  #turn: Turn | undefined;
  #abandon = (): void => undefined;
  /** What came of the last request that was sent. */
  #last: Outcome | undefined;

  constructor(call: Call, lane: Lane, turn: Turn, options: GuardedCallOptions) {
    this.#call = call;
    this.#lane = lane;
    this.#turn = turn;
    this.#options = options;
  }

  dispatch(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const admitted = this.#admit();
    if (admitted instanceof ApiError) {
      this.refusal = admitted;
      handler.onResponseError?.(nothingUnderWay, admitted);
      return true;
    }
    this.refusal = undefined;
    const settle = (outcome: Outcome): void => {
      this.#last = outcome;
      settleWith(outcome, admitted);
    };
    this.#abandon = () => settle({ answer: undefined, failure: "unreachable" });
    return this.#options.dispatcher.dispatch(request, new Watch(handler, settle));
  }

  /** Only what was really sent is told of. */
  readonly onExchange = (event: ExchangeEvent): void => {
    this.bytes = event.bytes;
    if (this.refusal === undefined) this.#options.onExchange?.(event);
  };

  /** The client gives up on a request that waits for a connection; no event of it may ever come. */
  [Symbol.dispose](): void {
    this.#turn?.giveBack();
    this.#abandon();
  }

  #admit(): Admitted | ApiError {
    const { breakers, limits } = this.#options;
    const { connection } = this.#call;
    const { workspaceId, isTrial } = connection;
    const pass = isTrial ? freePass : breakers.enter(workspaceId);
    if (pass === undefined)
      return this.#refused("unreachable", Math.max(1, breakers.blockedForMs(workspaceId)));
    const { limiter, id } = limits.of(connection);
    const turn = this.#turn ?? limiter.takeNow(id, this.#lane);
    if (isRefusal(turn)) {
      pass.unused();
      return this.#refused("rate-limited", turn.retryAfterMs);
    }
    this.#turn = undefined;
    return { pass, turn };
  }

  /** A request that was sent before says more than that there will be no other one. */
  #refused(reason: ApiFailure, retryAfterMs: number): ApiError {
    const { operation, endpoint } = this.#call;
    return new ApiError(operation, this.#last?.failure ?? reason, {
      repeatable: endpoint.repeatable,
      status: this.#last?.answer?.status,
      retryAfterMs,
    });
  }
}

interface Admitted {
  readonly pass: Pass;
  readonly turn: Turn;
}

function settleWith({ answer, failure, keptBack = false }: Outcome, { pass, turn }: Admitted): void {
  if (failure === "unreachable") turn.giveBack();
  else turn.spent(answer);
  if (keptBack) pass.unused();
  else if (isDown(failure)) pass.down(failure);
  else pass.up();
}

/** What comes of trying a key says nothing to those who have one. */
const freePass: Pass = { up: () => undefined, down: () => undefined, unused: () => undefined };

const nothingUnderWay: Dispatcher.DispatchController = {
  aborted: false,
  paused: false,
  reason: null,
  abort: () => undefined,
  pause: () => undefined,
  resume: () => undefined,
};
