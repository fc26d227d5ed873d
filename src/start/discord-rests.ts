import type { REST } from "discord.js";
import type { Config } from "../config.ts";
import { PostPace } from "../discord/post-pace.ts";
import { createLookUpRest, createPostRest, type RestReports } from "../discord/rest.ts";
import type { Store } from "../store/store.ts";

interface RestParts {
  readonly config: Pick<Config, "discordApiUrl" | "discordPostsPerSecond"> & {
    readonly discordToken: string;
  };
  readonly store: Pick<Store, "shared" | "postPaces">;
  readonly replicaId: string;
  readonly reports: RestReports;
}

/** Discord's API for what is posted and for what people wait for: neither queues behind the other. */
export function createDiscordRests({ config, store, replicaId, reports }: RestParts): {
  readonly postRest: REST;
  readonly lookUpRest: REST;
} {
  const { discordApiUrl, discordToken, discordPostsPerSecond: perSecond } = config;
  const pace = new PostPace({ perSecond, replicaId, shared: store.shared ? store.postPaces : undefined });
  // A proxy keeps Discord's limits for look-ups, too.
  const lookUpsPerSecond = Number.isFinite(perSecond) ? undefined : perSecond;
  return {
    postRest: createPostRest(discordApiUrl, discordToken, reports, pace),
    lookUpRest: createLookUpRest(discordApiUrl, discordToken, reports, lookUpsPerSecond),
  };
}
