import { randomUUID } from "node:crypto";
import { GatewayOpcodes } from "discord-api-types/v10";
import type { WebSocket } from "ws";

const replayed = 1_000;

/** The state of an identified bot; it outlives its socket so that it can be resumed. */
export class GatewaySession {
  readonly id: string = randomUUID().replaceAll("-", "");
  readonly shard: readonly [number, number];
  readonly intents: number;
  readonly #sent: { readonly sequence: number; readonly text: string }[] = [];
  #sequence = 0;
  #socket: WebSocket | undefined;
  /** Since when there is no socket. */
  cutAtMs: number | undefined;

  constructor(shard: readonly [number, number], intents: number) {
    this.shard = shard;
    this.intents = intents;
  }

  get connected(): boolean {
    return this.#socket !== undefined;
  }
  get sequence(): number {
    return this.#sequence;
  }
  get socket(): WebSocket | undefined {
    return this.#socket;
  }

  attach(socket: WebSocket): void {
    if (this.#socket !== socket) this.#socket?.terminate();
    this.#socket = socket;
    this.cutAtMs = undefined;
  }
  detach(socket: WebSocket, nowMs: number): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    this.cutAtMs = nowMs;
  }

  /** Events are kept while the socket is away, and sent when the session is resumed. */
  dispatch(event: string, data: unknown): void {
    this.#sequence += 1;
    const text = JSON.stringify({ op: GatewayOpcodes.Dispatch, t: event, s: this.#sequence, d: data });
    this.#sent.push({ sequence: this.#sequence, text });
    if (this.#sent.length > replayed) this.#sent.shift();
    this.#socket?.send(text);
  }

  /** False if the missed events are no longer stored. */
  replayAfter(sequence: number): boolean {
    const oldest = this.#sent[0]?.sequence ?? this.#sequence + 1;
    if (sequence > this.#sequence || sequence + 1 < oldest) return false;
    for (const event of this.#sent) if (event.sequence > sequence) this.#socket?.send(event.text);
    return true;
  }
}
