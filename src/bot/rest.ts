import { DefaultRestOptions, REST, type RESTOptions } from "discord.js";
import { Agent, Headers } from "undici";

/** Lets discord.js send through the undici of the bot; an older one of its own would take memory beside it. */
export const sendingOptions: Partial<RESTOptions> = {
  // An idle connection holds no process up, so nobody has to close it.
  agent: new Agent({ allowH2: false }),
  async makeRequest(url, init) {
    if (!(init.body instanceof FormData)) return DefaultRestOptions.makeRequest(url, init);
    // undici takes forms of its own class only, and discord.js makes them of Node's.
    const form = new Response(init.body);
    const headers = new Headers(init.headers);
    headers.set("content-type", form.headers.get("content-type") ?? "");
    const body = new Uint8Array(await form.arrayBuffer());
    return DefaultRestOptions.makeRequest(url, { ...init, body, headers: Object.fromEntries(headers) });
  },
};

/** Each deferral leaves a handler behind, and each channel, so they are swept every minute instead of every hour. */
const handlerSweepInterval = 60_000;

/**
 * For answers to interactions. Discord exempts them from the limit of 50 a second, discord.js does not, so its gate is
 * off here.
 */
export function interactionRestOptions(apiUrl: string): Partial<RESTOptions> {
  return {
    ...sendingOptions,
    api: apiUrl,
    globalRequestsPerSecond: Number.POSITIVE_INFINITY,
    handlerSweepInterval,
    timeout: 10_000,
    retries: 1,
  };
}

/** For everything else, under a gate of its own, so that a queue of posts never holds up an answer. Posts are never repeated. */
export function createPostRest(apiUrl: string, discordToken: string): REST {
  const rest = new REST({
    ...sendingOptions,
    api: apiUrl,
    globalRequestsPerSecond: 40,
    handlerSweepInterval,
    timeout: 15_000,
    retries: 0,
  });
  return rest.setToken(discordToken);
}
