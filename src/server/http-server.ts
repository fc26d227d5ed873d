import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { getErrorCode } from "../setting-files.ts";
import { raceTimeout, secondMs } from "../time.ts";

export type HttpRoute = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/**
 * By method and path, for example `POST /interactions`. A path that ends with a slash stands for whatever follows it, up to
 * the next slash.
 */
export type HttpRoutes = Readonly<Record<string, HttpRoute>>;

export interface HttpServer {
  readonly port: number;
  /** Responds to requests in progress, accepts no new ones, then frees the port. */
  close(): Promise<void>;
}

/** The port can't be opened. The message is for the operator. */
export class PortNotOpenedError extends Error {
  override readonly name = "PortNotOpenedError";
}

/** Requests sent more slowly than this are dropped. */
const requestTimeoutMs = 5_000;
const closeTimeoutMs = 1_000;
/** Idle connections of strangers take files, and there is only so much of them. */
const keepAliveTimeoutMs = 5_000;
/**
 * For a connection on which Discord's requests come. Longer than load balancers and proxies keep idle connections (Caddy two
 * minutes, Google's balancers ten), so that they close them first and never use one that was just closed.
 */
const trustedKeepAliveTimeoutMs = 620_000;

const trusted = new WeakSet<Socket>();

/** A request of Discord's came on this connection, so it is kept for longer while idle. */
export function trustConnection({ socket }: IncomingMessage, response: ServerResponse): void {
  trusted.add(socket);
  keepForLong(response);
}

/** Before the head of the response is sent. */
function keepForLong(response: ServerResponse): void {
  response.setHeader("connection", "keep-alive");
  response.setHeader("keep-alive", `timeout=${trustedKeepAliveTimeoutMs / secondMs}`);
}

export interface HttpServerParts {
  readonly port: number;
  /** An address of this machine; `undefined` for all of them. */
  readonly host: string | undefined;
  /** Further connections are closed at once. */
  readonly maxConnections: number;
  readonly routes: HttpRoutes;
  readonly onFailure: (error: unknown) => void;
  /** A connection was one too many. */
  readonly onRefused: () => void;
}

/** The bot's only port. @throws PortNotOpenedError */
export async function listenHttp(parts: HttpServerParts): Promise<HttpServer> {
  const { port, host, maxConnections, routes, onFailure, onRefused } = parts;
  const paths = new Set(Object.keys(routes).map((key) => key.slice(key.indexOf(" ") + 1)));
  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: 1_000,
    },
    (request, response) => {
      const { socket } = request;
      if (trusted.has(socket)) keepForLong(response);
      // Node sets the short time when a response ends, in a listener of its own that was there first.
      response.on("finish", () => {
        if (trusted.has(socket)) socket.setTimeout(trustedKeepAliveTimeoutMs);
      });
      const [path = ""] = (request.url ?? "").split("?", 1);
      // For HEAD probes, Node omits the body.
      const method = request.method === "HEAD" ? "GET" : (request.method ?? "");
      const known = paths.has(path) ? path : path.slice(0, path.lastIndexOf("/") + 1);
      const route = routes[`${method} ${known}`];
      if (route === undefined) {
        sendText(response, paths.has(known) ? 405 : 404, "There is nothing here.\n");
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

  server.maxConnections = maxConnections;
  server.on("drop", onRefused);
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    throw toPortNotOpened(error, port);
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

const notOfThisMachine: ReadonlySet<string> = new Set(["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EINVAL"]);

function toPortNotOpened(error: unknown, port: number): unknown {
  const code = getErrorCode(error);
  if (code === "EADDRINUSE")
    return new PortNotOpenedError(
      `Port ${port} (HTTP_PORT) is in use by another program. Nothing was started. Stop that program, or set HTTP_PORT to another port.`,
    );
  if (code === "EACCES")
    return new PortNotOpenedError(
      `This user may not open port ${port} (HTTP_PORT). Nothing was started. Set HTTP_PORT to a port above 1023.`,
    );
  if (notOfThisMachine.has(code))
    return new PortNotOpenedError(
      "HTTP_HOST isn't an address of this machine. Nothing was started. Set it to one, to 127.0.0.1 for this machine only, or to 0.0.0.0 for all of them.",
    );
  return error;
}

/** Why the bot isn't ready; `undefined` if this part is. */
export type ReadinessCheck = () => Promise<string | undefined> | string | undefined;

/** A probe that waits longer than this counts as failed anyway. */
const checkWithinMs = 1_000;

/**
 * `/healthz`: the process is running. `/readyz`: it can serve people.
 * @param getNotes what an operator should know though people are served, by the part it is about
 */
export function createHealthRoutes(
  checks: Readonly<Record<string, ReadinessCheck>>,
  getNotes: () => Readonly<Record<string, string>> = () => ({}),
): HttpRoutes {
  return {
    "GET /healthz": (_, response) => send(response, 200, { status: "ok" }),
    async "GET /readyz"(_, response) {
      const { isReady, results } = await checkReadiness(checks);
      send(response, isReady ? 200 : 503, {
        status: isReady ? "ready" : "not ready",
        checks: results,
        notes: getNotes(),
      });
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
  closeAfter(response);
  sendText(response, 503, "This replica is stopping.\n");
}

/** Whatever else comes on this connection is dropped unread. */
export function closeAfter(response: ServerResponse): void {
  response.removeHeader("keep-alive");
  response.setHeader("connection", "close");
}
