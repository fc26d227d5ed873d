import { fold } from "../../src/domain/fold.ts";
import type { Choice } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { actionOf } from "./words.ts";

/** What is on record here: single kinds of things, and whole families of them. */
export async function suggestActions(
  typed: string,
  { store, guildId }: GuildContext,
): Promise<readonly Choice[]> {
  const actions = await store.audit.actions(guildId);
  const wanted = fold(typed.trim());
  return [...families(actions), ...actions.map(choice)].filter(
    ({ name, value }) => fold(name).includes(wanted) || value.includes(wanted),
  );
}

function choice(action: string): Choice {
  return { name: actionOf(action)?.words ?? action, value: action };
}

function families(actions: readonly string[]): readonly Choice[] {
  const groups = Map.groupBy(actions, (action) => action.slice(0, action.indexOf(".") + 1));
  return [...groups]
    .filter(([family, members]) => family !== "" && members.length > 1)
    .map(([family]) => ({ name: `All of ${family.slice(0, -1)}`, value: family }));
}
