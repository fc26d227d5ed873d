import { Hono } from "hono";
import { serveAttachments } from "./attachment-routes.ts";
import { discordChanges } from "./changes.ts";
import { PlannedFaults } from "./faults.ts";
import { discordFaults } from "./fault-switches.ts";
import { listen } from "./listen.ts";
import { loopbackOnly } from "./loopback-only.ts";
import { gatewayUrl, makeWorld } from "./create-state.ts";
import { pageRoutes } from "./page/page-api.ts";
import { toScheduledEvent } from "./scheduled-events.ts";
import { PageLive } from "./page/page-events.ts";
import { personIn } from "./actors/person.ts";
import { toSeen } from "./actors/rendered-message.ts";
import { discordsLimits, RateLimiter } from "./rate-limits.ts";
import { RequestLog } from "./request-log.ts";
import { answerForError, restApi } from "./rest/rest-api.ts";
import type { DiscordEmulator, EmulatorOptions } from "./types.ts";
import { waitForBot } from "./wait-for-bot.ts";

/** Shaped like a real one, and worthless anywhere else. */
const localBotToken = "MTEwMDAwMDAwMDAwMDAwMDEwMA.local0.playground-token-that-opens-nothing";

/** Starts Discord's REST and gateway on one loopback port. */
export async function startDiscordEmulator(options: EmulatorOptions): Promise<DiscordEmulator> {
  const botToken = options.botToken ?? localBotToken;
  let port = 0;
  const url = () => `http://127.0.0.1:${port}`;
  const { world, gateway } = makeWorld(options, botToken, url);
  const { directory, events, messages } = world;
  const planned = new PlannedFaults();
  const faults = discordFaults(world, gateway, planned);
  const log = new RequestLog();
  const live = new PageLive(world);
  const isConnected = () => world.endpoints.interactionsUrl !== undefined || gateway.connected.length > 0;

  const app = new Hono();
  app.use(loopbackOnly(() => port));
  app.route(
    "/",
    restApi({
      world,
      options,
      botToken,
      faults: planned,
      limiter: new RateLimiter({ ...discordsLimits, ...options.rateLimits }),
      log,
      gateway,
      gatewayUrl: () => gatewayUrl(url()),
    }).onError(answerForError),
  );
  serveAttachments(app, world.attachments);
  app.route(
    "/",
    pageRoutes({
      world,
      faults,
      log,
      isConnected,
      opensAs: options.opensAs ?? "",
      isSetUp: options.isSetUp ?? (async () => false),
    }),
  );
  options.extraRoutes?.(app);

  const sockets = {
    "/gateway": gateway.accept.bind(gateway),
    "/playground/live": live.accept.bind(live),
  };
  const server = await listen(app, sockets, options.port ?? 0);
  ({ port } = server);

  return {
    apiUrl: `${url()}/api`,
    url: url(),
    port,
    botToken,
    applicationId: directory.botId,
    get guilds() {
      return directory.guilds();
    },
    faults,
    requests: log.records,
    as: (discordUserId, channelId) => personIn(world, discordUserId, channelId),
    inPrivate: (discordUserId) =>
      personIn(world, discordUserId, directory.direct.with(discordUserId, world.newId)),
    inDirectMessage: (discordUserId, otherId) =>
      personIn(world, discordUserId, directory.direct.between(discordUserId, otherId, world.newId)),
    planEvents(guildId, happenings) {
      const all = happenings.map((event) => toScheduledEvent(event.id ?? world.newId(), guildId, event));
      world.scheduledEvents.set(guildId, all);
    },
    ...discordChanges(world, gateway),
    messagesIn: (channelId) => messages.publicIn(channelId).map((stored) => toSeen(stored, directory)),
    waitForBot: (how) => waitForBot(world, gateway, how),
    connectedShards: () => gateway.connected.length,
    identifies: gateway.identifies,
    touch: () => events.emit({ type: "bot", connected: isConnected() }),
    endpoints: world.endpoints,
    watch: (listener) => events.watch(listener),
    async close() {
      world.interactions.close();
      live.close();
      gateway.close();
      await server.close();
    },
  };
}
