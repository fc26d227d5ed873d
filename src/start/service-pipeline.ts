import type { Dispatcher } from "undici";
import { createLinkMachines } from "../link-machines.ts";
import { createNotedPeople } from "../noted-people.ts";
import type { SecretRegistry } from "../log/redact.ts";
import { defaultRateLimits } from "../api/resilience/rate-limiter.ts";
import { formatIssuePaths } from "../api/errors.ts";
import {
  createResiliencePipeline,
  type ResilienceLimits,
  type ResiliencePipeline,
  type ResiliencePipelineOptions,
} from "../api/resilience/pipeline.ts";
import type { Config } from "../config.ts";
import type { AppContext, ServiceContext } from "../context.ts";
import type { Store } from "../store/store.ts";
import type { Logger } from "../log/index.ts";

interface ServicePipelineParts extends Pick<AppContext, "log" | "metrics" | "now" | "scheduler"> {
  readonly config: Pick<Config, "workspaceApiUrl" | "queryNames" | "maxRequestsPerMinute">;
  readonly store: Pick<Store, "shared" | "quotas" | "receivesChanges">;
  readonly dispatcher: Dispatcher;
  readonly random: () => number;
  /** Omitted values have defaults. */
  readonly limits: Partial<ResilienceLimits> | undefined;
  readonly stretch: ResiliencePipelineOptions["stretch"];
  /** Called with the reads that a write invalidated. */
  readonly onWrite: NonNullable<ResiliencePipelineOptions["onWrite"]>;
}

/** The pipeline to the workspace service, logged and counted. */
export function createServicePipeline(parts: ServicePipelineParts): ResiliencePipeline {
  const {
    config,
    store,
    dispatcher,
    log,
    metrics,
    now,
    random,
    scheduler,
    limits = {},
    stretch,
    onWrite,
  } = parts;
  return createResiliencePipeline({
    baseUrl: config.workspaceApiUrl,
    dispatcher,
    queryNames: config.queryNames,
    now,
    random,
    sharedQuota: store.shared ? store.quotas : undefined,
    pause: (path) => scheduler.pause(path),
    onRequest(request) {
      metrics.serviceCalled(request.operation, request.status, request.durationMs);
      log.debug("a request to the workspace service", { ...request });
    },
    onRead: metrics.serviceRead,
    onLeftOut: (operation, { noun, unreadable, beyond, issues }) =>
      log.info("part of a response from the workspace service could not be read", {
        operation,
        noun,
        unreadable,
        beyond,
        places: formatIssuePaths(issues),
      }),
    mayCache: () => store.receivesChanges(),
    onWrite,
    stretch,
    onBreakerChange(status, about) {
      metrics.breakerChanged(status.state, about);
      log.warn("the circuit breaker of a workspace changed", { ...about, ...status });
    },
    limits: {
      // A limit that is set alone is also the most.
      maxLimit: limits.limit ?? config.maxRequestsPerMinute,
      limit: Math.min(defaultRateLimits.limit, config.maxRequestsPerMinute),
      ...limits,
    },
  });
}

type Service = Pick<ResiliencePipeline, "invalidateReads">;

/** Keeps the replicas' caches of the service consistent: after one of them writes, the others read again. */
export interface SharedAnswers {
  /** Never rejects. */
  announce(workspaceId: string, names: readonly string[]): void;
  listen(service: Service): void;
}

/** @param replicaId without spaces, as are the ids of workspaces */
export function createSharedAnswers(store: Store, replicaId: string, log: Logger): SharedAnswers {
  return {
    announce(workspaceId, names) {
      if (!store.shared) return;
      store
        .announceWrite([replicaId, workspaceId, ...names].join(" "))
        // Other replicas notice when their cached responses expire.
        .catch((error: unknown) => log.debug("other replicas could not be told of a write", { error }));
    },
    listen: (service) =>
      store.listenForWrites((about) => {
        if (about === undefined) return service.invalidateReads();
        const [from, workspaceId, ...names] = about.split(" ");
        if (from !== replicaId) service.invalidateReads(workspaceId, names);
      }),
  };
}

interface ServiceParts {
  readonly service: ResiliencePipeline;
  readonly store: Store;
  /** Learns each workspace key before it's used. */
  readonly secrets: SecretRegistry;
}

export function createServiceContext({ service, store, secrets }: ServiceParts): ServiceContext {
  return {
    service,
    getAge: (reply) => service.getAge(reply),
    connect(access) {
      secrets.add(access.token);
      return service.connect(access);
    },
    noted: createNotedPeople(),
    machines: createLinkMachines(store),
  };
}
