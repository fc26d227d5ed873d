import { hostname } from "node:os";
import manifest from "../package.json" with { type: "json" };

/** The bot's version, for example `1.4.0`. */
export const { version } = manifest;

/** Tells this process from the others in a log that they share. */
export const replica = `${hostname()}-${process.pid}`;

/** Below 0 when the first is the older one. Only numbers count: `1.2.0-beta` is as new as `1.2.0`. */
export function compareVersions(a: string, b: string): number {
  const [numbersA, numbersB] = [parseNumbers(a), parseNumbers(b)];
  const index = numbersA.findIndex((number, at) => number !== (numbersB[at] ?? 0));
  return index === -1 ? 0 : (numbersA[index] ?? 0) - (numbersB[index] ?? 0);
}

function parseNumbers(dotted: string): readonly number[] {
  const [core = ""] = dotted.split(/[-+]/);
  const numbers = core.split(".").map(Number);
  return [0, 1, 2].map((index) => numbers[index] || 0);
}
