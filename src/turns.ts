/** Those who wait for a turn, in order. */
const waiting: (() => void)[] = [];
/** Turns of the event loop that belong to others after each slice: an answer to a person takes several. */
const turnsForOthers = 3;
let othersLeft = 0;

/**
 * Lets others in: work that goes on without a pause, as statements on SQLite do, awaits this before each slice. Of all
 * who wait, one goes on in every fourth turn of the event loop, so the slices of many jobs never add up to a long one.
 */
export function nextTurn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  if (waiting.length === 1) setImmediate(giveTurn);
  return promise;
}

function giveTurn(): void {
  if (othersLeft > 0) othersLeft -= 1;
  else {
    othersLeft = turnsForOthers;
    waiting.shift()?.();
  }
  if (waiting.length > 0) setImmediate(giveTurn);
}
