import { REST, type RESTOptions } from "discord.js";

/**
 * For answers to interactions. Discord exempts them from the limit of 50 a second, discord.js does not, so its gate is
 * off here; and each deferral leaves a handler behind, so they are swept more often than once an hour.
 */
export function interactionRestOptions(apiUrl: string): Partial<RESTOptions> {
  return {
    api: apiUrl,
    globalRequestsPerSecond: Number.POSITIVE_INFINITY,
    handlerSweepInterval: 5 * 60_000,
    timeout: 10_000,
    retries: 1,
  };
}

/** For everything else, under a gate of its own, so that a queue of posts never holds up an answer. Posts are never repeated. */
export function createPostRest(apiUrl: string, discordToken: string): REST {
  const rest = new REST({ api: apiUrl, globalRequestsPerSecond: 40, timeout: 15_000, retries: 0 });
  return rest.setToken(discordToken);
}
