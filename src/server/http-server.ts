import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { raceTimeout } from "../time.ts";

export type HttpRoute = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** By method and path, for example `POST /interactions`. */
export type HttpRoutes = Readonly<Record<string, HttpRoute>>;

export interface HttpServer {
  readonly port: number;
  /** Responds to requests in progress, accepts no new ones, then frees the port. */
  close(): Promise<void>;
}

/** Another program is using the port. The message is for the operator. */
export class PortInUseError extends Error {
  override readonly name = "PortInUseError";

  constructor(port: number) {
    super(
      `Port ${port} (HTTP_PORT) is in use by another program. Nothing was started. Stop that program, or set HTTP_PORT to another port.`,
    );
  }
}

/** Requests sent more slowly than this are dropped. */
const requestTimeoutMs = 5_000;
const closeTimeoutMs = 1_000;
/**
 * Longer than load balancers and proxies keep idle connections (Caddy two minutes, Google's balancers ten), so that they
 * close them first and never use one that was just closed.
 */
const keepAliveTimeoutMs = 620_000;

/**
 * The bot's only port.
 * @param host all addresses of this machine by default
 * @throws PortInUseError
 */
export async function listenHttp(
  { port, host }: { readonly port: number; readonly host: string | undefined },
  routes: HttpRoutes,
  onFailure: (error: unknown) => void,
): Promise<HttpServer> {
  const paths = new Set(Object.keys(routes).map((key) => key.slice(key.indexOf(" ") + 1)));
  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: 1_000,
    },
    (request, response) => {
      const [path = ""] = (request.url ?? "").split("?", 1);
      // For HEAD probes, Node omits the body.
      const method = request.method === "HEAD" ? "GET" : (request.method ?? "");
      const route = routes[`${method} ${path}`];
      if (route === undefined) {
        sendText(response, paths.has(path) ? 405 : 404, "There is nothing here.\n");
        return;
      }
      void serve(route, request, response);
    },
  );

  async function serve(route: HttpRoute, request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await route(request, response);
    } catch (error) {
      onFailure(error);
      if (!response.headersSent) sendText(response, 500, "Something broke on our side.\n");
    }
  }

  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE")
      throw new PortInUseError(port);
    throw error;
  }
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    async close() {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      // Node no longer looks for slow requests once the server is closing.
      const timer = setTimeout(() => server.closeAllConnections(), closeTimeoutMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

/** Why the bot isn't ready; `undefined` if this part is. */
export type ReadinessCheck = () => Promise<string | undefined> | string | undefined;

/** A probe that waits longer than this counts as failed anyway. */
const checkWithinMs = 1_000;

/** `/healthz`: the process is running. `/readyz`: it can serve people. */
export function createHealthRoutes(checks: Readonly<Record<string, ReadinessCheck>>): HttpRoutes {
  return {
    "GET /healthz": (_, response) => send(response, 200, { status: "ok" }),
    async "GET /readyz"(_, response) {
      const { isReady, results } = await checkReadiness(checks);
      send(response, isReady ? 200 : 503, { status: isReady ? "ready" : "not ready", checks: results });
    },
  };
}

/** The result of each check: `ok`, or why not. */
export async function checkReadiness(checks: Readonly<Record<string, ReadinessCheck>>): Promise<{
  readonly isReady: boolean;
  readonly results: Readonly<Record<string, string>>;
}> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, (await run(check)) ?? "ok"] as const),
  );
  return {
    isReady: results.every(([, result]) => result === "ok"),
    results: Object.fromEntries(results),
  };
}

/** Error text is not exposed: anyone can reach this port. */
async function run(check: ReadinessCheck): Promise<string | undefined> {
  try {
    return await raceTimeout(Promise.resolve(check()), checkWithinMs, () => "no answer within 1 s");
  } catch {
    return "failed";
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  const json = `${JSON.stringify(body)}\n`;
  response
    .writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(json) })
    .end(json);
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, {
      "content-type": "text/plain; charset=utf-8",
      "content-length": Buffer.byteLength(text),
    })
    .end(text);
}

/** The balancer opens another connection, to another replica. */
export function refuseStopping(response: ServerResponse): void {
  response.setHeader("connection", "close");
  sendText(response, 503, "This replica is stopping.\n");
}
