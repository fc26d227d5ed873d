import {
  type APIApplication,
  type APIMessage,
  Client,
  ClientApplication,
  ClientUser,
  Events,
  GatewayDispatchEvents,
  type GatewayReadyDispatchData,
  Options,
  type REST,
  Routes,
  SimpleShardingStrategy,
  Status,
} from "discord.js";
import type { EditReply } from "../interactions/confirmation/recovery.ts";
import type { Router } from "../interactions/router.ts";
import type { Logger } from "../log/index.ts";
import { withInteraction } from "../log/interaction.ts";
import type { HttpReplies } from "./http-replies.ts";
import { InteractionRest } from "./interaction-rest.ts";
import { interactionRestOptions, type RestReports } from "./rest.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { minuteMs } from "../time.ts";

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
}

/** Cache no users: each interaction includes its own, and nothing else needs them. */
const maxUsers = 0;

/** A client without intents: interactions arrive anyway, and a guild costs next to nothing. */
export function createDiscordClient(
  apiUrl: string,
  { log, random, replies, ...reports }: ClientParts,
): Client {
  const client = new Client({
    intents: [],
    // As many as Discord asks for: past 2,500 guilds it refuses a login with fewer.
    shards: "auto",
    ws: { buildStrategy: (manager) => new PatientSharding(manager, random) },
    rest: interactionRestOptions(apiUrl),
    makeCache: Options.cacheWithLimits({ ...Options.DefaultMakeCacheSettings, UserManager: maxUsers }),
  });
  // The one discord.js created for itself would keep sweeping.
  client.rest.clearHashSweeper();
  client.rest.clearHandlerSweeper();
  client.rest = new InteractionRest(interactionRestOptions(apiUrl), reports, replies);
  // READY lists the guilds without their roles. For a guild in its cache, discord.js hides member roles that aren't
  // cached too; for an unknown guild, the member stays as Discord sent it. So the list is emptied before discord.js
  // reads it, since an interaction may follow immediately.
  client.ws.on(GatewayDispatchEvents.Ready, (packet: GatewayReadyDispatchData) => {
    packet.guilds = [];
  });
  surviveDispatches(client, reports.onDispatchDropped);
  client.on(Events.Error, (error) => log.error("the Discord client reports an error", { error }));
  client.on(Events.Warn, (text) => log.warn("the Discord client warns", { text }));
  client.on(Events.ShardDisconnect, ({ code }, shardId) =>
    log.warn("a shard was disconnected", { shardId, code }),
  );
  client.on(Events.ShardReconnecting, (shardId) => log.info("a shard is reconnecting", { shardId }));
  client.on(Events.ShardResume, (shardId, replayed) => log.info("a shard resumed", { shardId, replayed }));
  return client;
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

/** Resolves with the application's id once the gateway is ready. @throws GatewayClosedError, or Discord's errors */
export async function logIn(client: Client, discordToken: string): Promise<string> {
  const ready = new Promise<string>((resolve, reject) => {
    client.once(Events.ClientReady, ({ application }) => resolve(application.id));
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
  client.ws.status = Status.Ready;
}

/** Edits the first reply to an interaction by its token, after a restart. */
export function createReplyEditor(rest: REST): EditReply {
  return async ({ applicationId, token }, change) => {
    const route = Routes.webhookMessage(applicationId, token, "@original");
    // Discord's documented response.
    const message = (await rest.get(route, { auth: false })) as APIMessage;
    const { content, embeds, components } = change(message);
    const body = { content, embeds, components, allowed_mentions: { parse: [] } };
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

const firstPauseMs = 1_000;
const maxPauseMs = minuteMs;
/** A connection that lasted this long counts as successful. Discord allows a thousand logins a day. */
const steadyMs = minuteMs;

type Manager = ConstructorParameters<typeof SimpleShardingStrategy>[0];

/** While it is refused, discord.js reconnects twice a second. This adds growing pauses. */
export class PatientSharding extends SimpleShardingStrategy {
  readonly #random: () => number;

  constructor(manager: Manager, random: () => number) {
    super(manager);
    this.#random = random;
  }

  override async spawn(shardIds: number[]): Promise<void> {
    await super.spawn(shardIds);
    for (const shard of this["shards"].values()) {
      const patience = new Patience(this.#random);
      for (const event of ["ready", "resumed"]) shard.on(event, () => patience.isReady());
      const destroy = shard.destroy.bind(shard);
      shard.destroy = async (options?: { readonly recover?: unknown }) => {
        // A shard that was destroyed permanently during the pause stays destroyed.
        if (options?.recover === undefined || (await patience.pause())) await destroy(options);
      };
    }
  }
}

/** Per shard. Doesn't use the context's clock: it measures elapsed time, however clocks are set. */
class Patience {
  #readyAt = Number.POSITIVE_INFINITY;
  /** Consecutive connections that were refused or soon lost. */
  #failures = 0;
  #isPausing = false;
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  isReady(): void {
    this.#readyAt = performance.now();
  }

  /** Waits before reconnecting, except the first time. @returns false if another caller is already waiting */
  async pause(): Promise<boolean> {
    if (this.#isPausing) return false;
    const lastedMs = performance.now() - this.#readyAt;
    this.#readyAt = Number.POSITIVE_INFINITY;
    this.#failures = lastedMs >= steadyMs ? 1 : this.#failures + 1;
    if (this.#failures < 2) return true;
    const pauseMs = Math.min(firstPauseMs * 2 ** (this.#failures - 2), maxPauseMs);
    this.#isPausing = true;
    // Spread out, so that many bots don't all come back at once.
    await sleep(pauseMs * (0.5 + this.#random() / 2), undefined, { ref: false });
    this.#isPausing = false;
    return true;
  }
}
