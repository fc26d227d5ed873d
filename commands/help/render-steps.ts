import type { EmbedFieldParts } from "../../src/text/embed.ts";
import type { FirstSteps } from "./first-steps.ts";

/** What is left to do in a new server, in order, with what is done ticked off; nothing once all is done. */
export function stepsField(
  steps: FirstSteps,
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
