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
  /** Discord's gateway sent what discord.js could not take. */
  readonly onDispatchDropped: (error: unknown) => void;
}

export interface ClientParts extends ClientReports {
  readonly log: Logger;
  /** From 0 to 1, 1 excluded. */
  readonly random: () => number;
  /** Where first replies go if interactions come as HTTP requests. */
  readonly replies?: HttpReplies | undefined;
}

/** discord.js caches nobody: each interaction names its own people, and nothing else needs them. */
const maxUsers = 0;

/** A client without intents: interactions arrive all the same, and a guild costs next to nothing. */
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
  // The one that discord.js created for itself would keep sweeping.
  client.rest.clearHashSweeper();
  client.rest.clearHandlerSweeper();
  client.rest = new InteractionRest(interactionRestOptions(apiUrl), reports, replies);
  // READY names the guilds but not their roles. For a guild it knows, discord.js hides every role of a member that the
  // guild does not have in memory; for one it does not know, the member is left as Discord sent it. So it never learns of
  // them: emptied here, before discord.js reads it, since an interaction may follow in the same breath.
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

/** Discord closed the gateway for a reason that no new connection mends, so discord.js makes none. */
export class GatewayClosedError extends Error {
  override readonly name = "GatewayClosedError";
  /** Discord's close code, for example 4014. */
  readonly code: number;

  constructor(code: number) {
    super(`Discord closed the gateway for good (${code})`);
    this.code = code;
  }
}

/** @param onClosed called when Discord closed the connection of a shard for good */
export function watchGateway(client: Client, onClosed: (error: GatewayClosedError) => void): void {
  client.on(Events.ShardDisconnect, ({ code }) => onClosed(new GatewayClosedError(code)));
}

/** Hands every interaction to the router. @returns stops that, so that no new work begins */
export function serveInteractions(client: Client, router: Router): () => void {
  const serve = (interaction: Parameters<Router["route"]>[0]): void =>
    void withInteraction(interaction.id, () => router.route(interaction));
  client.on(Events.InteractionCreate, serve);
  return () => void client.off(Events.InteractionCreate, serve);
}

/**
 * Resolves with the application's id once the gateway is ready.
 * @throws GatewayClosedError, or what Discord answered
 */
export async function logIn(client: Client, discordToken: string): Promise<string> {
  const ready = new Promise<string>((resolve, reject) => {
    client.once(Events.ClientReady, ({ application }) => resolve(application.id));
    watchGateway(client, reject);
  });
  // A gateway that is closed for good leaves the login without an end.
  await Promise.race([client.login(discordToken), ready]);
  return ready;
}

/** Lets a client that never logs in read interactions: it knows who it is, and holds nothing back. */
export function useWithoutGateway(client: Client, application: APIApplication, discordToken: string): void {
  client.rest.setToken(discordToken);
  client.application = Reflect.construct(ClientApplication, [client, application]);
  if (application.bot !== undefined) client.user = Reflect.construct(ClientUser, [client, application.bot]);
  client.ws.status = Status.Ready;
}

/** Edits the first answer to an interaction by its token, after a restart. */
export function createReplyEditor(rest: REST): EditReply {
  return async ({ applicationId, token }, change) => {
    const route = Routes.webhookMessage(applicationId, token, "@original");
    // Discord's documented answer to this route.
    const message = (await rest.get(route, { auth: false })) as APIMessage;
    const { content, embeds, components } = change(message);
    const body = { content, embeds, components, allowed_mentions: { parse: [] } };
    await rest.patch(route, { auth: false, body });
  };
}

/**
 * discord.js takes whatever the gateway dispatches for well-formed: what is not would throw out of a socket's listener,
 * and end the process. With this, one such dispatch is dropped.
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
/** A connection that lasted this long counts as one that worked. Discord allows a thousand logins a day. */
const steadyMs = minuteMs;

type Manager = ConstructorParameters<typeof SimpleShardingStrategy>[0];

/** discord.js reconnects twice a second for as long as it is refused. With this, the pauses grow. */
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
        // A shard that is destroyed for good during the pause stays destroyed.
        if (options?.recover === undefined || (await patience.pause())) await destroy(options);
      };
    }
  }
}

/** Of one shard. Not by the clock of the context: what counts is what passes, however clocks are set. */
class Patience {
  #readyAt = Number.POSITIVE_INFINITY;
  /** Connections in a row that were refused or broke off soon. */
  #failures = 0;
  #isPausing = false;
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  isReady(): void {
    this.#readyAt = performance.now();
  }

  /** Waits before reconnecting, not at all the first time. @returns false if another caller is already waiting */
  async pause(): Promise<boolean> {
    if (this.#isPausing) return false;
    const lastedMs = performance.now() - this.#readyAt;
    this.#readyAt = Number.POSITIVE_INFINITY;
    this.#failures = lastedMs >= steadyMs ? 1 : this.#failures + 1;
    if (this.#failures < 2) return true;
    const pauseMs = Math.min(firstPauseMs * 2 ** (this.#failures - 2), maxPauseMs);
    this.#isPausing = true;
    // A little apart, so that many bots do not all come back at the same moment.
    await sleep(pauseMs * (0.5 + this.#random() / 2), undefined, { ref: false });
    this.#isPausing = false;
    return true;
  }
}
