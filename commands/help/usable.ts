import { mayUse, type Tier } from "../../src/interactions/access.ts";
import type { Command } from "../../src/interactions/define.ts";

export interface UsableGroup {
  /** What the command as a whole is for. */
  readonly title: string;
  readonly entries: readonly { readonly path: string; readonly description: string }[];
}

/** What somebody of a tier may run, command by command, as the commands themselves declare it. */
export function usableBy(tier: Tier, commands: readonly Command[]): readonly UsableGroup[] {
  return commands
    .map(({ json, leaves }) => ({
      title: json.description,
      entries: [...leaves]
        .filter(([, { access }]) => mayUse(access, tier))
        .map(([sub]) => ({
          path: `${json.name} ${sub}`.trim(),
          description: json.options?.find(({ name }) => name === sub)?.description ?? json.description,
        })),
    }))
    .filter(({ entries }) => entries.length > 0);
}
