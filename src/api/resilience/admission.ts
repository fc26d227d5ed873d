import { type ApiResult, call as callService, type CallOptions } from "../client.ts";
import { findLeftOut } from "../contract/records.ts";
import { ApiError, type ApiFailure, classifyStatus } from "../errors.ts";
import { type Admission, createTransport, type RequestOutcome, type TransportOptions } from "../transport.ts";
import { LruMap } from "../../lru-map.ts";
import type { Breakers, OutageFailure, Permission } from "./circuit-breaker.ts";
import type { ApiCall, Session } from "./sessions.ts";
import { isRejected, type Permit, type Priority } from "./wait-queue.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import { nextTurn } from "../../turns.ts";

export interface SendOptions {
  readonly priority: Priority;
  readonly timeoutMs: number;
  readonly mayBeSent?: CallOptions["mayBeSent"];
  /** Called when the call is sent. */
  readonly onAdmitted?: () => void;
}

export interface CallResult extends ApiResult {
  /** How much of the response's body was kept. */
  readonly bytes: number;
}

/** @throws ApiError, ContractError */
export type AdmittedCall = (call: ApiCall, sending: SendOptions) => Promise<CallResult>;

export interface AdmissionOptions extends Omit<TransportOptions, "sleep"> {
  readonly limits: KeyLimits;
  readonly breakers: Breakers;
  readonly now: () => number;
}

/** Every request of the call, retries included, passes the circuit breaker and takes a permit. */
export function createAdmittedCall(options: AdmissionOptions): AdmittedCall {
  const { limits } = options;
  const createService = createTransport(options);
  return async (call, sending) => {
    const { operation, endpoint, input, session } = call;
    const { timeoutMs, mayBeSent, priority } = sending;
    const admission = new CallAdmission(call, sending, options);
    const service = createService(session.token);
    try {
      const { data, body } = await callService({ operation, endpoint, service }, input, {
        timeoutMs,
        mayBeSent,
        mayWrite: session.mayWrite,
        admission,
        awaitTurn: priority === "interactive" ? undefined : nextTurn,
      });
      if (endpoint.retryable && endpoint.path.includes("{workspaceId}")) limits.worked(session);
      return { data, body, bytes: admission.bytes * computeKeptShare(data) };
    } catch (error) {
      if (error instanceof ApiError) limits.failed(session, error.failure);
      throw error;
    }
  };
}

/** The newest records of a long list are kept. */
function computeKeptShare(data: unknown): number {
  if (!Array.isArray(data) || data.length === 0) return 1;
  const beyond = findLeftOut(data).reduce((sum, each) => sum + each.beyond, 0);
  return data.length / (data.length + beyond);
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

/** Admits the requests of one call. */
class CallAdmission implements Admission {
  /** Bytes of the last response. */
  bytes = 0;
  readonly #call: ApiCall;
  readonly #sending: SendOptions;
  readonly #options: AdmissionOptions;
  /** The outcome of the last request that was sent. */
  #last: RequestOutcome | undefined;

  constructor(call: ApiCall, sending: SendOptions, options: AdmissionOptions) {
    this.#call = call;
    this.#sending = sending;
    this.#options = options;
  }

  async admit(withinMs: number): Promise<(outcome: RequestOutcome) => void> {
    const { breakers, limits, now } = this.#options;
    const { session, operation } = this.#call;
    const { workspaceId, isTrial } = session;
    const source = { workspaceId, operation };
    const startedAt = now();
    const blockedForMs = isTrial ? 0 : breakers.blockedForMs(source);
    if (blockedForMs > 0) throw this.#rejection("unreachable", blockedForMs);
    const { limiter, id } = limits.of(session);
    const permit = await limiter.acquire(id, this.#sending.priority, withinMs);
    if (isRejected(permit)) throw this.#rejection("rate-limited", permit.retryAfterMs);
    const isLate = withinMs > 0 && now() - startedAt > withinMs;
    const permission = isLate || isTrial ? freePass : breakers.enter(source);
    if (isLate || permission === undefined) {
      permit.release();
      throw isLate
        ? this.#rejection("rate-limited", 1)
        : this.#rejection("unreachable", Math.max(1, breakers.blockedForMs(source)));
    }
    this.#sending.onAdmitted?.();
    return (outcome) => {
      this.#last = outcome;
      this.bytes = outcome.bytes;
      finishAdmission(outcome, permit, permission);
    };
  }

  /** The failure of a request already sent says more than the lack of another attempt. */
  #rejection(reason: ApiFailure, retryAfterMs: number): ApiError {
    const { operation, endpoint, session } = this.#call;
    const status = this.#options.breakers.status(session.workspaceId, operation);
    const failure = this.#last && classifyOutcome(this.#last);
    return new ApiError(operation, failure ?? reason, {
      retryable: endpoint.retryable,
      status: this.#last?.head?.status,
      retryAfterMs,
      isOnlyOperation: status.state !== "closed" && status.scope === "operation",
    });
  }
}

function finishAdmission(outcome: RequestOutcome, permit: Permit, permission: Permission): void {
  const failure = classifyOutcome(outcome);
  if (failure === "unreachable") permit.release();
  else permit.complete(outcome.head);
  if (outcome.isHeldBack) permission.release();
  // Even half a reply shows that the service is there.
  else if (isOutage(failure)) permission.fail(outcome.head === undefined ? failure : "unavailable");
  else permission.succeed();
}

/** An error status is enough, even if its body was lost. */
function classifyOutcome({ head, failure }: RequestOutcome): ApiFailure | undefined {
  return head !== undefined && head.status >= 400 ? classifyStatus(head.status) : failure;
}

/** The outcome of trying a key says nothing about requests with working keys. */
const freePass: Permission = { succeed: () => undefined, fail: () => undefined, release: () => undefined };

/** The limit that a session's requests count against. */
type KeyLimits = ReturnType<typeof createKeyLimits>;

/** The least recently used key is evicted first, and soon learned again. */
const maxKnown = 4_000;

/**
 * Each workspace has one limit, whichever guild asks. A wrong or foreign key must not use it up: a key being verified,
 * or one that was refused, has its own limit until a read works with it.
 */
export function createKeyLimits(limiter: RateLimiter, unprovenLimiter: RateLimiter) {
  const works = new LruMap<string, boolean>({ maxSize: maxKnown });
  const getKey = ({ workspaceId, token }: Session): string => `${workspaceId}\n${token}`;

  return {
    of(session: Session): { readonly limiter: RateLimiter; readonly id: string } {
      const id = getKey(session);
      // A key is stored only after a read worked with it.
      const isTrusted = works.get(id) ?? !session.isTrial;
      return isTrusted ? { limiter, id: session.workspaceId } : { limiter: unprovenLimiter, id };
    },

    /** A read of the workspace worked with this key. */
    worked(session: Session): void {
      const id = getKey(session);
      if (works.get(id) === true) return;
      works.set(id, true);
      // Requests already made with it count too.
      const unproven = unprovenLimiter.release(id);
      if (unproven !== undefined) limiter.absorb(session.workspaceId, unproven);
    },

    failed(session: Session, failure: ApiFailure): void {
      const id = getKey(session);
      // A working key may lack the permission for one operation.
      const isRefused =
        failure === "unauthorized" || (failure === "forbidden" && works.get(id) === undefined);
      if (isRefused) works.set(id, false);
    },
  };
}
