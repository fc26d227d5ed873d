import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import type { AppContext } from "../context.ts";
import type { SignedRequests } from "../server/signed-requests.ts";
import { sendText } from "../server/http-server.ts";
import { escapeMarkdown } from "../ui/escape.ts";

const ping = 0;
const Authorized = z.object({
  event: z.object({
    type: z.literal("APPLICATION_AUTHORIZED"),
    timestamp: z.string(),
    data: z.object({
      user: z.object({ id: z.string() }),
      guild: z.object({ id: z.string(), name: z.string(), system_channel_id: z.string().nullish() }),
    }),
  }),
});

/** Receives Discord's events about the application itself, and tells people who add it to a server what to do next. */
export function serveWebhookEvents(
  signed: SignedRequests,
  setUpCommand: string,
  ctx: Pick<AppContext, "log" | "messenger" | "now" | "store">,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const body = await signed.read(request, response);
    if (body === undefined) return;
    if (!("type" in body)) return sendText(response, 400, "This is no event.\n");
    response.writeHead(204).end();
    if (body.type === ping) return undefined;
    const { data } = Authorized.safeParse(body);
    // Discord also reports people adding it for themselves, and any other events enabled there.
    if (data === undefined) return undefined;
    try {
      await greet(data, setUpCommand, ctx);
    } catch (error) {
      ctx.log.warn("whoever added the bot to a server could not be greeted", { error });
    }
    return undefined;
  };
}

async function greet(
  { event: { timestamp, data } }: z.output<typeof Authorized>,
  setUpCommand: string,
  { messenger, now, store }: Pick<AppContext, "messenger" | "now" | "store">,
): Promise<void> {
  const { guild, user } = data;
  const key = `authorized:${guild.id}:${timestamp}`;
  // Discord repeats an event if it didn't get the response.
  if (!(await store.idempotencyKeys.claim(key, now()))) return;
  const content = `I'm in **${escapeMarkdown(guild.name)}** now. Run \`/${setUpCommand}\` there to link a workspace and choose who may do what.`;
  if (await messenger.sendDirect(user.id, { content })) return;
  if (guild.system_channel_id) await messenger.post(guild.system_channel_id, { content });
}
