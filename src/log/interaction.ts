import { AsyncLocalStorage } from "node:async_hooks";

/** The interaction being handled, for every line logged meanwhile. */
export const currentInteraction = new AsyncLocalStorage<{ readonly interaction: string }>();

/** Handles an interaction, so that every line logged meanwhile has its id. */
export function withInteraction<T>(interaction: string, answer: () => T): T {
  return currentInteraction.run({ interaction }, answer);
}
