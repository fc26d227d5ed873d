import type { RawData, WebSocket } from "ws";
import { isFields } from "./body-validator.ts";

export type Fields = Readonly<Record<string, unknown>>;

export function sendFrame(socket: WebSocket, payload: Fields): void {
  socket.send(JSON.stringify(payload));
}

/** `undefined` for what is no object in JSON. */
export function parseFrame(data: RawData): Fields | undefined {
  try {
    // With `ws`'s default settings a message arrives as one Buffer.
    const value: unknown = JSON.parse(Buffer.isBuffer(data) ? data.toString("utf8") : "");
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
