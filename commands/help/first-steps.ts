import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { EmbedFieldParts } from "../../src/ui/embed.ts";

/** A new server's setup steps in order, with done ones ticked off; nothing once all are done. */
export function renderSteps(
  steps: SetupSteps,
  commandMention: (path: string) => string,
): readonly EmbedFieldParts[] {
  const lines = [
    [steps.linked, "link set", "link the workspace with its id and a key from its settings"],
    [steps.rolesNamed, "access set", "choose which roles are staff, managers and admins"],
    [steps.managersChannelChosen, "settings managers-channel", "choose the managers' channel"],
    [steps.zoneChosen, "settings zone", "choose the time zone for scheduled posts"],
    [steps.selfConnected, "account connect", "connect yourself to your workspace user"],
  ] as const;
  if (lines.every(([done]) => done)) return [];
  const stepLines = lines.map(
    ([done, path, what]) => `${done ? "✅" : "▫️"} ${commandMention(path)} · ${what}`,
  );
  const all = `${commandMention("setup")} · all of this in one place, step by step`;
  return [{ name: "First steps", value: [all, ...stepLines].join("\n") }];
}

/** The setup of a new server, and what of it is done; the last step is personal. */
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
