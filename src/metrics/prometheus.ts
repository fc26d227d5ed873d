import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { CircuitScope } from "../api/resilience/circuit-breaker.ts";
import { raceTimeout } from "../time.ts";
import { createInvalidRequestCounter, type Metrics } from "./metrics.ts";

/** Read on each scrape. */
export interface MetricSources {
  /** Writes with an unknown outcome. */
  readonly unknownWrites: () => Promise<number>;
  /** Connections to Postgres; `undefined` with SQLite. */
  readonly pool: () =>
    { readonly total: number; readonly idle: number; readonly waiting: number } | undefined;
  readonly shards: () => { readonly ready: number; readonly total: number };
  /** Shards that no replica serves. */
  readonly shardsUnserved: () => number;
  /** How far this machine's clock is ahead of the database's. */
  readonly receivesChanges: () => boolean;
  readonly skewMs: () => number;
  readonly isReady: () => Promise<boolean>;
}

export interface PrometheusMetrics extends Metrics {
  readonly contentType: string;
  setSources(sources: MetricSources): void;
  /** All metrics in Prometheus's text format. */
  text(): Promise<string>;
}

/** One number, or one for each value of the label. */
type Values = number | Readonly<Record<string, number>>;

const prefix = "workspace_bot_";
const toSeconds = (ms: number): number => ms / 1_000;
/** A silent database mustn't cost the other metrics: scrapes give up after ten seconds. */
const readWithinMs = 2_000;
const getUnreadValue = (): number => Number.NaN;

/** Gauges that Prometheus's client names like counters; `nodejs_active_resources` has the same by type. */
const misnamed = [
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
] as const;

/** Known values of labels: a counter that appears only with its first event hides that one from `increase` and `rate`. */
const known = {
  outcomes: ["sent", "skipped", "failed"],
  statuses: ["200", "201", "204", "400", "401", "403", "404", "429", "500", "502", "503", "504"],
  calls: ["ok", "refused", "rate limited", "failed", "no response"],
  scopes: ["route", "global"],
  sources: ["cache", "service"],
  leases: ["write", "post"],
  statements: ["select", "insert", "update", "delete", "raw"],
} as const;

/**
 * @param version of the bot
 * @param operations names of the service's
 */
