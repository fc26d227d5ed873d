import type { EmulatorEvent } from "./types.ts";

type Listener = (event: EmulatorEvent) => void;

/** Tells pages what changed. Listeners are called at once, in the order they came. */
export class Events {
  readonly #listeners = new Set<Listener>();

  emit(event: EmulatorEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  watch(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
