import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath } from "node:url";
import { LruMap } from "../lru-map.ts";

/** Where a line of a stack is, in a module that was bundled: `file:///…/dist/app-1a2b.js:12:3456`. */
const bundledPattern = /(file:\/\/[^\s()]+-[\w-]{8}\.js):(\d+):(\d+)/g;
/** An error that comes again and again costs one look at the map. */
const maxKnown = 1_000;

const known = new LruMap<string, string>({ maxSize: maxKnown });

/**
 * A stack with the places in our sources instead of those in the bundle. Reads the maps beside the bundle only now: kept
 * from the start, they would take more memory than the bot. For places it hasn't met it takes a tenth of a second.
 */
export function toSourceStack(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replace(bundledPattern, (place, url: string, line: string, column: string) => {
    const before = known.get(place);
    if (before !== undefined) return before;
    if (!maps.has(url)) maps.set(url, readMap(url));
    const origin = maps.get(url)?.findOrigin(Number(line), Number(column));
    const found =
      origin !== undefined && "fileName" in origin
        ? `${new URL(origin.fileName, url).href}:${origin.lineNumber}:${origin.columnNumber}`
        : place;
    known.set(place, found);
    return found;
  });
}

/** Nothing where there is none: the place in the bundle is still better than no place. */
function readMap(url: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), "utf8")));
  } catch {
    return undefined;
  }
}
