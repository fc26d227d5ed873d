import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { setTimeout as wait } from "node:timers/promises";
import { DiscordApiError, notFound, unauthorized } from "../api-error.ts";
import type { PlannedFaults } from "../faults.ts";
import type { Gateway } from "../gateway.ts";
import { type RateLimiter, tooMany } from "../rate-limits.ts";
import { noBody, readBody } from "../request-body.ts";
import { maskPath, type RequestLog } from "../request-log.ts";
import type { RequestFault, EmulatorOptions } from "../types.ts";
import type { World } from "../state.ts";
import type { Api, ApiContext, ApiEnv } from "./api-env.ts";
import { applicationRoutes } from "./application-routes.ts";
import { commandRoutes } from "./command-routes.ts";
import { guildRoutes } from "./guild-routes.ts";
import { interactionRoutes } from "./interaction-routes.ts";
import { messageRoutes } from "./message-routes.ts";

export interface RestParts {
  readonly world: World;
  readonly options: EmulatorOptions;
  readonly botToken: string;
  readonly faults: PlannedFaults;
  readonly limiter: RateLimiter;
  readonly log: RequestLog;
  readonly gateway: Gateway;
  readonly gatewayUrl: () => string;
}

const base = "/api/v10";
/** Their path holds a token of its own. */
const withoutBotToken = /^\/(interactions|webhooks)\/\d+\/[^/]+/;

/** REST v10: every request is logged, may be made to fail, is checked for its token and limits, then served. */
export function restApi(parts: RestParts): Api {
  const api: Api = new Hono<ApiEnv>().basePath(base);
  api.use(async (c, next) => {
    const startedAt = performance.now();
    c.set("body", noBody);
    await next();
    await observeAnswer(parts, c, performance.now() - startedAt);
  });
  api.use(async (c, next) => {
    const path = pathOf(c);
    c.set("body", await readBody(c));
    observeRequest(parts, c);
    const delay = parts.faults.takeDelay(path);
    await (typeof delay === "number" ? wait(delay) : delay);
    // What is over a limit is not looked at, so no fault meets it.
    const limits = parts.limiter.take(c.req.method, path);
    const failure = parts.faults.takeFailure(path);
    if (failure !== undefined && !String(failure.status).endsWith("-after")) return fail(c, failure);
    const isKnown = c.req.header("authorization") === `Bot ${parts.botToken}`;
    if (!isKnown && !withoutBotToken.test(path)) throw unauthorized();
    for (const [name, value] of Object.entries(limits)) c.header(name, value);
    await next();
    await parts.faults.waitWhileHeld(path);
    if (failure?.status === "502-after") throw planned(502);
    if (failure?.status === "stall-after") stall(c);
    else if (failure !== undefined) cut(c.env);
    return undefined;
  });

  applicationRoutes(api, parts.world, parts.gateway, parts.gatewayUrl);
  commandRoutes(api, parts.world);
  guildRoutes(api, parts.world);
  messageRoutes(api, parts.world);
  interactionRoutes(api, parts.world);
  api.all("*", () => {
    throw notFound();
  });
  return api;
}

/** Turns what a route threw into Discord's answer. */
export function answerForError(error: unknown, c: ApiContext): Response {
  if (!(error instanceof DiscordApiError))
    return c.json(
      { message: `500: ${error instanceof Error ? error.message : "Internal Server Error"}`, code: 0 },
      500,
    );
  for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
  // Every status of ours has a body.
  return c.json(error.body, error.status as ContentfulStatusCode);
}

function fail(
  c: ApiContext,
  { status, code = 0, form, retryAfterSeconds, global = false }: RequestFault,
): Response {
  if (form === "page" && typeof status === "number") return page(c, status, retryAfterSeconds);
  if (status === 401) throw unauthorized();
  if (status === 429 && form === "static") {
    c.set("odd", "foreign");
    return c.json({ message: "This address is blocked for now.", code: 0 }, 429);
  }
  if (status === 429) {
    const { body, headers } = tooMany(retryAfterSeconds ?? 1, global, {
      "X-RateLimit-Scope": global ? "global" : "shared",
      ...(global && { "X-RateLimit-Global": "true" }),
    });
    const stated = form === "short-header" ? { ...headers, "Retry-After": "1" } : headers;
    return c.json(body, 429, form === "body" ? {} : stated);
  }
  // A success without what the route answers with comes from something in between.
  if (typeof status === "number" && status < 400) c.set("odd", "foreign");
  if (typeof status === "number") throw planned(status, code);
  cut(c.env);
  return c.body(null, 500);
}

function page(c: ApiContext, status: number, retryAfterSeconds: number | undefined): Response {
  c.set("odd", "foreign");
  if (retryAfterSeconds !== undefined) c.header("Retry-After", String(retryAfterSeconds));
  // Every status of ours has a body.
  return c.html(
    `<!doctype html><title>${status}</title><h1>error code: 1015</h1>`,
    status as ContentfulStatusCode,
  );
}

/** Replaces an answer by one of which only the headers arrive. */
function stall(c: ApiContext): void {
  c.set("odd", "stalled");
  const { status, headers } = c.res;
  c.res = new Response(new ReadableStream({ start: (all) => all.enqueue(new TextEncoder().encode("{")) }), {
    status,
    headers,
  });
}

function planned(status: number, code = 0): DiscordApiError {
  return new DiscordApiError(status, { message: `${status}: planned`, code });
}

function cut({ incoming }: HttpBindings): void {
  incoming.socket.destroy();
}

function pathOf(c: ApiContext): string {
  return c.req.path.slice(base.length);
}

/** `%40original` as people write it; what cannot be decoded is left as it came. */
function readable(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function observeRequest({ options }: RestParts, c: ApiContext): void {
  const { json, multipart } = c.get("body");
  options.checkRequest?.({
    method: c.req.method,
    path: readable(pathOf(c)),
    query: c.req.query(),
    multipart,
    body: json,
  });
}

async function observeAnswer({ options, log, world }: RestParts, c: ApiContext, ms: number): Promise<void> {
  const { status } = c.res;
  const text = c.get("odd") === "stalled" ? "" : await c.res.clone().text();
  const path = readable(pathOf(c));
  const body: unknown = text === "" || c.get("odd") !== undefined ? undefined : JSON.parse(text);
  if (c.get("odd") === undefined) options.checkAnswer?.({ method: c.req.method, path, status, body });
  const record = log.add({
    atMs: world.now(),
    method: c.req.method,
    path: maskPath(path),
    status,
    ms,
    requestBytes: c.get("body").bytes,
    answerBytes: Buffer.byteLength(text),
  });
  options.onRequest?.(record);
  world.events.emit({ type: "request", record });
}
