import { type APIGuildChannel, type REST, Routes } from "discord.js";
import { minuteMs } from "../time.ts";

/** Long enough for someone typing, short enough for a channel that was just renamed. */
const cacheTtlMs = minuteMs;

/** A guild's channel names by id, requested from Discord at most once a minute. */
export function createChannelNames(
  rest: REST,
  now: () => number,
): (guildId: string) => Promise<ReadonlyMap<string, string>> {
  const cached = new Map<
    string,
    { readonly until: number; readonly names: Promise<ReadonlyMap<string, string>> }
  >();
  const forget = (): void => {
    for (const [guildId, { until }] of cached) if (until <= now()) cached.delete(guildId);
  };
  return (guildId) => {
    forget();
    const known = cached.get(guildId);
    if (known !== undefined) return known.names;
    const names = read(rest, guildId);
    cached.set(guildId, { until: now() + cacheTtlMs, names });
    names.catch(() => cached.delete(guildId));
    return names;
  };
}

async function read(rest: REST, guildId: string): Promise<ReadonlyMap<string, string>> {
  // Discord's documented response.
  const channels = (await rest.get(Routes.guildChannels(guildId))) as APIGuildChannel[];
  return new Map(channels.map(({ id, name }) => [id, name]));
}
