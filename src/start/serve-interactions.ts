import { type Client, type REST, type RESTGetCurrentApplicationResult, Routes } from "discord.js";
import { createMisuseAudit } from "../interactions/misuse-audit.ts";
import { createShares } from "../interactions/shares.ts";
import { createSuggestedNames } from "../interactions/suggested-names.ts";
import { createWriteLimiter, createReloadThrottle } from "../interactions/dispatch/limits.ts";
import { ConfigError, type Config } from "../config.ts";
import type { AppContext, InteractionContext } from "../context.ts";
import { logIn, serveInteractions, useWithoutGateway } from "../discord/client.ts";
import type { HttpReplies } from "../discord/http-replies.ts";
import { createInteractionsEndpoint, serveWebhookEvents } from "../discord/interactions-endpoint.ts";
import type { Router } from "../interactions/router.ts";
import type { HttpRoutes } from "../server/http-server.ts";
import { createSignedRequests } from "../server/signed-requests.ts";

export interface Serving {
  readonly applicationId: string;
  /** Settled once the first shard is ready; at once without a gateway. Rejects with GatewayClosedError and others. */
  readonly online: Promise<void>;
  /** For the HTTP server. */
  readonly routes: HttpRoutes;
  /** From now on, no new interaction is taken. */
  stop(): void;
}

export interface ServingParts {
  readonly client: Client;
  readonly router: Router;
  readonly postRest: REST;
  readonly discordToken: string;
  /** Set if interactions come as HTTP requests. */
  readonly replies: HttpReplies | undefined;
  /** The command that sets up a server. */
  readonly setUpCommand: string;
  /** Aborted, it ends the wait for the login, with its reason. */
  readonly stopping: AbortSignal | undefined;
  readonly ctx: AppContext;
}

/**
 * Makes the bot reachable for interactions: by the gateway, or by requests that Discord sends to the HTTP server.
 * @throws ConfigError, what Discord answered, or the stop's reason
 */
export async function startServing(parts: ServingParts): Promise<Serving> {
  const { replies, stopping } = parts;
  try {
    return await (replies === undefined ? serveOverGateway(parts) : serveOverHttp(replies, parts));
  } catch (error) {
    stopping?.throwIfAborted();
    throw error;
  }
}

async function serveOverHttp(replies: HttpReplies, parts: ServingParts): Promise<Serving> {
  const { client, router, postRest, discordToken, ctx } = parts;
  const { config, log, now, stretch } = ctx;
  // Discord's documented answer to this route.
  const application = (await postRest.get(Routes.currentApplication())) as RESTGetCurrentApplicationResult;
  const { discordPublicKey: publicKey = application.verify_key } = config;
  assertSameKey(publicKey, application.verify_key);
  useWithoutGateway(client, application, discordToken);
  if (!application.interactions_endpoint_url)
    log.warn(
      "Discord doesn't know the bot's address yet, so it sends nothing: enter it as Interactions Endpoint URL on your application's page; it ends with /interactions",
    );
  const signed = createSignedRequests({ publicKey, log, now, stretch });
  const endpoint = createInteractionsEndpoint({ client, router, replies, signed, log, now });
  const { isStopping } = endpoint;
  return {
    applicationId: application.id,
    online: Promise.resolve(),
    routes: {
      "POST /interactions": endpoint.serve,
      "POST /events": serveWebhookEvents({ signed, setUpCommand: parts.setUpCommand, isStopping, ctx }),
    },
    stop: endpoint.stop,
  };
}

async function serveOverGateway(parts: ServingParts): Promise<Serving> {
  const { client, router, discordToken, stopping, ctx } = parts;
  // Discord's documented answer to this route.
  const application = (await client.rest
    .setToken(discordToken)
    .get(Routes.currentApplication())) as RESTGetCurrentApplicationResult;
  const { id: applicationId, interactions_endpoint_url: url } = application;
  if (url) ctx.log.warn(describeEndpointConflict(url));
  const stopServing = serveInteractions(client, router);
  const online = Promise.race([logIn(client, discordToken), rejectOnAbort(stopping)]);
  // Whoever waits for it handles it; until then, it must not count as unhandled.
  online.catch(() => undefined);
  return { applicationId, online, routes: {}, stop: stopServing };
}

function rejectOnAbort(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Why a bot on the gateway gets no interactions. */
export function describeEndpointConflict(url: string): string {
  return `Discord sends every command to ${url}, so this bot would receive none. Remove the Interactions Endpoint URL from your application's page, or set DISCORD_INTERACTIONS=http.`;
}

/** @throws ConfigError */
export function assertSameKey(configured: string, actual: string): void {
  if (configured.toLowerCase() === actual.toLowerCase()) return;
  throw new ConfigError([
    {
      variable: "DISCORD_PUBLIC_KEY",
      problem:
        "It isn't the public key of the application that DISCORD_TOKEN belongs to. Remove it, and the bot asks Discord for the right one.",
    },
  ]);
}

interface InteractionContextParts extends Pick<AppContext, "now" | "newId" | "recordEntry"> {
  readonly config: Pick<Config, "writesPerMinute">;
}

export function createInteractionContext({
  config,
  now,
  newId,
  recordEntry,
}: InteractionContextParts): InteractionContext {
  return {
    draftsInFlight: new Set(),
    writeLimiter: createWriteLimiter({ perMinute: config.writesPerMinute, now }),
    reloadThrottle: createReloadThrottle(now),
    shares: createShares(),
    suggestedNames: createSuggestedNames(now),
    misuseAudit: createMisuseAudit({ now, newId, recordEntry }),
  };
}
