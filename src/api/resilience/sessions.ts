import { LruMap } from "../../lru-map.ts";
import type { CallOptions, WorkspaceApi } from "../client.ts";
import { contract, type OperationName, type WorkspaceContract } from "../contract/index.ts";
import type { Endpoint, RawInput, ReadName } from "../endpoint.ts";

export type WorkspaceReadName = ReadName<WorkspaceContract>;

/** One link of a guild, as long as its key stays the same. */
export interface Session {
  readonly workspaceId: string;
  readonly token: string;
  /** Of a key that somebody is about to link and nobody knows yet. */
  readonly isTrial: boolean;
  readonly credential: SharedCredential;
}

/**
 * The same for all links that hold the same key to the same workspace: they see the same, so they share what is read.
 */
interface SharedCredential {
  /** Once all its links are gone, nothing that was read through it is given to anybody: a later one has another id. */
  readonly id: number;
  /** Links that are open. At 0 what is still being read is not kept. */
  sessions: number;
}

/** One call on a connection. */
export interface ApiCall {
  readonly session: Session;
  readonly operation: OperationName;
  readonly endpoint: Endpoint;
  readonly input: RawInput;
}

export function cacheTag({ credential }: Session, operation: string): string {
  return `${credential.id} ${operation}`;
}

/** The same for the same question, in whatever order its parts were given. */
export function cacheKey({ session, operation, endpoint, input }: ApiCall): string {
  return `${cacheTag(session, operation)} ${JSON.stringify([
    valuesOf(endpoint.params.shape, input.params),
    valuesOf(endpoint.query?.shape ?? {}, input.query),
  ])}`;
}

function valuesOf(shape: object, args: unknown): readonly unknown[] {
  const values = new Map<string, unknown>(Object.entries(args ?? {}));
  return Object.keys(shape).map((name) => values.get(name));
}

export const operations = Object.entries(contract) as readonly [OperationName, Endpoint][];

/**
 * Makes the service as one connection sees it. The operations are methods of all connections: functions of its own for
 * each of them, and there may be thousands, would be most of what a connection takes.
 */
export function defineApi(
  perform: (asked: ApiCall, options: CallOptions | undefined) => Promise<unknown>,
): (session: Session) => WorkspaceApi {
  class Operations {
    readonly #session: Session;
    readonly #defaults: CallOptions | undefined;

    constructor(session: Session, defaults?: CallOptions) {
      this.#session = session;
      this.#defaults = defaults;
    }

    withDefaults(options: CallOptions): Operations & WorkspaceApi {
      return make(this.#session, { ...this.#defaults, ...options });
    }

    static perform(api: Operations, asked: Omit<ApiCall, "session">, options?: CallOptions) {
      const defaults = api.#defaults;
      return perform({ ...asked, session: api.#session }, defaults ? { ...defaults, ...options } : options);
    }
  }
  for (const [operation, endpoint] of operations) {
    Object.defineProperty(Operations.prototype, operation, {
      value(this: Operations, input: RawInput, options?: CallOptions) {
        return Operations.perform(this, { operation, endpoint, input }, options);
      },
    });
  }
  // It has a method for each row of the contract, which the compiler does not see being added.
  const make = (session: Session, defaults?: CallOptions) =>
    new Operations(session, defaults) as Operations & WorkspaceApi;
  return make;
}

export interface LinkAccess {
  /** Under this name the link is forgotten. */
  readonly scope: string;
  /** Against whose limit its requests count. */
  readonly workspaceId: string;
  readonly token: string;
  /** The key is only tried: what comes of it counts for no circuit breaker. */
  readonly isTrial?: boolean;
}

interface OpenSession extends Session {
  readonly api: WorkspaceApi;
}

interface Sessions {
  open(access: LinkAccess): OpenSession;
  get(scope: string): OpenSession | undefined;
  all(): readonly OpenSession[];
  close(scope: string): void;
}

interface SessionsOptions {
  readonly makeApi: (session: Session) => WorkspaceApi;
  /** Called when the last connection with a key is given up: what was read with it is to be forgotten. */
  readonly onClose: (session: Session) => void;
}

/** The one that was used the longest ago is given up first. */
const maxSessions = 2_000;

/** The link's calls, made once for each key and not for each interaction. */
export function createSessions({ makeApi, onClose }: SessionsOptions): Sessions {
  const byScope = new LruMap<string, OpenSession>({
    maxSize: maxSessions,
    onEvict: (_scope, session) => end(session),
  });
  const credentials = new Map<string, SharedCredential>();
  let made = 0;

  function end(session: Session): void {
    session.credential.sessions -= 1;
    if (session.credential.sessions > 0) return;
    credentials.delete(credentialKey(session));
    onClose(session);
  }

  function close(scope: string): void {
    const session = byScope.peek(scope);
    if (session === undefined) return;
    byScope.delete(scope);
    end(session);
  }

  function credentialFor(access: LinkAccess): SharedCredential {
    const known = credentials.get(credentialKey(access));
    if (known !== undefined) {
      known.sessions += 1;
      return known;
    }
    made += 1;
    const credential = { id: made, sessions: 1 };
    credentials.set(credentialKey(access), credential);
    return credential;
  }

  return {
    get: (scope) => byScope.peek(scope),
    all: () => [...byScope].map(([, session]) => session),
    close,

    open(access) {
      const { scope, workspaceId, token, isTrial = false } = access;
      const known = byScope.get(scope);
      if (known !== undefined && known.token === token && known.workspaceId === workspaceId) return known;
      close(scope);
      const session: Session = { workspaceId, token, isTrial, credential: credentialFor(access) };
      const opened = Object.assign(session, { api: makeApi(session) });
      byScope.set(scope, opened);
      return opened;
    },
  };
}

/** A key being verified has to be sent: that others hold it too says nothing about this person. */
function credentialKey({ workspaceId, token, isTrial = false }: Omit<LinkAccess, "scope">): string {
  return JSON.stringify([workspaceId, token, isTrial]);
}
