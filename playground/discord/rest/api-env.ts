import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import type { RequestBody } from "../request-body.ts";

export interface ApiEnv {
  readonly Bindings: HttpBindings;
  /** What a fault answers isn't always in Discord's document; of an answer that stalls, nobody sees the end. */
  readonly Variables: { readonly body: RequestBody; readonly odd?: "foreign" | "stalled" };
}
export type Api = Hono<ApiEnv>;
export type ApiContext = Context<ApiEnv>;

/** A success without a body must not name a type, or discord.js tries to read it. */
export function nothing(): Response {
  return new Response(null, { status: 204 });
}
