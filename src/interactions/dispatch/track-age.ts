import type { WorkspaceApi } from "../../api/client.ts";
import type { LeftOut } from "../../api/contract/records.ts";
import type { ResponseAge } from "../../api/resilience/cached-reads.ts";
import type { AppContext } from "../../context.ts";

export interface TrackedApi {
  readonly api: WorkspaceApi;
  /** The oldest age of the responses a handler used; `undefined` if none came from the cache. */
  oldest(): ResponseAge | undefined;
  /** What couldn't be read, each list once. */
  leftOut(): readonly LeftOut[];
}

/**
 * The same service, recording what came from the cache and what couldn't be read, so that the reply can say so.
 * @param fresh bypasses the cache, as *Reload* does
 */
export function trackAge(
  api: WorkspaceApi,
  { ageOf, service, fresh }: Pick<AppContext, "ageOf" | "service"> & { readonly fresh: boolean },
): TrackedApi {
  const leftOut = new Set<LeftOut>();
  let oldest: ResponseAge | undefined;
  const onResponse = (data: unknown): void => {
    if (typeof data !== "object" || data === null) return;
    for (const missing of service.leftOut(data)) leftOut.add(missing);
    const age = ageOf(data);
    if (age !== undefined && (oldest === undefined || isOlder(age, oldest))) oldest = age;
  };
  return {
    api: api.withDefaults({ onResponse, noCache: fresh }),
    oldest: () => oldest,
    leftOut: () => [...leftOut],
  };
}

function isOlder(one: ResponseAge, other: ResponseAge): boolean {
  return one.isStale === other.isStale ? one.at < other.at : one.isStale;
}
