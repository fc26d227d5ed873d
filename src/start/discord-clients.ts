import type { Config } from "../config.ts";
import { type ClientReports, createDiscordClient, type InteractionClient } from "../discord/client.ts";
import type { HttpReplies } from "../discord/http-replies.ts";
import { createPostPace } from "../discord/post-pace.ts";
import {
  type BotRest,
  createLookUpRest,
  createPostRest,
  createSharedRestParts,
  type PauseClock,
} from "../discord/rest.ts";
import type { Logger } from "../log/index.ts";
import type { Store } from "../store/store.ts";

interface ClientParts {
  readonly config: Config & { readonly discordToken: string };
  readonly store: Store;
  readonly log: Logger;
  readonly random: () => number;
  readonly replicaId: string;
  readonly reports: ClientReports;
  readonly replies: HttpReplies | undefined;
  readonly identifyEveryMs: number | undefined;
  /** For pauses before a request is sent again; real ones by default. */
  readonly pauseClock: PauseClock | undefined;
}

interface DiscordClients {
  /** Receives interactions and replies to them. */
  readonly client: InteractionClient;
  /** For what is posted. */
  readonly postRest: BotRest;
  /** For what people wait for: it never queues behind posts, nor do these behind it. */
  readonly lookUpRest: BotRest;
}

export function createDiscordClients(parts: ClientParts): DiscordClients {
  const { config, store, log, random, replicaId, reports, replies, identifyEveryMs, pauseClock } = parts;
  const { discordApiUrl, discordToken, discordPostsPerSecond: perSecond } = config;
  const pace = createPostPace({ perSecond, replicaId, shared: store.shared ? store.postPaces : undefined });
  const shared = createSharedRestParts(pauseClock);
  // A proxy keeps Discord's limits for look-ups, too.
  const lookUpsPerSecond = Number.isFinite(perSecond) ? undefined : perSecond;
  return {
    client: createDiscordClient(discordApiUrl, {
      log,
      random,
      replies,
      shared,
      identifyEveryMs,
      shards: config.discordShards,
      identifyTurns: store.shared ? store.identifyTurns : undefined,
      ...reports,
    }),
    postRest: createPostRest(discordApiUrl, discordToken, reports, pace, shared),
    lookUpRest: createLookUpRest(discordApiUrl, discordToken, reports, lookUpsPerSecond, shared),
  };
}
