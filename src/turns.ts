/** Those who wait for a turn, in order. */
const waiting: (() => void)[] = [];

/**
 * Lets others in: work that goes on without a pause, as statements on SQLite do, awaits this before each slice. Of all
 * who wait, one goes on in each turn of the event loop, so the slices of many jobs never add up to a long one.
 */
export function nextTurn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  if (waiting.length === 1) setImmediate(giveTurn);
  return promise;
}

function giveTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(giveTurn);
}
