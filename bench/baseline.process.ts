/**
 * The least that can answer: bare gateway sockets, the same request to the service where the command needs one, and a
 * fixed body posted back. No discord.js, no types, no database. It renders orders only when it is started to do so.
 */
import {
  type APIApplicationCommandInteraction,
  GatewayDispatchEvents,
  GatewayOpcodes,
  type GatewayReceivePayload,
} from "discord-api-types/v10";
import { type Dispatcher, request } from "undici";
import { WebSocket } from "ws";
import { applicationId, assignments, botToken, help, orderSearch } from "./minimal-discord/frames.ts";

const apiUrl = `${process.env["DISCORD_API_URL"] ?? ""}/v10`;
const serviceUrl = process.env["WORKSPACE_API_URL"] ?? "";
const renders = process.env["FLOOR_RENDERS"] === "true";
const defers = process.env["FLOOR_DEFERS"] === "true";

interface Task {
  readonly servicePath: string | undefined;
  /** The message as JSON. */
  readonly dataOf: (answer: unknown) => string;
}
type Order = Readonly<Record<"order_number" | "status" | "createdAt", string>> & {
  readonly items: readonly string[];
};

const tasks: Readonly<Record<string, Task>> = {
  help: fixed(help.expected, undefined),
  assignments: fixed(assignments.expected, "/staff/assignments/bench/1840032278"),
  order: renders
    ? { servicePath: "/players/orders/bench/search", dataOf: orderList }
    : fixed(orderSearch.expected, "/players/orders/bench/search"),
};

const { body: gateway } = await request(`${apiUrl}/gateway/bot`, {
  headers: { authorization: `Bot ${botToken}` },
});
const { url, shards } = (await gateway.json()) as { url: string; shards: number };
let ready = 0;
for (let shard = 0; shard < shards; shard++) connect(shard);
process.once("SIGTERM", () => process.exit(0));

function connect(shard: number): void {
  const socket = new WebSocket(`${url}/?v=10&encoding=json`);
  const send = (payload: object): void => socket.send(JSON.stringify(payload));
  socket.on("message", (data) => {
    // With the default settings of ws a message arrives as one Buffer, and this is what Discord sends.
    const frame = JSON.parse((data as Buffer).toString()) as GatewayReceivePayload;
    if (frame.op === GatewayOpcodes.Hello) {
      const properties = {};
      send({
        op: GatewayOpcodes.Identify,
        d: { token: botToken, intents: 0, properties, shard: [shard, shards] },
      });
      setInterval(() => send({ op: GatewayOpcodes.Heartbeat, d: null }), frame.d.heartbeat_interval);
    } else if (frame.op === GatewayOpcodes.Dispatch) {
      if (frame.t === GatewayDispatchEvents.Ready) {
        ready += 1;
        if (ready === shards) process.stdout.write("ready\n");
      }
      // Nothing but commands is sent here.
      else if (frame.t === GatewayDispatchEvents.InteractionCreate)
        void answer(frame.d as APIApplicationCommandInteraction);
    }
  });
}

async function answer({ id, token, data }: APIApplicationCommandInteraction): Promise<void> {
  const task = tasks[data.name];
  if (task === undefined) return;
  const callback = `/interactions/${id}/${token}/callback`;
  if (defers) await toDiscord("POST", callback, '{"type":5,"data":{"flags":64}}');
  const shown = task.dataOf(task.servicePath && (await fromService(task.servicePath)));
  if (defers) await toDiscord("PATCH", `/webhooks/${applicationId}/${token}/messages/@original`, shown);
  else await toDiscord("POST", callback, `{"type":4,"data":${shown}}`);
}

async function fromService(path: string): Promise<unknown> {
  const { body } = await request(serviceUrl + path, { headers: { authorization: "Bearer bench" } });
  return JSON.parse(await body.text());
}

async function toDiscord(method: Dispatcher.HttpMethod, path: string, json: string): Promise<void> {
  const { body } = await request(apiUrl + path, {
    method,
    headers: { "content-type": "application/json" },
    body: json,
  });
  await body.dump();
}

function fixed(title: string, servicePath: string | undefined): Task {
  const message = JSON.stringify({ flags: 64, embeds: [{ title }] });
  return { servicePath, dataOf: () => message };
}

function orderList(answered: unknown): string {
  // What the bench's service answers.
  const orders = answered as readonly Order[];
  const lines = orders
    .toSorted((first, second) => Date.parse(second.createdAt) - Date.parse(first.createdAt))
    .slice(0, 10)
    .map(({ order_number: number, status, items }) => `**Order #${number}** ${status} · ${items.join(", ")}`);
  const embed = { title: orderSearch.expected, description: lines.join("\n") };
  return JSON.stringify({ flags: 64, embeds: [embed] });
}
