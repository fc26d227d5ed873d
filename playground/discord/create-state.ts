import { GatewayIntentBits } from "discord-api-types/v10";
import { Attachments } from "./attachments.ts";
import { Commands } from "./commands.ts";
import { Directory } from "./directory.ts";
import { Endpoints } from "./endpoints.ts";
import { Events } from "./events.ts";
import { Gateway } from "./gateway.ts";
import type { GatewaySession } from "./gateway-session.ts";
import { toChannel, toGuild, toMember, toRoles } from "./serialize-guild.ts";
import { Interactions } from "./interactions.ts";
import { Messages } from "./messages.ts";
import type { SeedGuild } from "./seed-types.ts";
import { shardOf, snowflakes } from "./snowflake.ts";
import type { EmulatorOptions } from "./types.ts";
import type { World } from "./state.ts";

const heartbeatIntervalMs = 41_250;

/** Builds all parts and ties them together. `url` is asked only when something is sent. */
export function makeWorld(
  options: EmulatorOptions,
  botToken: string,
  url: () => string,
): { readonly world: World; readonly gateway: Gateway } {
  const { now, seed, stretch = (usualMs: number) => usualMs } = options;
  const newId = snowflakes(now);
  const events = new Events();
  const directory = new Directory(seed, now);
  const attachments = new Attachments(newId, url);
  const gateway: Gateway = new Gateway({
    now,
    botToken,
    heartbeatIntervalMs: options.heartbeatIntervalMs ?? heartbeatIntervalMs,
    limits: { shards: 1, maxConcurrency: 16, identifyEveryMs: 0, loginsLeft: 1_000, ...options.gateway },
    resumeUrl: () => gatewayUrl(url()),
    changed: () => events.emit({ type: "bot", connected: gateway.connected.length > 0 }),
    ready: ([shard, count]) => ({
      user: { ...directory.bot, mfa_enabled: true, verified: true, email: null },
      application: { id: directory.botId, flags: 0 },
      guilds: directory
        .botGuilds()
        .filter(({ id }) => shardOf(id, count) === shard)
        .map(({ id }) => ({ id, unavailable: true })),
    }),
    afterReady: (session) => sendGuilds(directory, session),
  });
  const world: World = {
    now,
    newId,
    events,
    directory,
    attachments,
    messages: new Messages({ now, newId, directory, attachments, emit: (event) => events.emit(event) }),
    commands: new Commands(directory.botId, newId, () => events.emit({ type: "commands" })),
    interactions: new Interactions({ now, stretch }),
    endpoints: new Endpoints({ now, stretch }),
    checkRequest: options.checkRequest,
    scheduledEvents: new Map(),
    dispatch: (guildId, event, data) => gateway.dispatch(guildId, event, data),
  };
  return { world, gateway };
}

export function gatewayUrl(url: string): string {
  return `${url.replace(/^http/, "ws")}/gateway`;
}

/** Only bots with the guilds intent receive them. */
function sendGuilds(directory: Directory, session: GatewaySession): void {
  if ((session.intents & GatewayIntentBits.Guilds) === 0) return;
  const [shard, count] = session.shard;
  for (const guild of directory.botGuilds())
    if (shardOf(guild.id, count) === shard) session.dispatch("GUILD_CREATE", guildCreate(directory, guild));
}

export function guildCreate(directory: Directory, guild: SeedGuild) {
  const bot = {
    id: directory.botId,
    username: directory.seed.botName,
    displayName: directory.seed.applicationName,
  };
  const member = directory.member(guild.id, directory.botId);
  const count = directory.members(guild.id).length;
  return {
    ...toGuild(guild, toRoles(guild, bot), count),
    channels: guild.channels.map((channel) => toChannel(channel, guild, undefined)),
    members: member === undefined ? [] : [toMember(member, directory.bot)],
    member_count: count,
    joined_at: "2025-03-01T08:00:00.000000+00:00",
    large: false,
    unavailable: false,
    threads: [],
    presences: [],
    voice_states: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}
