import { commands } from "../../commands/index.ts";
import { type Component, handlersOf } from "../../src/interactions/handler.ts";

/** Every control that a command puts on screen, each once. */
export const controls: readonly Component[] = [
  ...new Set(commands.flatMap(handlersOf).flatMap((leaf) => leaf.components ?? [])),
];

/** The kinds of drafts that wait for a press: each has a button to confirm and one to discard. */
export const draftKinds: readonly string[] = controls.flatMap((control) =>
  control.kind === "button" && control.write !== undefined ? [control.write.draftKind] : [],
);
