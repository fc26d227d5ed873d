import { GatewayCloseCodes, type GatewayIntentBits, GatewayOpcodes } from "discord-api-types/v10";
import type { RawData, WebSocket } from "ws";
import { isFields } from "./body-validator.ts";
import { type Fields, parseFrame, sendFrame } from "./gateway-frames.ts";
import { identifyRefusal, IdentifyPace, shardIn } from "./gateway-identify.ts";
import { GatewaySession } from "./gateway-session.ts";
import { shardOf } from "./snowflake.ts";
import type { GatewayLimits, SeenIdentify } from "./types.ts";

export interface GatewayWorld {
  readonly now: () => number;
  readonly botToken: string;
  readonly heartbeatIntervalMs: number;
  readonly limits: GatewayLimits;
  /** Data of READY, without what belongs to the session. */
  readonly ready: (shard: readonly [number, number]) => Fields;
  /** Events that follow READY, such as guilds for those who asked for them. */
  readonly afterReady: (session: GatewaySession) => void;
  readonly resumeUrl: () => string;
  readonly changed: () => void;
}

const resumableForMs = 3 * 60_000;

/** Discord's side of the gateway: identify, heartbeat, dispatch, resume. */
export class Gateway {
  readonly #world: GatewayWorld;
  readonly #sessions = new Map<string, GatewaySession>();
  readonly #sockets = new Map<WebSocket, { session: GatewaySession | undefined; deadline: NodeJS.Timeout }>();

  #rejection: number | undefined;

  readonly #pace: IdentifyPace;

  constructor(world: GatewayWorld) {
    this.#world = world;
    this.#pace = new IdentifyPace(world.limits);
  }

  get limits(): GatewayLimits {
    return this.#world.limits;
  }
  get identifies(): readonly SeenIdentify[] {
    return this.#pace.seen;
  }

