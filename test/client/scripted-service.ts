import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Server, Socket } from "node:net";
import { text } from "node:stream/consumers";

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** How the service handles one request. */
export type Act = (response: ServerResponse, socket: Socket) => void;

export interface ScriptedService {
  readonly baseUrl: string;
  readonly received: readonly Received[];
  /** Connections opened so far. */
  readonly connections: () => number;
  /** The acts for the next requests, in order; after them the last one repeats. */
  readonly script: (...acts: readonly Act[]) => void;
  readonly close: () => Promise<void>;
}

export function answer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Act {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

export const stall: Act = () => {};
export const cut: Act = (_, socket) => socket.destroy();
/** Sends the head and a part of the body, then does `next`. */
export function begin(status: number, next: Act): Act {
  return (response, socket) => {
    response.writeHead(status, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"_id":"', () => next(response, socket));
  };
}
/** Bytes that aren't HTTP. */
export function babble(words: string): Act {
  return (_, socket) => socket.end(words);
}

export async function startScriptedService(): Promise<ScriptedService> {
  const received: Received[] = [];
  let acts: Act[] = [];
  let connections = 0;

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    received.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
    const act = acts.length > 1 ? acts.shift() : acts[0];
    (act ?? answer(500, "no script"))(response, request.socket);
  };
  const server = createServer((request, response) => void serve(request, response).catch(() => {}));
  server.on("connection", () => connections++);
  const port = await listen(server);

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    received,
    connections: () => connections,
    script: (...next) => {
      acts = [...next];
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this kind.
  return (server.address() as AddressInfo).port;
}
