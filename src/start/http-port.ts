import type { ServerResponse } from "node:http";
import { type Client, Status } from "discord.js";
import type { AppContext } from "../context.ts";
import type { PrometheusMetrics } from "../metrics/prometheus.ts";
import {
  createHealthRoutes,
  checkReadiness,
  type ReadinessCheck,
  type HttpRoutes,
  type HttpServer,
  listenHttp,
} from "../server/http-server.ts";
import { createSparingly } from "../log/index.ts";
import { maxSkewMs } from "../store/database-clock.ts";
import { minuteMs } from "../time.ts";
import { readOpenFilesLimit } from "./check-result.ts";
import { fileTroubles, listeningTroubles } from "./reports.ts";
import type { Serving } from "./serve-interactions.ts";
import type { ShardWatch } from "./shard-watch.ts";

interface HttpPortParts {
  readonly client: Client;
  readonly serving: Serving;
  /** Whether a stop has begun: no balancer should choose this replica any more. */
  readonly isLeaving: () => boolean;
  readonly shardWatch: ShardWatch;
  readonly prometheus: PrometheusMetrics | undefined;
  /** What features answer. */
  readonly routes: HttpRoutes;
  readonly ctx: AppContext;
}

/**
 * Opens the port for Discord's requests, metrics and probes, unless none is configured.
 * @throws PortNotOpenedError
 */
export async function openHttpPort(parts: HttpPortParts): Promise<HttpServer | undefined> {
  const { client, serving, isLeaving, shardWatch, prometheus, ctx } = parts;
  const { config, log, store, now } = ctx;
  const { httpPort: port, httpHost: host } = config;
  if (port === undefined || prometheus === undefined) return undefined;
  const checks: Readonly<Record<string, ReadinessCheck>> = {
    async store() {
      await store.botState.get("ready");
      const trouble = await store.fileTrouble();
      return trouble && fileTroubles[trouble];
    },
    discord: () => describeNotConnected(client),
    clock: () =>
      Math.abs(store.clock.skewMs()) > maxSkewMs
        ? `the clock differs from the database's by ${store.clock.skewMs()} ms`
        : undefined,
    draining: () => (isLeaving() ? "stopping" : undefined),
  };
  prometheus.setSources({
    unknownWrites: () => store.drafts.countUnknown(),
    pool: () => store.pool?.(),
    shards: () => ({ ready: countReadyShards(client), total: client.ws.shards.size }),
    shardsUnserved: () => shardWatch.unserved(),
    receivesChanges: () => store.receivesChanges(),
    skewMs: () => store.clock.skewMs(),
    isReady: async () => (await checkReadiness(checks)).isReady,
  });
  const routes = {
    ...parts.routes,
    ...serving.routes,
    ...createHealthRoutes(checks, () => {
      const trouble = store.listeningTrouble();
      return trouble === undefined ? {} : { changes: listeningTroubles[trouble] };
    }),
    async "GET /metrics"(_: unknown, response: ServerResponse) {
      const text = await prometheus.text();
      response.writeHead(200, { "content-type": prometheus.contentType }).end(text);
    },
  };
  const maxConnections = countConnections(await readOpenFilesLimit());
  const refused = createSparingly(now, minuteMs);
  const server = await listenHttp({
    port,
    host,
    maxConnections,
    routes,
    onFailure: (error) => log.error("an HTTP request could not be answered", { error }),
    onRefused: () =>
      refused((times) =>
        log.warn("HTTP_PORT has as many connections as it may, so others were closed", {
          times,
          maxConnections,
        }),
      ),
  });
  // With HTTP_PORT=0 the machine chose it.
  log.info("the HTTP port is open", { port: server.port });
  return server;
}

/** Far more than a balancer keeps open. */
const mostConnections = 1_000;
const openFilesUnknown = 1_024;

/** The other files are for the database, for Discord and for the service. @param openFiles that the process may have */
export function countConnections(openFiles = openFilesUnknown): number {
  return Math.min(mostConnections, Math.max(1, Math.floor(openFiles / 4)));
}

function countReadyShards({ ws }: Client): number {
  return ws.shards.filter(({ status }) => status === Status.Ready).size;
}

/** Without a gateway there are no shards, and the client counts as ready. */
function describeNotConnected(client: Client): string | undefined {
  const [ready, total] = [countReadyShards(client), client.ws.shards.size];
  if (client.ws.status === Status.Ready && ready === total) return undefined;
  return ready === 0
    ? "not connected to Discord's gateway"
    : `only ${ready} of ${total} shards are connected to Discord's gateway`;
}