  get connected(): readonly GatewaySession[] {
    return [...this.#sessions.values()].filter((session) => session.connected);
  }

  accept(socket: WebSocket): void {
    this.#sockets.set(socket, { session: undefined, deadline: this.#deadline(socket) });
    socket.on("message", (data) => this.#receive(socket, data));
    socket.on("error", () => socket.terminate());
    socket.on("close", (code) => this.#closed(socket, code));
    const { heartbeatIntervalMs } = this.#world;
    sendFrame(socket, {
      op: GatewayOpcodes.Hello,
      d: { heartbeat_interval: heartbeatIntervalMs },
      s: null,
      t: null,
    });
  }

  /** To each session of the shard that serves the guild; without a guild, of shard 0. */
  dispatch(guildId: string | undefined, event: string, data: unknown): void {
    for (const session of this.#living()) {
      const [shard, count] = session.shard;
      if (shard === (guildId === undefined ? 0 : shardOf(guildId, count))) session.dispatch(event, data);
    }
  }
  /** As `dispatch`, but only to sessions that asked for such events. */
  dispatchTo(intent: GatewayIntentBits, guildId: string, event: string, data: unknown): void {
    for (const session of this.#living())
      if ((session.intents & intent) !== 0 && session.shard[0] === shardOf(guildId, session.shard[1]))
        session.dispatch(event, data);
  }

  dropSockets(): void {
    for (const socket of this.#sockets.keys()) socket.terminate();
  }
  /** All that are there, and each new one as it identifies or resumes; `undefined` lets them in again. */
  refuseWith(code: number | undefined): void {
    this.#rejection = code;
    if (code !== undefined) for (const socket of this.#sockets.keys()) socket.close(code, "Refused.");
  }
  askReconnect(): void {
    for (const socket of this.#sockets.keys()) sendFrame(socket, { op: GatewayOpcodes.Reconnect, d: null });
  }
  invalidateSessions(resumable: boolean): void {
    for (const [socket, { session }] of this.#sockets) {
      sendFrame(socket, { op: GatewayOpcodes.InvalidSession, d: resumable });
      if (!resumable && session !== undefined) this.#sessions.delete(session.id);
    }
  }
  close(): void {
    for (const [socket, { deadline }] of this.#sockets) {
      clearTimeout(deadline);
      socket.terminate();
    }
    this.#sessions.clear();
  }

  #living(): readonly GatewaySession[] {
    for (const [id, { cutAtMs }] of this.#sessions)
      if (cutAtMs !== undefined && this.#world.now() - cutAtMs > resumableForMs) this.#sessions.delete(id);
    return [...this.#sessions.values()];
  }

  #receive(socket: WebSocket, data: RawData): void {
    const state = this.#sockets.get(socket);
    if (state === undefined) return;
    const message = parseFrame(data);
    if (message === undefined) {
      socket.close(GatewayCloseCodes.DecodeError, "Error while decoding payload.");
      return;
    }
    switch (message["op"]) {
      case GatewayOpcodes.Heartbeat:
        clearTimeout(state.deadline);
        state.deadline = this.#deadline(socket);
        sendFrame(socket, { op: GatewayOpcodes.HeartbeatAck, d: null });
        return;
      case GatewayOpcodes.Identify:
        if (this.#rejection !== undefined) socket.close(this.#rejection, "Refused.");
        else if (state.session === undefined)
          this.#identify(socket, isFields(message["d"]) ? message["d"] : {});
        else socket.close(GatewayCloseCodes.AlreadyAuthenticated, "Already authenticated.");
        return;
      case GatewayOpcodes.Resume:
        if (this.#rejection !== undefined) socket.close(this.#rejection, "Refused.");
        else this.#resume(socket, isFields(message["d"]) ? message["d"] : {});
        return;
      case GatewayOpcodes.PresenceUpdate:
      case GatewayOpcodes.VoiceStateUpdate:
      case GatewayOpcodes.RequestGuildMembers:
        if (state.session === undefined)
          socket.close(GatewayCloseCodes.NotAuthenticated, "Not authenticated.");
        return;
      default:
        socket.close(GatewayCloseCodes.UnknownOpcode, "Unknown opcode.");
    }
  }

  #identify(socket: WebSocket, data: Fields): void {
    const { botToken, limits } = this.#world;
    const rejection = identifyRefusal(data, botToken, limits);
    if (rejection !== undefined) {
      socket.close(rejection.code, rejection.reason);
      return;
    }
    const shard = shardIn(data) ?? [0, 1];
    if (this.#pace.isTooEarly(shard)) {
      sendFrame(socket, { op: GatewayOpcodes.InvalidSession, d: false });
      return;
    }
    const session = new GatewaySession(shard, Number(data["intents"]));
    this.#sessions.set(session.id, session);
    this.#attach(socket, session);
    session.dispatch("READY", {
      ...this.#world.ready(shard),
      v: 10,
      session_id: session.id,
      resume_gateway_url: this.#world.resumeUrl(),
      shard,
    });
    this.#world.afterReady(session);
    this.#world.changed();
  }

  #resume(socket: WebSocket, data: Fields): void {
    if (data["token"] !== this.#world.botToken) {
      socket.close(GatewayCloseCodes.AuthenticationFailed, "Authentication failed.");
      return;
    }
    this.#living();
    const session = this.#sessions.get(String(data["session_id"]));
    if (session === undefined) {
      sendFrame(socket, { op: GatewayOpcodes.InvalidSession, d: false });
      return;
    }
    this.#attach(socket, session);
    if (!session.replayAfter(Number(data["seq"]))) {
      this.#sessions.delete(session.id);
      socket.close(GatewayCloseCodes.InvalidSeq, "Invalid seq.");
      return;
    }
    session.dispatch("RESUMED", { _trace: [] });
    this.#world.changed();
  }

  #attach(socket: WebSocket, session: GatewaySession): void {
    session.attach(socket);
    const state = this.#sockets.get(socket);
    if (state !== undefined) state.session = session;
  }

  #closed(socket: WebSocket, code: number): void {
    const state = this.#sockets.get(socket);
    if (state === undefined) return;
    clearTimeout(state.deadline);
    this.#sockets.delete(socket);
    state.session?.detach(socket, this.#world.now());
    // A client that says goodbye properly ends its session.
    if (code === 1_000 || code === 1_001) this.#sessions.delete(state.session?.id ?? "");
    this.#world.changed();
  }

  /** Who misses heartbeats is cut off; the session can be resumed. */
  #deadline(socket: WebSocket): NodeJS.Timeout {
    const closeIfMissing = (): void => {
      if (this.#sockets.get(socket)?.deadline === timer)
        socket.close(GatewayCloseCodes.SessionTimedOut, "Session timed out.");
    };
    // One that came while this process was busy is read first.
    const look = () => setImmediate(closeIfMissing);
    const timer = setTimeout(look, this.#world.heartbeatIntervalMs * 1.5).unref();
    return timer;
  }
}
