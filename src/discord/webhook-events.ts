import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { describeNotAllowed, isAllowedServer } from "../allowed-servers.ts";
import type { AppContext } from "../context.ts";
import type { SignedRequests } from "../server/signed-requests.ts";
import { refuseStopping, sendText } from "../server/http-server.ts";
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

interface EventParts {
  readonly signed: SignedRequests;
  /** The command that sets up a server. */
  readonly setUpCommand: string;
  readonly isStopping: () => boolean;
  readonly ctx: Pick<AppContext, "config" | "log" | "messenger" | "now" | "store">;
}

/** Receives Discord's events about the application itself, and tells people who add it to a server what to do next. */
export function serveWebhookEvents({
  signed,
  setUpCommand,
  isStopping,
  ctx,
}: EventParts): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const body = await signed.read(request, response);
    if (body === undefined) return;
    if (!("type" in body)) return sendText(response, 400, "This is no event.\n");
    // Discord also reports people adding it for themselves, and any other events enabled there.
    const data = body.type === ping ? undefined : Authorized.safeParse(body).data;
    if (data !== undefined && isStopping()) return refuseStopping(response);
    // Before the response: Discord repeats an event that failed.
    const isNew = data !== undefined && (await isFirst(data, ctx));
    response.writeHead(204).end();
    if (!isNew) return undefined;
    try {
      await greet(data, setUpCommand, ctx);
    } catch (error) {
      ctx.log.warn("whoever added the bot to a server could not be greeted", { error });
    }
    return undefined;
  };
}

type AuthorizedEvent = z.output<typeof Authorized>;

/** Discord repeats an event if it didn't get the response. */
function isFirst(
  { event: { timestamp, data } }: AuthorizedEvent,
  { store, now }: Pick<AppContext, "now" | "store">,
): Promise<boolean> {
  return store.idempotencyKeys.claim(`authorized:${data.guild.id}:${timestamp}`, now());
}

async function greet(
  { event }: AuthorizedEvent,
  setUpCommand: string,
  { messenger, config }: Pick<AppContext, "messenger" | "config">,
): Promise<void> {
  const { guild, user } = event.data;
  if (!isAllowedServer(guild.id, config)) {
    const content = `You added me to **${escapeMarkdown(guild.name)}**. ${describeNotAllowed(guild.id, config)}`;
    await messenger.sendDirect(user.id, { content });
    return;
  }
  const content = `I'm in **${escapeMarkdown(guild.name)}** now. Run \`/${setUpCommand}\` there to link a workspace and choose who may do what.`;
  if (await messenger.sendDirect(user.id, { content })) return;
  if (guild.system_channel_id) await messenger.post(guild.system_channel_id, { content });
}
