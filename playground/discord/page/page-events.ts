import type { WebSocket } from "ws";
import { maySeeChannel, maySeeMessage, placeOf } from "../actors/visibility.ts";
import { toSeen } from "../actors/rendered-message.ts";
import type { LiveEvent } from "../page-types.ts";
import type { EmulatorEvent } from "../types.ts";
import type { World } from "../state.ts";

/** Tells each open page what changed, as far as its person may see it. */
export class PageLive {
  readonly #world: World;
  readonly #pages = new Map<WebSocket, string>();
  readonly #unwatch: () => void;

  constructor(world: World) {
    this.#world = world;
    this.#unwatch = world.events.watch((event) => this.#tell(event));
  }

  accept(socket: WebSocket, url: URL): void {
    this.#pages.set(socket, url.searchParams.get("as") ?? "");
    socket.on("close", () => this.#pages.delete(socket));
    socket.on("error", () => socket.terminate());
  }

  close(): void {
    this.#unwatch();
    for (const socket of this.#pages.keys()) socket.terminate();
  }

  #tell(event: EmulatorEvent): void {
    for (const [socket, discordUserId] of this.#pages) {
      const told = this.#eventFor(event, discordUserId);
      if (told !== undefined) socket.send(JSON.stringify(told));
    }
  }

  #eventFor(event: EmulatorEvent, discordUserId: string): LiveEvent | undefined {
    switch (event.type) {
      case "request":
        return { type: "request", record: event.record };
      case "commands":
        return { type: "commands" };
      case "form":
        if (event.discordUserId !== discordUserId) return undefined;
        return { type: "form", channelId: event.channelId, form: event.form };
      case "message":
        return this.#messageEvent(event, discordUserId);
      case "guild":
      case "bot":
        return { type: "state" };
      default:
        return event satisfies never;
    }
  }

  #messageEvent(
    event: Extract<EmulatorEvent, { type: "message" }>,
    discordUserId: string,
  ): LiveEvent | undefined {
    const { directory, messages } = this.#world;
    const stored = messages.find(event.messageId);
    if (stored === undefined) return undefined;
    const channelId = stored.message.channel_id;
    const place = placeOf(this.#world, channelId, discordUserId);
    if (place === undefined || !maySeeChannel(this.#world, place)) return undefined;
    if (event.change === "deleted") {
      const wasTheirs = stored.privateTo === undefined || stored.privateTo === discordUserId;
      return wasTheirs ? { type: "message-deleted", channelId, messageId: event.messageId } : undefined;
    }
    if (!maySeeMessage(stored, discordUserId)) return undefined;
    return {
      type: event.change === "created" ? "message-created" : "message-edited",
      message: toSeen(stored, directory),
    };
  }
}
