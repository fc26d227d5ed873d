import {
  type APIApplication,
  type APIMessage,
  Client,
  ClientApplication,
  type ClientOptions,
  ClientUser,
  Events,
  GatewayDispatchEvents,
  type GatewayReadyDispatchData,
  Options,
  type REST,
  Routes,
  Status,
} from "discord.js";
import type { EditReply } from "../interactions/confirmation/recovery.ts";
import type { Router } from "../interactions/router.ts";
import { type Logger, withInteraction } from "../log/index.ts";
import type { HttpReplies } from "./http-replies.ts";
import { InteractionRest } from "./interaction-rest.ts";
import { BackoffSharding, identifyEveryMs, IdentifyThrottler, type SharedTurns } from "./sharding.ts";
import { createInteractionRestOptions, type RestReports, type SharedRestParts } from "./rest.ts";
import type { ShardRange } from "../store/replicas.ts";
import { type FinishText, finishReply } from "../ui/finish.ts";

export interface ClientReports extends RestReports {
  /** The gateway sent something discord.js couldn't handle. */
  readonly onDispatchDropped: (error: unknown) => void;
}

export interface ClientParts extends ClientReports {
  readonly log: Logger;
  /** From 0 inclusive to 1 exclusive. */
  readonly random: () => number;
  /** Where first replies go if interactions arrive as HTTP requests. */
  readonly replies?: HttpReplies | undefined;
  /** What the bot's other clients have in common with this one; nothing by default. */
  readonly shared?: SharedRestParts | undefined;
  /** Which shards to open; by default all, as many as Discord recommends. */
  readonly shards?: ShardRange | "auto";
  /** How processes that open shards at the same time take turns. */
  readonly identifyTurns?: SharedTurns | undefined;
  /** Time between two turns; a little more than Discord demands by default. */
  readonly identifyEveryMs?: number | undefined;
}

/** Cache no users: each interaction includes its own, and nothing else needs them. */
const maxUsers = 0;

/** discord.js's client with its own requests. */
export type InteractionClient = Client & { rest: InteractionRest };

/** A client without intents: interactions arrive anyway, and a guild costs next to nothing. */
export function createDiscordClient(apiUrl: string, parts: ClientParts): InteractionClient {
  const { log, random, replies, shared, shards = "auto", identifyTurns, ...others } = parts;
  const { identifyEveryMs: everyMs, ...reports } = others;
  const client = new Client({
    intents: [],
    ...toOptions(shards),
    ws: {
      buildStrategy: (manager) => new BackoffSharding(manager, random, shards),
      async buildIdentifyThrottler(manager) {
        const { session_start_limit: limit } = await manager.fetchGatewayInformation();
        return new IdentifyThrottler({
          maxConcurrency: limit.max_concurrency,
          everyMs: everyMs ?? identifyEveryMs,
          shared: identifyTurns,
        });
      },
    },
    rest: createInteractionRestOptions(apiUrl),
    makeCache: Options.cacheWithLimits({ ...Options.DefaultMakeCacheSettings, UserManager: maxUsers }),
  });
  // The one discord.js created for itself would keep sweeping.
  client.rest.clearHashSweeper();
  client.rest.clearHandlerSweeper();
  const rest = new InteractionRest(createInteractionRestOptions(apiUrl), reports, replies, shared);
  // READY lists the guilds without their roles. For a guild in its cache, discord.js hides member roles that aren't
  // cached too; for an unknown guild, the member stays as Discord sent it. So the list is emptied before discord.js
  // reads it, since an interaction may follow immediately.
  client.ws.on(GatewayDispatchEvents.Ready, (packet: GatewayReadyDispatchData) => {
    packet.guilds = [];
    stopHolding(client);
  });
  // Without the channel in its cache, discord.js 14.28 can't read a message with a poll that doesn't name its channel, which
  // none does: https://docs.discord.com/developers/resources/poll#poll-object
  client.ws.on(GatewayDispatchEvents.InteractionCreate, ({ data }: SentInteraction) => {
    for (const { poll, channel_id } of Object.values(data?.resolved?.messages ?? {}))
      if (poll) Object.assign(poll, { channel_id });
  });
  surviveDispatches(client, reports.onDispatchDropped);
  client.on(Events.Error, (error) => log.error("the Discord client reports an error", { error }));
  client.on(Events.Warn, (text) => log.warn("the Discord client warns", { text }));
  client.on(Events.ShardDisconnect, ({ code }, shardId) =>
    log.warn("a shard was disconnected", { shardId, code }),
  );
  client.on(Events.ShardError, (error, shardId) =>
    log.warn("a shard's connection failed", { shardId, error }),
  );
  client.on(Events.ShardReady, (shardId) => log.info("a shard is ready", { shardId }));
  client.on(Events.ShardReconnecting, (shardId) => log.info("a shard is reconnecting", { shardId }));
  client.on(Events.ShardResume, (shardId, replayed) => log.info("a shard resumed", { shardId, replayed }));
  return Object.assign(client, { rest });
}

