import type { ServerResponse } from "node:http";
import { type Client, Status } from "discord.js";
import type { AppContext } from "../context.ts";
import type { PrometheusMetrics } from "../metrics/prometheus.ts";
import {
  createHealthRoutes,
  checkReadiness,
  type ReadinessCheck,
  type HttpServer,
  listenHttp,
} from "../server/http-server.ts";
import { maxSkewMs } from "../store/database-clock.ts";
import type { Serving } from "./serve-interactions.ts";
import type { ShardWatch } from "./shard-watch.ts";

interface HttpPortParts {
  readonly client: Client;
  readonly serving: Serving;
  readonly shardWatch: ShardWatch;
  readonly prometheus: PrometheusMetrics | undefined;
  readonly host: string | undefined;
  readonly ctx: AppContext;
}

/**
 * Opens the port for Discord's requests, metrics and probes, unless none is configured.
 * @throws PortInUseError
 */
export async function openHttpPort(parts: HttpPortParts): Promise<HttpServer | undefined> {
  const { client, serving, shardWatch, prometheus, host, ctx } = parts;
  const { config, log, store } = ctx;
  const { httpPort: port } = config;
  if (port === undefined || prometheus === undefined) return undefined;
  const checks: Readonly<Record<string, ReadinessCheck>> = {
    store: async () => void (await store.botState.get("ready")),
    discord: () => describeNotConnected(client),
    clock: () =>
      Math.abs(store.clock.skewMs()) > maxSkewMs
        ? `the clock differs from the database's by ${store.clock.skewMs()} ms`
        : undefined,
    draining: () => (serving.isStopping() ? "stopping" : undefined),
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
    ...serving.routes,
    ...createHealthRoutes(checks),
    async "GET /metrics"(_: unknown, response: ServerResponse) {
      const text = await prometheus.text();
      response.writeHead(200, { "content-type": prometheus.contentType }).end(text);
    },
  };
  const server = await listenHttp({ port, host }, routes, (error) =>
    log.error("an HTTP request could not be answered", { error }),
  );
  // With HTTP_PORT=0 the machine chose it.
  log.info("the HTTP port is open", { port: server.port });
  return server;
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