export function createPrometheusMetrics(
  version: string,
  now: () => number,
  operations: readonly string[] = [],
): PrometheusMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  const invalid = createInvalidRequestCounter(now);
  const openBreakers = new Map<string, CircuitScope>();
  let sources: MetricSources | undefined;

  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name: prefix + name, help, labelNames, registers });
  const histogram = (name: string, help: string, buckets: number[], ...labelNames: string[]) =>
    new Histogram({ name: `${prefix}${name}_seconds`, help, buckets, labelNames, registers });
  /** Its values are read on each scrape. */
  const gauge = (name: string, help: string, read: () => Values | Promise<Values>, label?: string) =>
    registry.registerMetric(
      new Gauge({
        name: prefix + name,
        help,
        labelNames: label === undefined ? [] : [label],
        registers: [],
        async collect() {
          this.reset();
          const value = await raceTimeout(Promise.resolve(read()), readWithinMs, getUnreadValue).catch(
            getUnreadValue,
          );
          if (typeof value === "number") this.set(value);
          else for (const [key, each] of Object.entries(value)) this.set({ [label ?? ""]: key }, each);
        },
      }),
    );

  const acknowledgement = histogram(
    "acknowledgement",
    "From a person's press to the first reply; Discord waits 3 seconds",
    [0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3, 5],
  );
  const lateness = histogram(
    "post_lateness",
    "Delay between due time and posting",
    [0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3_600],
  );
  const posts = counter("posts_total", "Scheduled posts by how they ended", "outcome");
  const limited = counter("discord_rate_limited_total", "Requests that Discord refused with 429", "scope");
  const requests = counter("discord_requests_total", "Requests to Discord's API by status", "status");
  const calls = counter(
    "service_calls_total",
    "Requests to the workspace service by operation and outcome",
    "operation",
    "outcome",
  );
  const callTime = histogram(
    "service_call",
    "How long requests to the workspace service took",
    [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    "operation",
  );
  const reads = counter(
    "service_reads_total",
    "Reads by whether they were answered from the cache",
    "source",
  );
  const leases = counter("leases_expired_total", "Work that was cut off and found by its lease", "kind");
  const storeTime = histogram(
    "store_call",
    "How long statements to the database took",
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    "kind",
    "outcome",
  );

  for (const outcome of known.outcomes) posts.inc({ outcome }, 0);
  for (const status of known.statuses) requests.inc({ status }, 0);
  for (const scope of known.scopes) limited.inc({ scope }, 0);
  for (const source of known.sources) reads.inc({ source }, 0);
  for (const kind of known.leases) leases.inc({ kind }, 0);
  for (const operation of operations) for (const outcome of known.calls) calls.inc({ operation, outcome }, 0);
  for (const kind of known.statements)
    for (const outcome of ["ok", "error"]) storeTime.zero({ kind, outcome });

  gauge("build_info", "The version that runs", () => ({ [version]: 1 }), "version");
  gauge("ready", "1 if this replica can serve people", async () =>
    (await sources?.isReady()) === true ? 1 : 0,
  );
  gauge("hears_changes", "1 if this replica notices at once what others change", () =>
    (sources?.receivesChanges() ?? true) ? 1 : 0,
  );
  gauge("clock_skew_seconds", "How far this machine's clock is ahead of the database's", () =>
    toSeconds(sources?.skewMs() ?? 0),
  );
  gauge(
    "discord_invalid_requests",
    "Invalid requests in the last ten minutes; Discord blocks the address at 10,000",
    () => invalid.count(),
  );
  gauge(
    "unknown_writes",
    "Writes with an unknown outcome, until a day after their drafts expire",
    async () => {
      return (await sources?.unknownWrites()) ?? 0;
    },
  );
  gauge(
    "circuit_breakers_open",
    "Circuit breakers that hold requests back: of single operations, of single workspaces, or of the whole service",
    () => {
      const open = { service: 0, workspace: 0, operation: 0 };
      for (const scope of openBreakers.values()) open[scope] += 1;
      return open;
    },
    "scope",
  );
  gauge(
    "store_pool_connections",
    "Connections to Postgres, and calls waiting for one",
    () => ({
      ...(sources?.pool() ?? { total: 0, idle: 0, waiting: 0 }),
    }),
    "state",
  );
  gauge(
    "shards",
    "Shards of this replica; none with interactions over HTTP",
    () => {
      const { ready, total } = sources?.shards() ?? { ready: 0, total: 0 };
      return { ready, missing: total - ready };
    },
    "state",
  );
  gauge(
    "shards_unserved",
    "Shards of the application that no replica serves",
    () => sources?.shardsUnserved() ?? 0,
  );

  return {
    contentType: registry.contentType,
    setSources: (given) => void (sources = given),
    text: () => registry.metrics(),
    acknowledged: (afterMs) => acknowledgement.observe(toSeconds(afterMs)),
    postEnded(outcome, latenessMs) {
      posts.inc({ outcome });
      if (outcome === "sent") lateness.observe(toSeconds(latenessMs));
    },
    discordAnswered(status) {
      requests.inc({ status: String(status) });
      invalid.add(status);
    },
    rateLimited: (isGlobal) => limited.inc({ scope: isGlobal ? "global" : "route" }),
    serviceCalled(operation, status, durationMs) {
      calls.inc({ operation, outcome: status === undefined ? "no response" : classifyStatus(status) });
      callTime.observe({ operation }, toSeconds(durationMs));
    },
    serviceRead: (isFromCache) => reads.inc({ source: isFromCache ? "cache" : "service" }),
    breakerChanged(state, { workspaceId, operation }) {
      const key = JSON.stringify([workspaceId, operation]);
      if (state === "closed") openBreakers.delete(key);
      else
        openBreakers.set(
          key,
          workspaceId === undefined ? "service" : operation === undefined ? "workspace" : "operation",
        );
    },
    leaseExpired: (kind) => leases.inc({ kind }),
    storeCalled: (kind, durationMs, isError) =>
      storeTime.observe({ kind, outcome: isError ? "error" : "ok" }, toSeconds(durationMs)),
  };
}

function classifyStatus(status: number): string {
  if (status < 400) return "ok";
  if (status === 429) return "rate limited";
  return status < 500 ? "refused" : "failed";
}
