import type { LiveEvent } from "../discord/page-types.ts";
import type { Connection } from "./model.ts";

const shortestWaitMs = 250;
const maxWaitMs = 5_000;

interface LiveOptions {
  readonly discordUserId: string;
  readonly onEvent: (event: LiveEvent) => void;
  /** `live` comes again after each break, when what happened meanwhile has to be read. */
  readonly onConnection: (connection: Connection) => void;
}

/** Listens to what happens, and connects again by itself; the function it gives ends it for good. */
export function listen({ discordUserId, onEvent, onConnection }: LiveOptions): () => void {
  let socket: WebSocket | undefined;
  let waitMs = shortestWaitMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  const connect = (): void => {
    const address = new URL("/playground/live", location.href);
    address.protocol = "ws:";
    address.searchParams.set("as", discordUserId);
    socket = new WebSocket(address);
    socket.addEventListener("open", () => {
      waitMs = shortestWaitMs;
      onConnection("live");
    });
    socket.addEventListener("message", ({ data }) => {
      // Sent by the emulator in this repository, typed there.
      onEvent(JSON.parse(String(data)) as LiveEvent);
    });
    socket.addEventListener("close", () => {
      if (isOver) return;
      onConnection("lost");
      timer = setTimeout(connect, waitMs);
      waitMs = Math.min(maxWaitMs, waitMs * 2);
    });
  };
  connect();

  return () => {
    isOver = true;
    clearTimeout(timer);
    socket?.close();
  };
}
