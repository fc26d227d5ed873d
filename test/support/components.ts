import type { Outcome, Person, SeenMessage } from "../../playground/discord/member-types.ts";
import { commands } from "../../commands/index.ts";
import { type Component, listHandlers } from "../../src/interactions/handler.ts";

/** Every component that a command puts on screen, each once. */
export const allComponents: readonly Component[] = [
  ...new Set(commands.flatMap(listHandlers).flatMap((handler) => handler.components ?? [])),
];

/** The kinds of drafts that wait for a press: each has a button to confirm and one to discard. */
export const draftKinds: readonly string[] = allComponents.flatMap((component) =>
  component.kind === "button" && component.write !== undefined ? [component.write.draftKind] : [],
);

/** Uses a component that is not on the screen, as a client made by hand could. */
export function forgeComponent(
  { forge }: Person,
  kind: Component["kind"],
  customId: string,
  screen: SeenMessage,
  typed: Readonly<Record<string, string | readonly string[]>> = {},
): Promise<Outcome> {
  switch (kind) {
    case "button":
      return forge.press(screen, customId);
    case "select":
      return forge.choose(screen, customId, [typed["chosen"] ?? "nothing that is there"].flat());
    case "modal":
      return forge.submit(customId, typed, screen);
    default:
      return kind satisfies never;
  }
}
