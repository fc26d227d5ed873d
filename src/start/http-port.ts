import { type Client, Status } from "discord.js";
import type { AppContext } from "../context.ts";
import { healthRoutes } from "../server/health.ts";
import { type HttpServer, listenHttp } from "../server/http-server.ts";
import type { Serving } from "./serve-interactions.ts";

interface HttpPortParts {
  readonly client: Client;
  readonly serving: Serving;
  readonly host: string | undefined;
  readonly ctx: AppContext;
}

/**
 * Opens the port for Discord's requests, metrics and probes, unless none is configured.
 * @throws PortInUseError
 */
export async function openHttpPort(parts: HttpPortParts): Promise<HttpServer | undefined> {
  const { client, serving, host, ctx } = parts;
  const { config, log, store } = ctx;
  const { httpPort: port } = config;
  if (port === undefined) return undefined;
  const health = healthRoutes({
    store: async () => void (await store.botState.get("ready")),
    discord: () => (isConnected(client) ? undefined : "not connected to Discord's gateway"),
    draining: () => (serving.isStopping() ? "stopping" : undefined),
  });
  return listenHttp({ port, host }, { ...serving.routes, ...health }, (error) =>
    log.error("an HTTP request could not be answered", { error }),
  );
}

/** Without a gateway there are no shards, and the client counts as ready. */
function isConnected({ ws }: Client): boolean {
  return ws.status === Status.Ready && ws.shards.every(({ status }) => status === Status.Ready);
}
