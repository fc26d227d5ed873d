import type { GuildContext } from "../../src/interactions/handler-context.ts";

/** What a new server has to be told before it is of use, and whether it was; the last step is each one's own. */
export interface FirstSteps {
  readonly linked: boolean;
  readonly rolesNamed: boolean;
  readonly managersChannelChosen: boolean;
  readonly zoneChosen: boolean;
  readonly selfConnected: boolean;
}

export async function firstStepsOf({ store, guildId, self }: GuildContext): Promise<FirstSteps> {
  const [links, roles, managersChannel, zone, own] = await Promise.all([
    store.guildLinks.list(guildId),
    store.accessRoles.list(guildId),
    store.guildSettings.get(guildId, "managers-channel"),
    store.guildSettings.get(guildId, "zone"),
    self(),
  ]);
  return {
    linked: links.length > 0,
    rolesNamed: roles.length > 0,
    managersChannelChosen: managersChannel !== undefined,
    zoneChosen: zone !== undefined,
    selfConnected: own !== undefined,
  };
}
