import type { CallOptions, RawInput, WorkspaceApi } from "../client.ts";
import { contract, type OperationName, type WorkspaceContract } from "../contract/index.ts";
import type { Endpoint, ReadName } from "../endpoint.ts";

export type WorkspaceReadName = ReadName<WorkspaceContract>;

/** One link of a guild, as long as its key stays the same. */
export interface Session {
  /** Of this connection alone: what is kept of another one, even of the same link, never has it. */
  readonly id: number;
  readonly workspaceId: string;
  readonly token: string;
  /** Of a key that somebody is about to link and nobody knows yet. */
  readonly isTrial: boolean;
  /** False once its link or key was given up; what it reads then is not kept. */
  isActive: boolean;
}

/** One call on a connection. */
export interface ReadRequest {
  readonly session: Session;
  readonly operation: OperationName;
  readonly endpoint: Endpoint;
  readonly input: RawInput;
}

export function cacheTag({ id }: Session, operation: string): string {
  return `${id} ${operation}`;
}

/** The same for the same question, in whatever order its parts were given. */
export function cacheKey({ session, operation, endpoint, input }: ReadRequest): string {
  return `${cacheTag(session, operation)} ${JSON.stringify([
    valuesOf(endpoint.params.shape, input.params),
    valuesOf(endpoint.query?.shape ?? {}, input.query),
  ])}`;
}

function valuesOf(shape: object, given: unknown): readonly unknown[] {
  const values = new Map<string, unknown>(Object.entries(given ?? {}));
  return Object.keys(shape).map((name) => values.get(name));
}

export const operations = Object.entries(contract) as readonly [OperationName, Endpoint][];

/**
 * Makes the service as one connection sees it. The operations are methods of all connections: functions of its own for
 * each of them, and there may be thousands, would be most of what a connection takes.
 */
export function defineApi(
  perform: (asked: ReadRequest, options?: CallOptions) => Promise<unknown>,
): (session: Session) => WorkspaceApi {
  class Operations {
    readonly #session: Session;

    constructor(session: Session) {
      this.#session = session;
    }

    static sessionOf(api: Operations): Session {
      return api.#session;
    }
  }
  for (const [operation, endpoint] of operations) {
    Object.defineProperty(Operations.prototype, operation, {
      value(this: Operations, input: RawInput, options?: CallOptions) {
        return perform({ session: Operations.sessionOf(this), operation, endpoint, input }, options);
      },
    });
  }
  // It has a method for each row of the contract, which the compiler does not see being added.
  return (session) => new Operations(session) as unknown as WorkspaceApi;
}

export interface Credentials {
  /** Under this name the link is forgotten. */
  readonly scope: string;
  /** Against whose limit its requests count. */
  readonly workspaceId: string;
  readonly token: string;
  /** The key is only tried: what comes of it counts for no circuit breaker. */
  readonly isTrial?: boolean;
}

interface OpenConnection extends Session {
  readonly api: WorkspaceApi;
}

interface Sessions {
  open(access: Credentials): OpenConnection;
  get(scope: string): OpenConnection | undefined;
  close(scope: string): void;
}

interface SessionsOptions {
  readonly makeApi: (session: Session) => WorkspaceApi;
  /** Called when a connection is given up: what was read through it is to be forgotten. */
  readonly onClose: (session: Session) => void;
}

/** The one that was used the longest ago is given up first. */
const maxSessions = 2_000;

/** The link's calls, made once for each key and not for each interaction. */
export function createSessions({ makeApi, onClose }: SessionsOptions): Sessions {
  /** In the order of their last use. */
  const byScope = new Map<string, OpenConnection>();
  let opened = 0;

  function close(scope: string): void {
    const session = byScope.get(scope);
    if (session === undefined) return;
    byScope.delete(scope);
    session.isActive = false;
    onClose(session);
  }

  function make({ workspaceId, token, isTrial = false }: Credentials): OpenConnection {
    opened += 1;
    const session: Session = { id: opened, workspaceId, token, isTrial, isActive: true };
    return Object.assign(session, { api: makeApi(session) });
  }

  return {
    get: (scope) => byScope.get(scope),
    close,

    open(access) {
      const { scope, workspaceId, token } = access;
      const known = byScope.get(scope);
      if (known !== undefined && known.token === token && known.workspaceId === workspaceId) {
        byScope.delete(scope);
        byScope.set(scope, known);
        return known;
      }
      close(scope);
      const session = make(access);
      byScope.set(scope, session);
      const [longestUnused] = byScope.keys();
      if (byScope.size > maxSessions && longestUnused !== undefined) close(longestUnused);
      return session;
    },
  };
}
