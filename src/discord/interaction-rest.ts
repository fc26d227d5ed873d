import { STATUS_CODES } from "node:http";
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
import { Deadline, decodeText, HttpRequest, type HttpResponse, type RequestInit } from "../http/request.ts";
import { minuteMs, secondMs } from "../time.ts";
import type { HttpReplies } from "./http-replies.ts";
import { createRateLimitError } from "./refusals.ts";
import {
  type Attempt,
  BotRest,
  parseJson,
  type Patience,
  type RestReports,
  type SharedRestParts,
  UnreadableAnswerError,
} from "./rest.ts";

const Refusal = z.object({ code: z.number(), message: z.string() });

/** Discord accepts a first reply for 3 s. */
const firstReplyWithinMs = 2_500;

function createFirstReplyPatience(withinMs: number): Patience {
  return { withinMs, longestPauseMs: withinMs, repeats: { withinMs, firstPauseMs: 100 } };
}

/**
 * A reply can be edited for 15 minutes, while Discord shows that the bot is thinking. An edit may be sent twice: it says
 * the same.
 */
const editPatience: Patience = {
  withinMs: 12 * minuteMs,
  longestPauseMs: 5 * minuteMs,
  repeats: { withinMs: 12 * minuteMs, firstPauseMs: 500 },
};
/** For what the bot reads at its start. */
const readPatience: Patience = {
  withinMs: minuteMs,
  longestPauseMs: 30 * secondMs,
  repeats: { withinMs: 3 * secondMs, firstPauseMs: secondMs },
};
/** A further message would be there twice. */
const followUpPatience: Patience = { withinMs: minuteMs, longestPauseMs: 30 * secondMs };

/**
 * discord.js's REST client with a shortcut for interaction replies: they have no rate limit and need no queue, and
 * without both they cost half as much. Errors are the same as in discord.js, which handles everything else.
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
  constructor(
    options: Partial<RESTOptions>,
    reports: RestReports,
    replies?: HttpReplies,
    shared?: SharedRestParts,
  ) {
    super(options, reports, { patience: readPatience }, shared);
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
      return this.#replies?.untilKnown(options, () => super.request(options)) ?? super.request(options);
    const isSent = await this.#replies?.tryReply(options);
    const response = isSent === true ? undefined : await super.request(options);
    this.reports.onAcknowledged?.(options.fullRoute.split("/")[2] ?? "");
    return response;
  }

  protected override findPatience(options: InternalRequest): Patience {
    if (isFirstReply(options)) return createFirstReplyPatience(this.stretch(firstReplyWithinMs));
    if (options.method === RequestMethod.Post) return followUpPatience;
    return options.fullRoute.startsWith("/webhooks/") ? editPatience : readPatience;
  }

  protected override async attempt(options: InternalRequest, attempt: Attempt): Promise<unknown> {
    if (!isInteractionCallback(options)) return super.attempt(options, attempt);
    const request = this.begin(attempt);
    const outgoing = this.#outgoing(options);
    const { status, headers, body } = await this.#send(outgoing, attempt);
    const json = body.length === 0 ? undefined : parseJson(decodeText(body));
    const limit = this.readLimit(attempt, request, { status, json, isEmpty: body.length === 0 }, (name) =>
      headers[name]?.toString(),
    );
    if (limit !== undefined) throw createRateLimitError({ ...attempt, ...limit });
    if (status >= 400) throw toDiscordError(status, json, outgoing, options);
    if (status >= 300 || (json === undefined && body.length > 0))
      throw new UnreadableAnswerError(attempt.route);
    return json;
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

  async #send(outgoing: RequestInit, { route }: Attempt): Promise<HttpResponse> {
    using deadline = new Deadline(this.options.timeout);
    const request = new HttpRequest(outgoing, { deadline });
    try {
      return await request.send(this.#dispatcher);
    } catch (error) {
      if (request.head !== undefined) this.reports.onCutAnswer?.({ route, status: request.head.status });
      throw error;
    }
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

/** The error discord.js throws for the same response. */
function toDiscordError(
  status: number,
  raw: unknown,
  { method, origin, path }: RequestInit,
  request: InternalRequest,
): DiscordAPIError | HTTPError {
  const url = origin + path;
  if (status >= 500) return new HTTPError(status, STATUS_CODES[status] ?? "", method, url, request);
  const { success, data } = Refusal.safeParse(raw);
  // With these two fields it is the body discord.js expects, which looks up the details of invalid fields itself.
  const body = success ? (raw as typeof data) : { code: 0, message: String(status) };
  return new DiscordAPIError(body, body.code, status, method, url, request);
}
