import { useEffect, useRef, useState } from "preact/hooks";

/** One immutable value, and listeners for its replacement. */
export interface Store<State> {
  readonly get: () => State;
  readonly set: (change: Partial<State>) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Renders again only when what `select` picks is another value than before. */
export function useStore<State, Picked>(store: Store<State>, select: (state: State) => Picked): Picked {
  const newest = useRef(select);
  newest.current = select;
  const picked = select(store.get());
  const [, setShown] = useState(picked);
  useEffect(() => {
    const look = (): void => setShown(() => newest.current(store.get()));
    look();
    return store.subscribe(look);
  }, [store]);
  return picked;
}
