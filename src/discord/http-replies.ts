import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { DiscordAPIError, type InternalRequest, RESTJSONErrorCodes } from "discord.js";
import { LruMap } from "../lru-map.ts";

/** Discord may need this long before it knows a reply that it got as the response to its own request. */
const knownWithinMs = 2_000;
const lookAgainMs = 200;
const maxTokens = 1_000;

/**
 * Interactions that Discord posted to the bot and waits for in an open HTTP request. The first reply goes out as its
 * response; everything after that goes to Discord's API as usual.
 */
export class HttpReplies {
  readonly #open = new Map<string, ServerResponse>();
  /** When which interaction was answered by a response, by its token. */
  readonly #answeredAt = new LruMap<string, number>({ maxSize: maxTokens });

  /** Keeps the response of an interaction open for its first reply. */
  open(interactionId: string, response: ServerResponse): void {
    this.#open.set(interactionId, response);
  }

  /** The response was used for something else. */
  discard(interactionId: string): void {
    this.#open.delete(interactionId);
  }

  /** Says that the reply will come as a request of its own, if there was none so far. */
  accept(interactionId: string): void {
    const response = this.#take(interactionId);
    if (response !== undefined) void end(response, 202);
  }

  /** @returns false if this reply has to be sent to Discord's API */
  async tryReply({ fullRoute, body, files = [] }: InternalRequest): Promise<boolean> {
    const [, , id = "", token = ""] = fullRoute.split("/");
    const response = this.#take(id);
    if (response === undefined) return false;
    // Discord takes files in a request only.
    if (files.length > 0) {
      await end(response, 202);
      return false;
    }
    const isSent = await end(response, 200, JSON.stringify(body));
    if (isSent) this.#answeredAt.set(token, performance.now());
    return isSent;
  }

  /** Repeats a request about a reply that Discord doesn't know yet, because it arrived before the reply itself. */
  async untilKnown<T>({ fullRoute }: InternalRequest, send: () => Promise<T>): Promise<T> {
    const token = fullRoute.startsWith("/webhooks/") ? (fullRoute.split("/")[3] ?? "") : "";
    const answeredAt = this.#answeredAt.peek(token);
    for (;;) {
      try {
        return await send();
      } catch (error) {
        const isUnknown =
          error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownWebhook;
        if (!isUnknown || answeredAt === undefined) throw error;
        if (performance.now() - answeredAt > knownWithinMs) throw error;
        await sleep(lookAgainMs);
      }
    }
  }

  #take(interactionId: string): ServerResponse | undefined {
    const response = this.#open.get(interactionId);
    this.#open.delete(interactionId);
    return response;
  }
}

/** @returns false if the other side closed the connection before it had all */
function end(response: ServerResponse, status: 200 | 202, body = ""): Promise<boolean> {
  if (response.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    response.once("finish", () => resolve(true));
    response.once("close", () => resolve(false));
    const type = body === "" ? {} : { "content-type": "application/json" };
    response.writeHead(status, { ...type, "content-length": Buffer.byteLength(body) }).end(body);
  });
}
