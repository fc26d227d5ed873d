import type { Client, REST } from "discord.js";
import type { Config } from "../config.ts";
import { type ClientReports, createDiscordClient } from "../discord/client.ts";
import type { HttpReplies } from "../discord/http-replies.ts";
import { createPostPace } from "../discord/post-pace.ts";
import { createLookUpRest, createPostRest } from "../discord/rest.ts";
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
}

interface DiscordClients {
  /** Receives interactions and replies to them. */
  readonly client: Client;
  /** For what is posted. */
  readonly postRest: REST;
  /** For what people wait for: it never queues behind posts, nor do these behind it. */
  readonly lookUpRest: REST;
}

export function createDiscordClients(parts: ClientParts): DiscordClients {
  const { config, store, log, random, replicaId, reports, replies, identifyEveryMs } = parts;
  const { discordApiUrl, discordToken, discordPostsPerSecond: perSecond } = config;
  const pace = createPostPace({ perSecond, replicaId, shared: store.shared ? store.postPaces : undefined });
  // A proxy keeps Discord's limits for look-ups, too.
  const lookUpsPerSecond = Number.isFinite(perSecond) ? undefined : perSecond;
  return {
    client: createDiscordClient(discordApiUrl, {
      log,
      random,
      replies,
      identifyEveryMs,
      shards: config.discordShards,
      identifyTurns: store.shared ? store.identifyTurns : undefined,
      ...reports,
    }),
    postRest: createPostRest(discordApiUrl, discordToken, reports, pace),
    lookUpRest: createLookUpRest(discordApiUrl, discordToken, reports, lookUpsPerSecond),
  };
}