/** What is read here of an interaction as Discord sends it. */
interface SentInteraction {
  readonly data?: {
    readonly resolved?: {
      readonly messages?: Readonly<Record<string, Pick<APIMessage, "poll" | "channel_id">>>;
    };
  };
}

function toOptions(shards: ShardRange | "auto"): Pick<ClientOptions, "shards" | "shardCount"> {
  if (shards === "auto") return { shards };
  const { first, last, total } = shards;
  return { shards: Array.from({ length: last - first + 1 }, (_, index) => first + index), shardCount: total };
}

/** discord.js would hold all interactions until the last shard is ready, which takes 5 s for each. */
function stopHolding(client: Client): void {
  client.ws.status = Status.Ready;
}

/** Discord closed the gateway for a reason that reconnecting can't fix, so discord.js doesn't. */
export class GatewayClosedError extends Error {
  override readonly name = "GatewayClosedError";
  /** Discord's close code, for example 4014. */
  readonly code: number;

  constructor(code: number) {
    super(`Discord closed the gateway for good (${code})`);
    this.code = code;
  }
}

/** @param onClosed called when Discord permanently closed a shard's connection */
export function watchGateway(client: Client, onClosed: (error: GatewayClosedError) => void): void {
  client.on(Events.ShardDisconnect, ({ code }) => onClosed(new GatewayClosedError(code)));
}

/** Passes every interaction to the router. @returns a function that stops this, so that no new work begins */
export function serveInteractions(client: Client, router: Router): () => void {
  const serve = (interaction: Parameters<Router["route"]>[0]): void =>
    void withInteraction(interaction.id, () => router.route(interaction));
  client.on(Events.InteractionCreate, serve);
  return () => void client.off(Events.InteractionCreate, serve);
}

/**
 * Resolves once the first shard is ready; the others follow.
 * @throws GatewayClosedError, ShardsRefusedError, or Discord's errors
 */
export async function logIn(client: Client, discordToken: string): Promise<void> {
  const ready = new Promise<void>((resolve, reject) => {
    client.once(Events.ShardReady, () => resolve());
    watchGateway(client, reject);
  });
  // If the gateway is closed permanently, the login never settles.
  await Promise.race([client.login(discordToken), ready]);
  return ready;
}

/** Lets a client that never logs in read interactions: sets its identity and doesn't hold any back. */
export function useWithoutGateway(client: Client, application: APIApplication, discordToken: string): void {
  client.rest.setToken(discordToken);
  client.application = Reflect.construct(ClientApplication, [client, application]);
  if (application.bot !== undefined) client.user = Reflect.construct(ClientUser, [client, application.bot]);
  stopHolding(client);
}

/** Edits the first reply to an interaction by its token, after a restart. */
export function createReplyEditor(rest: REST, finishText: FinishText): EditReply {
  return async ({ applicationId, token }, change) => {
    const route = Routes.webhookMessage(applicationId, token, "@original");
    // Discord's documented response.
    const message = (await rest.get(route, { auth: false })) as APIMessage;
    const { content, embeds, components } = finishReply(change(message), finishText);
    // A picture that its embeds no longer show would stand below them.
    const body = { content, embeds, components, attachments: [], allowed_mentions: { parse: [] } };
    await rest.patch(route, { auth: false, body });
  };
}

/**
 * discord.js trusts every gateway dispatch: a malformed one would throw in a socket listener and end the process. With
 * this, it is dropped instead.
 */
export function surviveDispatches({ ws }: Client, onDropped: (error: unknown) => void): void {
  const handle = ws["handlePacket"].bind(ws);
  ws["handlePacket"] = (packet, shard) => {
    try {
      return handle(packet, shard);
    } catch (error) {
      onDropped(error);
      return false;
    }
  };
  const emit = ws.emit.bind(ws);
  ws.emit = (event: string, ...args: unknown[]) => {
    try {
      return emit(event, ...args);
    } catch (error) {
      onDropped(error);
      return false;
    }
  };
}
