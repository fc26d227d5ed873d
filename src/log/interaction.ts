import { AsyncLocalStorage } from "node:async_hooks";

/** The interaction that is being answered, for every line that is logged meanwhile. */
export const currentInteraction = new AsyncLocalStorage<{ readonly interaction: string }>();

/** Answers an interaction, so that every line of the log meanwhile has its id. */
export function withInteraction<T>(interaction: string, answer: () => T): T {
  return currentInteraction.run({ interaction }, answer);
}
