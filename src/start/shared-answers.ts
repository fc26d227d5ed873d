import type { ResiliencePipeline } from "../api/resilience/pipeline.ts";
import type { Logger } from "../log/index.ts";
import type { Store } from "../store/store.ts";

type Service = Pick<ResiliencePipeline, "invalidateReads">;

/** Keeps the replicas' caches of the service consistent: after one of them writes, the others read again. */
export interface SharedAnswers {
  /** Never rejects. */
  tell(workspaceId: string, names: readonly string[]): void;
  listen(service: Service): void;
}

/** @param replicaId without spaces, as are the ids of workspaces */
export function createSharedAnswers(store: Store, replicaId: string, log: Logger): SharedAnswers {
  return {
    tell(workspaceId, names) {
      if (!store.shared) return;
      store
        .tellAnswers([replicaId, workspaceId, ...names].join(" "))
        // Other replicas notice when their cached responses expire.
        .catch((error: unknown) => log.debug("other replicas could not be told of a write", { error }));
    },
    listen: (service) =>
      store.hearAnswers((about) => {
        if (about === undefined) return service.invalidateReads();
        const [from, workspaceId, ...names] = about.split(" ");
        if (from !== replicaId) service.invalidateReads(workspaceId, names);
      }),
  };
}
