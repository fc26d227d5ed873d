import { promisify } from "node:util";
import {
  type GatewayIdentifyData,
  GatewayIntentBits,
  GatewayOpcodes,
  type GatewaySendPayload,
} from "discord-api-types/v10";
import type { WebSocket, WebSocketServer } from "ws";
import { applicationId } from "./frames.ts";
import { guildFrame } from "./guild-frame.ts";
import { shardOf } from "../sharding.ts";

interface Sessions {
  readonly guildIds: readonly string[];
  readonly resumeUrl: () => string;
  readonly onReady: (shard: number, socket: WebSocket) => void;
}

/** Lets bots identify, and tells each shard its guilds: their ids, and all about them when it asks for guilds. */
export function serveGateway(gateway: WebSocketServer, { guildIds, resumeUrl, onReady }: Sessions): void {
  gateway.on("connection", (socket) => {
    socket.send(`{"op":${GatewayOpcodes.Hello},"d":{"heartbeat_interval":41250},"s":null,"t":null}`);
    socket.on("message", (data) => {
      // With the default settings of ws a message arrives as one Buffer, and clients of the gateway send only this.
      const sent = JSON.parse((data as Buffer).toString()) as GatewaySendPayload;
      if (sent.op === GatewayOpcodes.Heartbeat) socket.send(`{"op":${GatewayOpcodes.HeartbeatAck}}`);
      if (sent.op === GatewayOpcodes.Identify) void identify(socket, sent.d);
    });
  });

  async function identify(
    socket: WebSocket,
    { shard = [0, 1], intents }: GatewayIdentifyData,
  ): Promise<void> {
    const [number, count] = shard;
    const own = guildIds.filter((guildId) => shardOf(guildId, count) === number);
    onReady(number, socket);
    socket.send(readyFrame(own, resumeUrl(), shard));
    if ((intents & GatewayIntentBits.Guilds) === 0) return;
    const send = promisify((text: string, done: (error?: Error) => void) => socket.send(text, done));
    // One after the other, so that ten thousand of them never wait in memory.
    for (const [index, guildId] of own.entries()) await send(guildFrame(guildId, index + 2));
  }
}

function readyFrame(guildIds: readonly string[], resumeUrl: string, shard: readonly number[]): string {
  const data = {
    v: 10,
    user: { id: applicationId, username: "workspace-bot", discriminator: "0", avatar: null, bot: true },
    guilds: guildIds.map((id) => ({ id, unavailable: true })),
    session_id: "bench",
    resume_gateway_url: resumeUrl,
    shard,
    application: { id: applicationId, flags: 0 },
  };
  return JSON.stringify({ op: GatewayOpcodes.Dispatch, t: "READY", s: 1, d: data });
}
