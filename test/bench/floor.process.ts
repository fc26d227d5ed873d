/**
 * The least that can answer: a bare gateway socket, the same request to the service where the command needs one, and a
 * fixed body posted back. No discord.js, no types, no database, no rendering.
 */
import {
  type APIApplicationCommandInteraction,
  GatewayDispatchEvents,
  GatewayOpcodes,
  type GatewayReceivePayload,
} from "discord-api-types/v10";
import { request } from "undici";
import { WebSocket } from "ws";
import { assignments, botToken, help, orderSearch } from "./frames.ts";

const apiUrl = `${process.env["DISCORD_API_URL"] ?? ""}/v10`;
const serviceUrl = process.env["WORKSPACE_API_URL"] ?? "";

interface Task {
  readonly servicePath: string | undefined;
  readonly body: string;
}

const tasks: Readonly<Record<string, Task>> = {
  help: taskOf(help.expected, undefined),
  assignments: taskOf(assignments.expected, "/staff/assignments/bench/1840032278"),
  order: taskOf(orderSearch.expected, "/players/orders/bench/search"),
};

const { body: gateway } = await request(`${apiUrl}/gateway/bot`, {
  headers: { authorization: `Bot ${botToken}` },
});
const { url } = (await gateway.json()) as { url: string };
const socket = new WebSocket(`${url}/?v=10&encoding=json`);
socket.on("message", (data) => {
  // With the default settings of ws a message arrives as one Buffer, and this is what Discord sends.
  const frame = JSON.parse((data as Buffer).toString()) as GatewayReceivePayload;
  if (frame.op === GatewayOpcodes.Hello) {
    send({ op: GatewayOpcodes.Identify, d: { token: botToken, intents: 0, properties: {} } });
    setInterval(() => send({ op: GatewayOpcodes.Heartbeat, d: null }), frame.d.heartbeat_interval);
  } else if (frame.op === GatewayOpcodes.Dispatch) {
    if (frame.t === GatewayDispatchEvents.Ready) process.stdout.write("ready\n");
    // Nothing but commands is sent here.
    else if (frame.t === GatewayDispatchEvents.InteractionCreate)
      void answer(frame.d as APIApplicationCommandInteraction);
  }
});
process.once("SIGTERM", () => process.exit(0));

function send(payload: object): void {
  socket.send(JSON.stringify(payload));
}

async function answer({ id, token, data }: APIApplicationCommandInteraction): Promise<void> {
  const task = tasks[data.name];
  if (task === undefined) return;
  if (task.servicePath !== undefined) {
    const { body } = await request(serviceUrl + task.servicePath, {
      headers: { authorization: "Bearer bench" },
    });
    JSON.parse(await body.text());
  }
  const posted = await request(`${apiUrl}/interactions/${id}/${token}/callback`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: task.body,
  });
  await posted.body.dump();
}

function taskOf(title: string, servicePath: string | undefined): Task {
  return { servicePath, body: JSON.stringify({ type: 4, data: { flags: 64, embeds: [{ title }] } }) };
}
