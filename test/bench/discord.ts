import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { GatewayOpcodes, type GatewaySendPayload } from "discord-api-types/v10";
import { type WebSocket, WebSocketServer } from "ws";
import { applicationId, type Frame } from "./frames.ts";

const answerWithinMs = 10_000;

/**
 * Just enough of Discord for a client to log in, register and be served, and as little work as can be: frames are
 * texts made beforehand, requests are not checked. It has its clock and the measuring in one process.
 */
export interface LeanDiscord extends AsyncDisposable {
  /** REST base without the version. */
  readonly apiUrl: string;
  /** Sends an interaction. @returns milliseconds from writing its frame to the arrival of the callback request */
  ask(frame: Frame): Promise<number>;
}

interface Pending {
  readonly sentAt: number;
  readonly frame: Frame;
  readonly answer: PromiseWithResolvers<number>;
}

export async function startLeanDiscord(guildIds: readonly string[]): Promise<LeanDiscord> {
  const pending = new Map<string, Pending>();
  const server = createServer((request, response) => void serve(request, response));
  const gateway = new WebSocketServer({ server });
  let bot: WebSocket | undefined;
  let sequence = 1;

  gateway.on("connection", (socket) => {
    socket.send(`{"op":${GatewayOpcodes.Hello},"d":{"heartbeat_interval":41250},"s":null,"t":null}`);
    socket.on("message", (data) => {
      // With the default settings of ws a message arrives as one Buffer, and clients of the gateway send only this.
      const { op } = JSON.parse((data as Buffer).toString()) as GatewaySendPayload;
      if (op === GatewayOpcodes.Heartbeat) socket.send(`{"op":${GatewayOpcodes.HeartbeatAck}}`);
      if (op !== GatewayOpcodes.Identify) return;
      bot = socket;
      socket.send(readyFrame(guildIds, baseUrl("ws")));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  function baseUrl(scheme: "http" | "ws"): string {
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    return `${scheme}://127.0.0.1:${address.port}`;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const arrivedAt = performance.now();
    const [path = ""] = (request.url ?? "").split("?", 1);
    const [, , , resource, id = "", ...rest] = path.split("/");
    const body = await textOf(request);
    if (resource === "interactions") {
      response.writeHead(204).end();
      settle(id, body, arrivedAt);
    } else if (resource === "gateway") {
      json(response, {
        url: baseUrl("ws"),
        shards: 1,
        session_start_limit: { total: 1_000, remaining: 999, reset_after: 0, max_concurrency: 1 },
      });
    } else if (resource === "applications" && rest[0] === "commands" && request.method === "PUT") {
      const commands = JSON.parse(body) as readonly object[];
      json(
        response,
        commands.map((command, index) => ({ ...command, id: String(1_000 + index), application_id: id })),
      );
    } else {
      response.writeHead(404).end();
    }
  }

  function settle(id: string, body: string, arrivedAt: number): void {
    const asked = pending.get(id);
    pending.delete(id);
    if (asked === undefined) return;
    const { frame, answer, sentAt } = asked;
    if (body.includes(frame.expected)) answer.resolve(arrivedAt - sentAt);
    else answer.reject(new Error(`${frame.what} was answered with something else: ${body}`));
  }

  return {
    apiUrl: `${baseUrl("http")}/api`,
    ask(frame) {
      if (bot === undefined) throw new Error("nobody is logged in");
      const { id, text } = frame.next(++sequence);
      const answer = Promise.withResolvers<number>();
      const timer = setTimeout(
        () => answer.reject(new Error(`${frame.what} was not answered`)),
        answerWithinMs,
      );
      pending.set(id, { sentAt: performance.now(), frame, answer });
      bot.send(text);
      return answer.promise.finally(() => clearTimeout(timer));
    },
    async [Symbol.asyncDispose]() {
      for (const socket of gateway.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function readyFrame(guildIds: readonly string[], resumeUrl: string): string {
  const user = { id: applicationId, username: "workspace", discriminator: "0001", avatar: null, bot: true };
  const data = {
    v: 10,
    user,
    guilds: guildIds.map((id) => ({ id, unavailable: true })),
    session_id: "bench",
    resume_gateway_url: resumeUrl,
    application: { id: applicationId, flags: 0 },
  };
  return JSON.stringify({ op: GatewayOpcodes.Dispatch, t: "READY", s: 1, d: data });
}

function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += String(chunk);
  return text;
}
