import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { DiscordAPIError, type InternalRequest, RESTJSONErrorCodes } from "discord.js";
import { LruMap } from "../lru-map.ts";
import type { Stretch } from "../time.ts";

/** Longer after Discord sent an interaction, it may no longer read the response; its API says whether it does. */
const surelyReadWithinMs = 2_000;
/** How long Discord may take to process a reply sent as the response to its own request. */
const knownWithinMs = 2_000;
const lookAgainMs = 200;
const maxTokens = 1_000;

/**
 * Interactions that Discord posted to the bot and awaits in an open HTTP request. The first reply goes out as the
 * response; everything after that goes to Discord's API as usual.
 */
export type HttpReplies = ReturnType<typeof createHttpReplies>;

export function createHttpReplies(stretch: Stretch) {
  const open = new Map<string, OpenResponse>();
  /** When each interaction was answered by a response, by token. */
  const answeredAt = new LruMap<string, number>({ maxSize: maxTokens });

  function take(interactionId: string): OpenResponse | undefined {
    const taken = open.get(interactionId);
    open.delete(interactionId);
    return taken;
  }

  return {
    /** Keeps an interaction's response open for its first reply. @param elapsedMs since Discord sent it */
    open(interactionId: string, response: ServerResponse, elapsedMs: () => number): void {
      open.set(interactionId, { response, elapsedMs });
    },

    /** The response was used for something else. */
    discard(interactionId: string): void {
      open.delete(interactionId);
    },

    /** Responds that the reply will come as a separate request, if there has been none so far. */
    accept(interactionId: string): void {
      const taken = take(interactionId);
      if (taken !== undefined) void end(taken.response, 202);
    },

    /** @returns false if this reply must be sent to Discord's API */
    async tryReply({ fullRoute, body, files = [] }: InternalRequest): Promise<boolean> {
      const [, , id = "", token = ""] = fullRoute.split("/");
      const taken = take(id);
      if (taken === undefined) return false;
      const { response, elapsedMs } = taken;
      // Discord accepts files only in a request.
      if (files.length > 0 || elapsedMs() > stretch(surelyReadWithinMs)) {
        await end(response, 202);
        return false;
      }
      const isSent = await end(response, 200, JSON.stringify(body));
      if (isSent) answeredAt.set(token, performance.now());
      return isSent;
    },

    /** Repeats a request about a reply that Discord doesn't know yet because the request overtook it. */
    async untilKnown<T>({ fullRoute }: InternalRequest, send: () => Promise<T>): Promise<T> {
      const token = fullRoute.startsWith("/webhooks/") ? (fullRoute.split("/")[3] ?? "") : "";
      const at = answeredAt.peek(token);
      for (;;) {
        try {
          return await send();
        } catch (error) {
          const isUnknown =
            error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownWebhook;
          if (!isUnknown || at === undefined) throw error;
          if (performance.now() - at > stretch(knownWithinMs)) throw error;
          await sleep(lookAgainMs);
        }
      }
    },
  };
}

interface OpenResponse {
  readonly response: ServerResponse;
  readonly elapsedMs: () => number;
}

/** @returns false if the other side closed the connection before receiving everything */
function end(response: ServerResponse, status: 200 | 202, body = ""): Promise<boolean> {
  if (response.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    response.once("finish", () => resolve(true));
    response.once("close", () => resolve(false));
    const type = body === "" ? {} : { "content-type": "application/json" };
    response.writeHead(status, { ...type, "content-length": Buffer.byteLength(body) }).end(body);
  });
}
