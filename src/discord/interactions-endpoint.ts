import type { IncomingMessage, ServerResponse } from "node:http";
import { type Client, Events, GatewayDispatchEvents, type Interaction, InteractionType } from "discord.js";
import { z } from "zod";
import { createInteractionAges } from "../interaction-age.ts";
import type { Router } from "../interactions/router.ts";
import { startStopwatch } from "../lease.ts";
import { createSparingly, type Logger, withInteraction } from "../log/index.ts";
import { LruMap } from "../lru-map.ts";
import { refuseStopping, sendText } from "../server/http-server.ts";
import type { SignedRequests } from "../server/signed-requests.ts";
import type { HttpReplies } from "./http-replies.ts";
import { describeNotAllowed, isAllowedServer } from "../allowed-servers.ts";
import type { AppContext } from "../context.ts";
import { minuteMs } from "../time.ts";
import { escapeMarkdown } from "../ui/escape.ts";

/** Receives interactions that Discord posts to the bot, instead of the gateway. */
interface InteractionsEndpoint {
  serve(this: void, request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** From now on refuses everything, so that a load balancer sends it to another replica. */
  stop(this: void): void;
  isStopping(this: void): boolean;
}

interface EndpointParts {
  readonly client: Client;
  readonly router: Router;
  readonly replies: HttpReplies;
  readonly signed: SignedRequests;
  readonly log: Logger;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** More than one process can receive before a request is too old to be replayed. */
const maxRecentIds = 20_000;
const pong = '{"type":1}';

export function createInteractionsEndpoint(parts: EndpointParts): InteractionsEndpoint {
  const { client, router, replies, signed, log, now } = parts;
  const getAge = createInteractionAges(now);
  const recent = new LruMap<string, true>({ maxSize: maxRecentIds });
  const reportRepeated = createSparingly(now, minuteMs);
  let isStopping = false;
  let routed: string | undefined;

  client.on(Events.InteractionCreate, (interaction: Interaction) => {
    routed = interaction.id;
    // Nobody replied: another replica claimed it and will reply through the API.
    void withInteraction(interaction.id, () => router.route(interaction)).finally(() =>
      replies.accept(interaction.id),
    );
  });

  /** Dispatches it as the gateway would. @returns false if the bot can't handle it */
  function dispatch(interaction: ReceivedInteraction): boolean {
    const { ws } = client;
    routed = undefined;
    // The event for the bot's own listeners, such as `watchInteractions`; the packet for discord.js's handlers, which
    // create the interaction and emit it.
    ws.emit(GatewayDispatchEvents.InteractionCreate, interaction, 0);
    ws["handlePacket"]({ op: 0, t: GatewayDispatchEvents.InteractionCreate, d: interaction });
    return routed === interaction.id;
  }

  return {
    async serve(request, response) {
      const body = await signed.read(request, response);
      if (body === undefined) return;
      if ("type" in body && body.type === InteractionType.Ping) return sendJson(response, pong);
      if (!isInteraction(body)) return sendText(response, 400, "Not an interaction.\n");
      if (isStopping) return refuseStopping(response);
      const { id } = body;
      if (recent.peek(id) !== undefined) {
        reportRepeated((times) =>
          log.warn("an interaction was sent twice, so the second one was only acknowledged", { id, times }),
        );
        // Both responses now say the same, whichever reaches Discord.
        replies.accept(id);
        response.writeHead(202, { "content-length": 0 }).end();
        return undefined;
      }
      recent.set(id, true);
      const ageMs = getAge(id);
      const sinceArrivalMs = startStopwatch(now);
      replies.open(id, response, () => ageMs + sinceArrivalMs());
      if (dispatch(body)) return undefined;
      replies.discard(id);
      return sendText(response, 400, "This kind of interaction is unknown.\n");
    },
    stop() {
      isStopping = true;
    },
    isStopping: () => isStopping,
  };
}

interface ReceivedInteraction {
  readonly id: string;
  readonly type: number;
  readonly token: string;
}

/** discord.js checks the rest when it parses it. */
function isInteraction(body: object): body is ReceivedInteraction {
  return (
    "id" in body &&
    typeof body.id === "string" &&
    "token" in body &&
    typeof body.token === "string" &&
    "type" in body &&
    typeof body.type === "number"
  );
}

function sendJson(response: ServerResponse, json: string): void {
  response.writeHead(200, { "content-type": "application/json", "content-length": json.length }).end(json);
}

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
