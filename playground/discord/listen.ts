import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";
import type { Server } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import { isLocalUpgrade } from "./loopback-only.ts";

export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}
export type SocketRoutes = Readonly<Record<string, (socket: WebSocket, url: URL) => void>>;

/** Serves an app and WebSockets by path on one loopback port. */
export async function listen(app: Hono, sockets: SocketRoutes, port: number): Promise<Listening> {
  // Without options for HTTP/2 it is a plain HTTP/1.1 server.
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  const upgrades = new WebSocketServer({ noServer: true });
  const listening = Promise.withResolvers<void>();
  server.once("error", listening.reject);
  server.listen(port, "127.0.0.1", listening.resolve);
  await listening.promise;
  const address = server.address();
  const taken = typeof address === "object" && address !== null ? address.port : port;

  server.on("upgrade", (request, socket, head) => {
    // Any page may open a WebSocket to any path, and some of them are no addresses.
    const url = URL.parse(`http://127.0.0.1${request.url ?? "/"}`);
    const route = url === null ? undefined : sockets[url.pathname.replace(/(.)\/$/, "$1")];
    if (url === null || route === undefined || !isLocalUpgrade(request, taken)) {
      socket.on("error", () => socket.destroy());
      socket.end(`HTTP/1.1 ${route === undefined ? 404 : 403} No\r\nConnection: close\r\n\r\n`);
      return;
    }
    upgrades.handleUpgrade(request, socket, head, (accepted) => route(accepted, url));
  });

  return {
    port: taken,
    async close() {
      const closed = Promise.withResolvers<void>();
      for (const client of upgrades.clients) client.terminate();
      upgrades.close();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };
}
