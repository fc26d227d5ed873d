import type { WorkspaceContract } from "./contract/index.ts";
import { findLeftOut } from "./contract/records.ts";
import {
  Deadline,
  classifyError,
  decodeText,
  type RequestLimits,
  HttpRequest,
  type HttpResponse,
  type RequestInit,
} from "../http/request.ts";
import {
  type Contract,
  type Endpoint,
  type Input,
  isRead,
  type Output,
  type RawInput,
  type ReadName,
} from "./endpoint.ts";
import { ApiError, type ApiFailure, ContractError, classifyStatus } from "./errors.ts";
import { LeaseEndedError } from "../lease.ts";
import { createLongList, type LongList } from "./long-list.ts";
import {
  buildPath,
  mayBeOfQuery,
  buildQueryString,
  withoutExtra,
  redactCause,
  type Admission,
  type ApiClientOptions,
  createTransport,
  type RequestOutcome,
  type Transport,
} from "./transport.ts";
import { parseRetryAfter, computeRequestRetryDelayMs } from "./retry.ts";
import { createIssue, parseErrorMessage, readText } from "./response-body.ts";

export interface CallOptions {
  /** Give up after this long, retries included. */
  readonly timeoutMs?: number;
  /**
   * A workspace's requests go to people first, then to background work; `spare` only uses them while most are unused. A
   * bare client ignores this and all options below.
   */
  readonly priority?: "interactive" | "background" | "spare";
  /** Asks the service even if a valid response is cached. */
  readonly noCache?: boolean;
  /** Accepts a cached response up to this old if the contract's limit is shorter. "Not found" is a response too. */
  readonly maxAgeMs?: number;
  /**
   * How long the response is cached for later callers. By default an hour for people, and not at all for background
   * work, which reads every workspace and would push out what people read. Extends an entry that is already cached.
   */
  readonly ttlMs?: number;
  /** False: if the service can't be asked, this throws instead of returning an older response. */
  readonly staleOnError?: boolean;
  /** For writes: checked right before a request is sent, however long it waited; if false, nothing is sent. */
  readonly mayBeSent?: (() => boolean) | undefined;
  /** Called with every response before the caller gets it. Must not throw. */
  readonly onResponse?: (data: unknown) => void;
}

/** For work nobody is waiting for: it may wait longer than a person would. */
export const backgroundCall = { timeoutMs: 30_000, priority: "background" } as const satisfies CallOptions;

export type ApiClient<C extends Contract> = {
  /** @throws ApiError, ContractError, and LeaseEndedError if the call has a lease */
  readonly [Name in keyof C]: (input: Input<C[Name]>, options?: CallOptions) => Promise<Output<C[Name]>>;
};

/** The workspace service as seen through one guild's link. */
export interface WorkspaceApi extends ApiClient<WorkspaceContract> {
  /** The same service with these options as defaults for each call. */
  withDefaults(options: CallOptions): WorkspaceApi;
}

/** What of it changes nothing. */
export interface ReadApi extends Pick<WorkspaceApi, ReadName<WorkspaceContract>> {
  /** The same service with these options as defaults for each call. */
  withDefaults(options: CallOptions): ReadApi;
}

interface SendOptions extends Pick<CallOptions, "timeoutMs" | "mayBeSent"> {
  /** Asked right before each request of a write. If false, it isn't sent; if it fails, neither. */
  readonly mayWrite?: (() => Promise<boolean>) | undefined;
  /** If omitted, requests are sent immediately. */
  readonly admission?: Admission;
  /** Awaited before a request is sent and before its response is parsed, so that many at once don't keep others waiting. */
  readonly awaitTurn?: (() => Promise<void>) | undefined;
}

/**
 * How much of its time a write must have left when it is sent; with less, its outcome would probably stay unknown.
 * Three seconds, or three tenths of a shorter timeout.
 */
function getWriteReserveMs(timeoutMs: number): number {
  return Math.min(3_000, timeoutMs * 0.3);
}

export const defaultTimeoutMs = 10_000;
export const defaultMaxBytes = 1024 * 1024;

/** A client for one token. It owns no connections, so it is cheap to create and needn't be closed. */
export function createApiClient<C extends Contract>(contract: C, options: ApiClientOptions): ApiClient<C> {
  const service = createTransport(options)(options.token);
  const calls = Object.entries(contract).map(([operation, endpoint]) => [
    operation,
    async (input: RawInput, callOptions?: CallOptions) =>
      (await call({ operation, endpoint, service }, input, callOptions)).data,
  ]);
  // A mapped type cannot be derived from Object.entries; the contract itself is its proof.
  return Object.fromEntries(calls) as ApiClient<C>;
}

export interface Operation {
  readonly operation: string;
  readonly endpoint: Endpoint;
  readonly service: Transport;
}

/** A response from the service. */
export interface ApiResult {
  readonly data: unknown;
  /** So that it can be parsed again; `undefined` for a long list, which was parsed as it arrived. */
  readonly body: Buffer | undefined;
}

/**
 * One call of one operation, without a client. Optional query values are dropped if the service rejects them.
 * @throws ApiError, ContractError
 */
export function call(operation: Operation, input: RawInput, options: SendOptions = {}): Promise<ApiResult> {
  const plain = withoutExtra(operation.endpoint, input);
  return plain === undefined
    ? callWith(operation, input, options)
    : callWithExtra(operation, [input, plain], options);
}

