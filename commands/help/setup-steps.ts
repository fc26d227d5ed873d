import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { EmbedFieldParts } from "../../src/ui/embed.ts";

/** What is left to do in a new server, in order, with what is done ticked off; nothing once all is done. */
export function renderSteps(
  steps: SetupSteps,
  commandMention: (path: string) => string,
): readonly EmbedFieldParts[] {
  const lines = [
    [steps.linked, "link set", "link the workspace, with its id and a key from its settings"],
    [steps.rolesNamed, "access set", "say which roles are staff, managers and admins"],
    [steps.managersChannelChosen, "settings managers-channel", "choose where managers are asked"],
    [steps.zoneChosen, "settings zone", "choose whose clocks count for what is posted at set times"],
    [steps.selfConnected, "account connect", "connect yourself to your user of the workspace"],
  ] as const;
  if (lines.every(([done]) => done)) return [];
  const words = lines.map(([done, path, what]) => `${done ? "✅" : "▫️"} ${commandMention(path)} · ${what}`);
  return [{ name: "First steps", value: words.join("\n") }];
}

/** What a new server has to be told before it is of use, and whether it was; the last step is each one's own. */
export interface SetupSteps {
  readonly linked: boolean;
  readonly rolesNamed: boolean;
  readonly managersChannelChosen: boolean;
  readonly zoneChosen: boolean;
  readonly selfConnected: boolean;
}

export async function readSetupSteps({ store, guildId, self }: GuildContext): Promise<SetupSteps> {
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
