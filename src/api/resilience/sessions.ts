import { LruMap } from "../../lru-map.ts";
import type { CallOptions, WorkspaceApi } from "../client.ts";
import { contract, type OperationName, type WorkspaceContract } from "../contract/index.ts";
import type { Endpoint, RawInput, ReadName } from "../endpoint.ts";

export type WorkspaceReadName = ReadName<WorkspaceContract>;

/** One link of a guild, for as long as its key stays the same. */
export interface Session {
  readonly workspaceId: string;
  readonly token: string;
  /** True while a key is being verified, before it is linked. */
  readonly isTrial: boolean;
  readonly mayWrite: LinkAccess["mayWrite"];
  readonly credential: SharedCredential;
}

/** Shared by all links with the same key to the same workspace: they see the same data, so they share the cache. */
export interface SharedCredential {
  /** Never reused, so cached data can't outlive the last link with this key. */
  readonly id: number;
  readonly token: string;
  readonly isTrial: boolean;
  /** The number of open links. At 0, responses still in flight are not cached. */
  sessions: number;
}

/** One call of a session. */
export interface ApiCall {
  readonly session: Session;
  readonly operation: OperationName;
  readonly endpoint: Endpoint;
  readonly input: RawInput;
}

export function getCacheTag({ credential }: Pick<Session, "credential">, operation: string): string {
  return `${credential.id} ${operation}`;
}

/** Equal for equal questions, whatever the order of their parts. */
export function getCacheKey({ session, operation, endpoint, input }: ApiCall): string {
  return `${getCacheTag(session, operation)} ${JSON.stringify([
    getValues(endpoint.params.shape, input.params),
    getValues(endpoint.query?.shape, input.query),
  ])}`;
}

function getValues(shape: object | undefined, args: unknown): readonly unknown[] {
  const given: object = Object(args ?? {});
  const values: unknown[] = [];
  for (const name in shape) values.push(Reflect.get(given, name));
  return values;
}

export const operations = Object.entries(contract) as readonly [OperationName, Endpoint][];

/**
 * Creates the service as one session sees it. The operations are shared prototype methods: with thousands of
 * sessions, separate functions for each would take up most of their memory.
 */
export function defineApi(
  dispatch: (asked: ApiCall, options: CallOptions | undefined) => Promise<unknown>,
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

    static dispatch(api: Operations, asked: Omit<ApiCall, "session">, options?: CallOptions) {
      const defaults = api.#defaults;
      return dispatch({ ...asked, session: api.#session }, defaults ? { ...defaults, ...options } : options);
    }
  }
  for (const [operation, endpoint] of operations) {
    Object.defineProperty(Operations.prototype, operation, {
      value(this: Operations, input: RawInput, options?: CallOptions) {
        return Operations.dispatch(this, { operation, endpoint, input }, options);
      },
    });
  }
  // It has a method for each row of the contract, which the compiler can't see being added.
  const make = (session: Session, defaults?: CallOptions) =>
    new Operations(session, defaults) as Operations & WorkspaceApi;
  return make;
}

export interface LinkAccess {
  /** Identifies the link; pass it to `invalidate`. */
  readonly scope: string;
  /** The workspace whose limit its requests count against. */
  readonly workspaceId: string;
  readonly token: string;
  /** The key is only being verified: the outcome counts for no circuit breaker. */
  readonly isTrial?: boolean;
  /** Asked right before each write, which isn't sent unless this is true. Without it, all are. */
  readonly mayWrite?: (() => Promise<boolean>) | undefined;
}

interface OpenSession extends Session {
  readonly api: WorkspaceApi;
}

interface Sessions {
  open(access: LinkAccess): OpenSession;
  get(scope: string): OpenSession | undefined;
  /** With which something may be cached: of one workspace, or of all if `undefined`. */
  credentials(workspaceId: string | undefined): readonly SharedCredential[];
  close(scope: string): void;
}

interface SessionsOptions {
  readonly makeApi: (session: Session) => WorkspaceApi;
  /** Called when the last session with a key closes: what was read with it must be dropped. */
  readonly onClose: (session: Session) => void;
}

/**
 * The least recently used one is evicted first, and what was read with it. More than one process has servers: a server
 * whose session were gone each time would always wait for the service. Less than a kilobyte each.
 */
const maxSessions = 20_000;

/** The link's API, created once per key rather than per interaction. */
export function createSessions({ makeApi, onClose }: SessionsOptions): Sessions {
  const byScope = new LruMap<string, OpenSession>({
    maxSize: maxSessions,
    onEvict: (_scope, session) => end(session),
  });
  /** Most have one. A write is told to its own workspace only, however many others there are. */
  const byWorkspace = new Map<string, readonly SharedCredential[]>();
  let made = 0;

  function end(session: Session): void {
    session.credential.sessions -= 1;
    if (session.credential.sessions > 0) return;
    const { workspaceId, credential } = session;
    const others = byWorkspace.get(workspaceId)?.filter((each) => each !== credential) ?? [];
    if (others.length > 0) byWorkspace.set(workspaceId, others);
    else byWorkspace.delete(workspaceId);
    onClose(session);
  }

  function close(scope: string): void {
    const session = byScope.peek(scope);
    if (session === undefined) return;
    byScope.delete(scope);
    end(session);
  }

  /** A key being verified must actually be sent: that others hold it too proves nothing about this person. */
  function credentialFor({ workspaceId, token, isTrial = false }: LinkAccess): SharedCredential {
    const present = byWorkspace.get(workspaceId) ?? [];
    const known = present.find((each) => each.token === token && each.isTrial === isTrial);
    if (known !== undefined) {
      known.sessions += 1;
      return known;
    }
    made += 1;
    const credential = { id: made, token, isTrial, sessions: 1 };
    byWorkspace.set(workspaceId, [...present, credential]);
    return credential;
  }

  return {
    get: (scope) => byScope.peek(scope),
    credentials: (workspaceId) =>
      workspaceId === undefined ? [...byWorkspace.values()].flat() : (byWorkspace.get(workspaceId) ?? []),
    close,

    open(access) {
      const { scope, workspaceId, token, isTrial = false, mayWrite } = access;
      const known = byScope.get(scope);
      if (known !== undefined && known.token === token && known.workspaceId === workspaceId) return known;
      close(scope);
      const session: Session = { workspaceId, token, isTrial, mayWrite, credential: credentialFor(access) };
      const opened = Object.assign(session, { api: makeApi(session) });
      byScope.set(scope, opened);
      return opened;
    },
  };
}
