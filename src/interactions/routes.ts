import type { AutocompleteInteraction, ChatInputCommandInteraction } from "discord.js";
import { customIdName } from "./custom-id.ts";
import type { Command, Control, Leaf } from "./define.ts";

/** Finds the one handler of an interaction by exact name. */
export interface Routes {
  leaf(interaction: ChatInputCommandInteraction | AutocompleteInteraction): Leaf | undefined;
  control<Kind extends Control["kind"]>(
    kind: Kind,
    customId: string,
  ): Extract<Control, { kind: Kind }> | undefined;
}

/** @throws Error when two leaves or two controls would answer to one name: the program must not start. */
export function createRoutes(commands: readonly Command[]): Routes {
  const leaves = indexed(
    commands.flatMap(({ json, leaves }) =>
      [...leaves].map(([sub, leaf]) => [`${json.name} ${sub}`.trim(), leaf] as const),
    ),
  );
  const controls = new Set([...leaves.values()].flatMap((leaf) => leaf.controls ?? []));
  const byName = indexed(
    [...controls].map((control) => [`${control.kind} ${control.name}`, control] as const),
  );

  return {
    leaf: ({ commandName, options }) =>
      leaves.get(`${commandName} ${options.getSubcommand(false) ?? ""}`.trim()),
    control(kind, customId) {
      const found = byName.get(`${kind} ${customIdName(customId)}`);
      // The key holds the kind, which the compiler cannot know.
      return found as Extract<Control, { kind: typeof kind }> | undefined;
    },
  };
}

function indexed<T>(entries: readonly (readonly [string, T])[]): ReadonlyMap<string, T> {
  const index = new Map<string, T>();
  for (const [key, value] of entries) {
    if (index.has(key)) throw new Error(`two routes are named "${key}"`);
    index.set(key, value);
  }
  return index;
}
