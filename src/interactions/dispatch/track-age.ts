import type { CallOptions, WorkspaceApi } from "../../api/client.ts";
import type { LeftOut } from "../../api/contract/records.ts";
import type { AppContext } from "../../context.ts";

/** How old the oldest of the answers is that a handler worked with. */
export interface ReplyAge {
  /** Epoch milliseconds of when it was read. */
  readonly at: number;
  /** It is older than it should be, because the service could not be asked. */
  readonly isStale: boolean;
  /** Epoch milliseconds of when it can be, where only the limit of requests stands in the way. */
  readonly rateLimitedUntil?: number | undefined;
}

export interface TrackedApi {
  readonly api: WorkspaceApi;
  /** `undefined` when nothing came from memory. */
  oldest(): ReplyAge | undefined;
  /** What could not be read, each list once. */
  leftOut(): readonly LeftOut[];
}

/**
 * The same service, remembering what of it came from memory and what of it could not be read, so that the answer can
 * say so.
 * @param fresh reads everything anew, as *Reload* asks for
 */
export function trackAge(
  api: WorkspaceApi,
  { ageOf, service, fresh }: Pick<AppContext, "ageOf" | "service"> & { readonly fresh: boolean },
): TrackedApi {
  const leftOut = new Set<LeftOut>();
  let oldest: ReplyAge | undefined;
  const observed = new Proxy(api, {
    get(target, name, receiver) {
      // Every property of the client is an operation; the contract's types hold for the one handed out again.
      const operation = Reflect.get(target, name, receiver) as Operation | undefined;
      if (typeof operation !== "function") return operation;
      return async (input: object, options?: CallOptions) => {
        const result = await operation.call(target, input, fresh ? { noCache: fresh, ...options } : options);
        if (typeof result !== "object" || result === null) return result;
        for (const missing of service.leftOut(result)) leftOut.add(missing);
        const read = ageOf(result);
        if (read !== undefined && (oldest === undefined || isOlder(read, oldest))) oldest = read;
        return result;
      };
    },
  });
  return { api: observed, oldest: () => oldest, leftOut: () => [...leftOut] };
}

/** The same service, each call of which has these options where it says nothing else. */
export function withCallOptions(api: WorkspaceApi, usual: CallOptions): WorkspaceApi {
  return new Proxy(api, {
    get(target, name, receiver) {
      // As above.
      const operation = Reflect.get(target, name, receiver) as Operation | undefined;
      if (typeof operation !== "function") return operation;
      return (input: object, options?: CallOptions) =>
        operation.call(target, input, { ...usual, ...options });
    },
  });
}

type Operation = (input: object, options?: CallOptions) => Promise<unknown>;

function isOlder(one: ReplyAge, other: ReplyAge): boolean {
  return one.isStale === other.isStale ? one.at < other.at : one.isStale;
}
