import type { PlannedFaults } from "./faults.ts";
import type { Gateway } from "./gateway.ts";
import type { DiscordFaults } from "./types.ts";
import { discordsPinLimit } from "./messages.ts";
import type { World } from "./state.ts";

export function discordFaults(world: World, gateway: Gateway, planned: PlannedFaults): DiscordFaults {
  const { directory, events, interactions, messages } = world;
  return {
    dropSockets: () => gateway.dropSockets(),
    invalidateSessions: (resumable) => gateway.invalidateSessions(resumable),
    refuseGateway: (code) => gateway.refuseWith(code),
    askReconnect: () => gateway.askReconnect(),
    takePermission(channelId, permissions) {
      directory.takeFromBot(channelId, permissions);
      events.emit({ type: "guild", guildId: directory.channel(channelId)?.guild.id ?? "" });
    },
    restorePermissions() {
      directory.giveBackToBot();
      for (const { id } of directory.guilds()) events.emit({ type: "guild", guildId: id });
    },
    failRequests: (fault) => planned.fail(fault),
    slowRequests: (fault) => planned.slow(fault),
    holdAnswers: (pathPart) => planned.hold(pathPart),
    slowLeft: () => planned.slowLeft,
    keepFirstForms() {
      interactions.keepsFirstForms = true;
    },
    limitPins(limit) {
      messages.pinLimit = limit;
    },
    keepNonces() {
      messages.keepsNonces = true;
    },
    clear() {
      planned.clear();
      messages.keepsNonces = false;
      messages.pinLimit = discordsPinLimit;
      interactions.keepsFirstForms = false;
      gateway.refuseWith(undefined);
    },
    sendEvent: (event, data) => gateway.dispatch(undefined, event, data),
  };
}
