import type { DiscordStandIn, StandInOptions } from "./types.ts";

/** Starts Discord's REST and gateway on one loopback port. */
export async function startDiscordStandIn(_options: StandInOptions): Promise<DiscordStandIn> {
  return Promise.reject(new Error("The stand-in cannot start yet."));
}
