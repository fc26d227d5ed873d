import type { Meter } from "./tree.ts";

/**
 * Where a string next occurs, cached between calls. With growing positions it reads the text only once, however
 * often it is asked.
 */
export function lookAhead(text: string, wanted: string, meter: Meter): (from: number) => number {
  let found = -1;
  let isKnown = false;
  return (from) => {
    if (!isKnown || (found !== -1 && found < from)) {
      isKnown = true;
      found = text.indexOf(wanted, from);
      meter.steps += (found === -1 ? text.length : found) - from;
    }
    return found;
  };
}
