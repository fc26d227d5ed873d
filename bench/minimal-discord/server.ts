import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import { applicationId, commandIdOf, type Frame, newId } from "./frames.ts";
import { serveGateway } from "./gateway.ts";
import { shardOf, shardsFor } from "../sharding.ts";

/** Longer than sending 500 posts takes at the rate that libraries use. */
const answerWithinMs = 40_000;
/** Of the callback that shows "thinking". */
const deferral = /^\{"type":5\b/;
const replyId = "1310000000000000009";

/**
 * Just enough of Discord for a client to log in, register and be served, and as little work as can be: frames are
 * texts made beforehand, requests are not checked. It has its clock and the measuring in one process.
 */
export interface MinimalDiscord extends AsyncDisposable {
  /** REST base without the version. */
  readonly apiUrl: string;
  /**
   * Sends an interaction.
   * @returns milliseconds from writing its frame to the arrival of the request that shows the reply: the
   * callback, or the edit after a deferral
   */
  ask(frame: Frame): Promise<number>;
  /** Posts to channels that have arrived so far. */
  readonly posts: number;
  /** How many messages in channels had a file. */
  readonly edits: number;
  readonly pictures: number;
  /** How many of them to each channel. */
  readonly postsTo: ReadonlyMap<string, number>;
}

interface Pending {
  readonly sentAt: number;
  readonly frame: Frame;
  readonly answer: PromiseWithResolvers<number>;
}

/** @param publicKey of the application, in hex, where interactions are posted */
export async function startMinimalDiscord(
  guildIds: readonly string[],
  publicKey = "",
): Promise<MinimalDiscord> {
  const pending = new Map<string, Pending>();
  const server = createServer((request, response) => void serve(request, response));
  const gateway = new WebSocketServer({ server });
  const shards: WebSocket[] = [];
  let sequence = 1;
  const postsTo = new Map<string, number>();
  let posts = 0;
  let edits = 0;
  let pictures = 0;

  serveGateway(gateway, {
    guildIds,
    resumeUrl: () => baseUrl("ws"),
    onReady: (shard, socket) => void (shards[shard] = socket),
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
      if (!deferral.test(body)) complete(id, body, arrivedAt);
    } else if (resource === "webhooks") {
      json(response, messageOf(id, replyId));
      complete(interactionOf(rest[0] ?? ""), body, arrivedAt);
    } else if (resource === "channels" && request.method === "POST") {
      posts += 1;
      postsTo.set(id, (postsTo.get(id) ?? 0) + 1);
      json(response, messageOf(id, newId()));
    } else if (resource === "channels" && request.method === "PATCH") {
      edits += 1;
      if (request.headers["content-type"]?.startsWith("multipart/") === true) pictures += 1;
      json(response, messageOf(id, rest[1] ?? ""));
    } else if (resource === "gateway") {
      json(response, {
        url: baseUrl("ws"),
        shards: shardsFor(guildIds.length),
        session_start_limit: { total: 1_000, remaining: 999, reset_after: 0, max_concurrency: 16 },
      });
    } else if (resource === "applications" && id === "@me") {
      const bot = { id: applicationId, username: "workspace-bot", discriminator: "0", avatar: null };
      json(response, { id: applicationId, verify_key: publicKey, interactions_endpoint_url: "set", bot });
    } else if (resource === "applications" && rest[0] === "commands") {
      const commands = request.method === "PUT" ? (JSON.parse(body) as readonly { name: string }[]) : [];
      json(
        response,
        commands.map((command) => ({ ...command, id: commandIdOf(command.name), application_id: id })),
      );
    } else {
      response.writeHead(404).end();
    }
  }

  function complete(id: string, body: string, arrivedAt: number): void {
    const asked = pending.get(id);
    pending.delete(id);
    if (asked === undefined) return;
    const { frame, answer, sentAt } = asked;
    if (body.includes(frame.expected)) answer.resolve(arrivedAt - sentAt);
    else answer.reject(new Error(`${frame.what} was answered with something else: ${body}`));
  }

  return {
    apiUrl: `${baseUrl("http")}/api`,
    get posts() {
      return posts;
    },
    get edits() {
      return edits;
    },
    get pictures() {
      return pictures;
    },
    postsTo,
    ask(frame) {
      // A bot with fewer connections gets everything through those it has.
      const shard = shards[shardOf(frame.guildId, Math.max(1, shards.length))];
      if (shard === undefined) throw new Error("nobody is logged in");
      const { id, text } = frame.next(++sequence);
      const answer = Promise.withResolvers<number>();
      const timer = setTimeout(
        () => answer.reject(new Error(`${frame.what} was not answered`)),
        answerWithinMs,
      );
      pending.set(id, { sentAt: performance.now(), frame, answer });
      shard.send(text);
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

/** The id that the frames put behind the padding of their tokens. */
function interactionOf(token: string): string {
  return token.replace(/^a+/, "");
}

function messageOf(channelId: string, id: string) {
  return {
    id,
    type: 0,
    channel_id: channelId,
    author: { id: applicationId, username: "workspace-bot", discriminator: "0", avatar: null, bot: true },
    content: "",
    timestamp: "2026-11-21T08:00:00.000000+00:00",
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    components: [],
    pinned: false,
    flags: 64,
  };
}

function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += String(chunk);
  return text;
}