async function callWithExtra(
  operation: Operation,
  [input, plain]: readonly [RawInput, RawInput],
  options: SendOptions,
): Promise<ApiResult> {
  const { service } = operation;
  if (service.extraQuery.isRefused(input)) return callWith(operation, plain, options);
  const startedAt = service.now();
  try {
    return await callWith(operation, input, options);
  } catch (error) {
    if (!mayBeOfQuery(error)) throw error;
    const { timeoutMs = defaultTimeoutMs } = options;
    const leftMs = Math.max(1, startedAt + timeoutMs - service.now());
    const retried = await callWith(operation, plain, { ...options, timeoutMs: leftMs });
    service.extraQuery.learnRefused(input);
    return retried;
  }
}

async function callWith(
  operation: Operation,
  input: RawInput,
  { timeoutMs = defaultTimeoutMs, mayBeSent, mayWrite, admission, awaitTurn }: SendOptions,
): Promise<ApiResult> {
  const { endpoint, service } = operation;
  const outgoing = prepare(operation, input);
  const reserveMs = endpoint.retryable ? 0 : getWriteReserveMs(timeoutMs);
  using deadline = new Deadline(timeoutMs, reserveMs, service.timer);
  const lastStartMs = service.now() + timeoutMs - reserveMs;

  for (let number = 1; ; number++) {
    if (awaitTurn !== undefined) await awaitTurn();
    const complete = await admission?.admit(Math.max(0, lastStartMs - service.now()));
    try {
      if (mayWrite !== undefined && !isRead(endpoint))
        await assertMayWrite(operation.operation, mayWrite, complete);
      const response = await send(operation, outgoing, { deadline, mayBeSent }, complete);
      if (awaitTurn !== undefined) await awaitTurn();
      return read(operation, response);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const delayMs = computeRequestRetryDelayMs(
        {
          failure: error.failure,
          number,
          retryable: endpoint.retryable,
          retryAfterMs: error.retryAfterMs,
          remainingMs: lastStartMs - service.now(),
        },
        service.random,
      );
      if (delayMs === undefined) throw error;
      await service.sleep(delayMs);
      if (deadline.expired) throw error;
    }
  }
}

type Complete = ((outcome: RequestOutcome) => void) | undefined;

/** However long the write waited for its turn: the link may have become read-only since. */
async function assertMayWrite(
  operation: string,
  mayWrite: NonNullable<SendOptions["mayWrite"]>,
  complete: Complete,
): Promise<void> {
  try {
    if (await mayWrite()) return;
  } catch (cause) {
    complete?.(notSent);
    throw new LeaseEndedError("it isn't known whether this may be written", { cause });
  }
  complete?.(notSent);
  throw new ApiError(operation, "read-only");
}

const notSent: RequestOutcome = { failure: "unreachable", head: undefined, bytes: 0, isHeldBack: true };

function prepare({ operation, endpoint, service }: Operation, input: RawInput): RequestInit<LongList> {
  const params = endpoint.params.safeParse(input.params);
  const path = params.success ? buildPath(endpoint.path, params.data) : undefined;
  if (path === undefined) throw new ApiError(operation, "invalid-id");
  if (service.headers === undefined) throw new ApiError(operation, "unauthorized");

  const query =
    endpoint.query === undefined
      ? ""
      : buildQueryString(endpoint.query.parse(input.query ?? {}), service.queryNames);
  const body = endpoint.body === undefined ? null : JSON.stringify(endpoint.body.parse(input.body));
  return {
    origin: service.origin,
    method: endpoint.method,
    path: service.basePath + path + query,
    headers: body === null ? service.headers : { ...service.headers, "content-type": "application/json" },
    body,
    maxResponseBytes: endpoint.maxBytes ?? defaultMaxBytes,
    createConsumer: () => createLongList(endpoint.response, () => service.pause(path)),
  };
}

async function send(
  { operation, endpoint, service }: Operation,
  outgoing: RequestInit<LongList>,
  limits: RequestLimits,
  complete: Complete,
): Promise<HttpResponse<LongList>> {
  const startedMs = service.now();
  const request = new HttpRequest(outgoing, limits);
  let failure: ApiFailure | undefined;
  try {
    return await request.send(service.dispatcher);
  } catch (cause) {
    failure = classifyError(cause, request.sent);
    if (cause instanceof LeaseEndedError) throw cause;
    throw new ApiError(operation, failure, {
      retryable: endpoint.retryable,
      cause: redactCause(cause, service.scrub),
    });
  } finally {
    const { head, bytes, isHeldBack } = request;
    complete?.({ failure, head, bytes, isHeldBack });
    service.onRequest?.({
      operation,
      method: endpoint.method,
      path: endpoint.path,
      status: failure === undefined ? head?.status : undefined,
      durationMs: service.now() - startedMs,
      bytes,
    });
  }
}

function read(
  { operation, endpoint, service }: Operation,
  { status, headers, body, consumer }: HttpResponse<LongList>,
): ApiResult {
  const { retryable } = endpoint;
  if (status >= 400) {
    throw new ApiError(operation, classifyStatus(status), {
      status,
      retryable,
      serverMessage: parseErrorMessage(decodeText(body), service.scrub),
      retryAfterMs: parseRetryAfter(status, headers, service.now()),
    });
  }
  if (status >= 300) {
    throw new ContractError(operation, [createIssue(`status ${status} is not described`)], { retryable });
  }
  const result = consumer?.end() ?? readText(endpoint, decodeText(body));
  if ("tooLarge" in result) throw new ApiError(operation, "too-large", { status, retryable });
  if ("issues" in result) throw new ContractError(operation, result.issues, { retryable });
  const { data } = result;
  if (service.onLeftOut !== undefined && typeof data === "object" && data !== null)
    for (const leftOut of findLeftOut(data)) service.onLeftOut(operation, leftOut);
  return { data, body: consumer === undefined ? body : undefined };
}
