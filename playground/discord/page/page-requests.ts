import { z } from "zod";

import type * as Sent from "../page-types.ts";

/* What the page may send, held to the types in `page-types.ts`. */

const upload = z.object({ uploadId: z.string() });
const options = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), upload]));

export const PageRun = z.object({ path: z.string(), options }) satisfies z.ZodType<Sent.PageRun>;
export const PageContextRun = z.object({
  command: z.string(),
  target: z.union([z.object({ discordUserId: z.string() }), z.object({ messageId: z.string() })]),
}) satisfies z.ZodType<Sent.PageContextRun>;
export const PageSuggest = PageRun.extend({
  focused: z.object({ name: z.string(), value: z.string() }),
}) satisfies z.ZodType<Sent.PageSuggest>;
export const PagePress = z.object({
  messageId: z.string(),
  customId: z.string(),
}) satisfies z.ZodType<Sent.PagePress>;
export const PageChoose = PagePress.extend({
  values: z.array(z.string()),
}) satisfies z.ZodType<Sent.PageChoose>;
export const PageSubmit = z.object({
  form: z.object({ id: z.string() }),
  values: z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.union([z.string(), upload]))])),
}) satisfies z.ZodType<Sent.PageSubmit>;
export const PageSay = z.object({ content: z.string() }) satisfies z.ZodType<Sent.PageSay>;
export const PageForward = z.object({ messageId: z.string() }) satisfies z.ZodType<Sent.PageForward>;
export const PageDismiss = z.object({ messageId: z.string() }) satisfies z.ZodType<Sent.PageDismiss>;
export const PageFault = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["drop-sockets", "ask-reconnect", "restore-permissions", "clear"]) }),
  z.object({ kind: z.literal("invalidate-sessions"), resumable: z.boolean() }),
  z.object({
    kind: z.literal("take-permission"),
    channelId: z.string(),
    permissions: z.string().regex(/^\d+$/),
  }),
  z.object({
    kind: z.literal("fail-requests"),
    status: z.literal([429, 500, 502, 503]),
    times: z.int().min(1),
  }),
  z.object({ kind: z.literal("slow-requests"), delayMs: z.int().min(0).max(60_000), times: z.int().min(1) }),
]) satisfies z.ZodType<Sent.PageFault>;
