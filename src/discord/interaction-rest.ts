import { STATUS_CODES } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import {
  DefaultUserAgent,
  DiscordAPIError,
  HTTPError,
  type InternalRequest,
  RequestMethod,
  type RESTOptions,
} from "discord.js";
import { Pool } from "undici";
import { z } from "zod";
import { Deadline } from "../http/deadline.ts";
import { decodeText, HttpRequest, type HttpResponse, type RequestInit } from "../http/request.ts";
import type { HttpReplies } from "./http-replies.ts";
import { BotRest, type RestReports, parseSecondsToMs } from "./rest.ts";
import { minuteMs } from "../time.ts";

const Refusal = z.object({ code: z.number(), message: z.string() });

/**
 * discord.js's REST client with a shortcut for interaction replies: they have no rate limit and need no queue, and
 * without both they cost half as much. Retries and errors are the same as in discord.js, which handles everything else.
 */
export class InteractionRest extends BotRest {
  // Replies may be far apart, and each new connection costs round trips before the person sees anything. Idle
  // connections don't keep the process alive, so nobody has to close this.
  readonly #dispatcher: Pool;
  readonly #origin: string;
  readonly #basePath: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #replies: HttpReplies | undefined;

  /** @param replies takes first replies if interactions arrive as HTTP requests */
  constructor(options: Partial<RESTOptions>, reports: RestReports, replies?: HttpReplies) {
    super(options, reports);
    this.#replies = replies;
    const { origin, pathname } = new URL(this.options.api);
    this.#origin = origin;
    this.#dispatcher = new Pool(origin, { connections: 64, keepAliveTimeout: minuteMs, allowH2: false });
    this.#basePath = `${pathname.replace(/\/+$/, "")}/v${this.options.version}`;
    this.#headers = {
      ...this.options.headers,
      "content-type": "application/json",
      "user-agent": `${DefaultUserAgent} ${this.options.userAgentAppendix}`.trim(),
    };
  }

  override async request(options: InternalRequest): Promise<unknown> {
    if (!isFirstReply(options))
      return this.#replies?.untilKnown(options, () => this.#request(options)) ?? this.#request(options);
    const isSent = await this.#replies?.tryReply(options);
    const response = isSent === true ? undefined : await this.#request(options);
    this.reports.onAcknowledged?.(options.fullRoute.split("/")[2] ?? "");
    return response;
  }

  async #request(options: InternalRequest): Promise<unknown> {
    if (!isInteractionCallback(options)) return super.request(options);
    const outgoing = this.#outgoing(options);
    for (let triesLeft = this.options.retries; ; triesLeft--) {
      const reply = await this.#send(outgoing).catch((error: unknown) => {
        if (triesLeft === 0) throw error;
      });
      if (reply === undefined) continue;
      if (reply.status < 300) return parseJson(reply.body);
      if (reply.status === 429) {
        const waitMs = this.#reportLimit(reply, options);
        if (waitMs > getMaxWaitMs(options)) throw toDiscordError(reply, outgoing, options);
        await sleep(waitMs);
        return super.request(options);
      }
      if (reply.status < 500 || triesLeft === 0) throw toDiscordError(reply, outgoing, options);
    }
  }

  /** @returns how long Discord asks us to wait */
  #reportLimit({ headers }: HttpResponse, options: InternalRequest): number {
    const waitMs = parseSecondsToMs(headers["retry-after"]?.toString());
    this.reports.onRateLimited({
      route: isFirstReply(options) ? "/interactions" : "/webhooks",
      global: headers["x-ratelimit-global"] !== undefined,
      retryAfterMs: waitMs,
    });
    return waitMs ?? 0;
  }

  #outgoing({ fullRoute, method, query, body }: InternalRequest): RequestInit {
    const search = query === undefined || query.size === 0 ? "" : `?${query.toString()}`;
    return {
      origin: this.#origin,
      // `isInteractionCallback` lets no other method through.
      method: method === RequestMethod.Post ? "POST" : "PATCH",
      path: this.#basePath + fullRoute + search,
      headers: this.#headers,
      body: JSON.stringify(body),
      maxResponseBytes: 1024 * 1024,
    };
  }

  async #send(outgoing: RequestInit): Promise<HttpResponse> {
    using deadline = new Deadline(this.options.timeout);
    const response = await new HttpRequest(outgoing, { deadline }).send(this.#dispatcher);
    this.reports.onAnswered?.(response.status);
    return response;
  }
}

/**
 * The first reply to an interaction, or an edit of it, without files. Both are authorized by the interaction's own
 * token.
 */
function isInteractionCallback({ method, fullRoute, auth, files, body }: InternalRequest): boolean {
  if (auth !== false || body === undefined || (files?.length ?? 0) > 0) return false;
  return method === RequestMethod.Post
    ? fullRoute.startsWith("/interactions/")
    : method === RequestMethod.Patch && fullRoute.startsWith("/webhooks/");
}

function isFirstReply({ method, fullRoute }: InternalRequest): boolean {
  return method === RequestMethod.Post && fullRoute.startsWith("/interactions/");
}

/** Discord accepts a first reply for 3 s, and shows that the bot is thinking for 15 minutes. */
function getMaxWaitMs(options: InternalRequest): number {
  return isFirstReply(options) ? 2_500 : 5 * minuteMs;
}

/** The error discord.js throws for the same response. */
function toDiscordError(
  { status, body }: HttpResponse,
  { method, origin, path }: RequestInit,
  request: InternalRequest,
): DiscordAPIError | HTTPError {
  const url = origin + path;
  const raw = parseJson(body);
  const { success, data } = Refusal.safeParse(raw);
  if (!success || status >= 500)
    return new HTTPError(status, STATUS_CODES[status] ?? "", method, url, request);
  // With these two fields it is the body discord.js expects, which looks up the details of invalid fields itself.
  return new DiscordAPIError(raw as typeof data, data.code, status, method, url, request);
}

function parseJson(body: Buffer): unknown {
  // Most responses are empty, and throwing an error for each is expensive.
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(decodeText(body));
  } catch {
    return undefined;
  }
}
