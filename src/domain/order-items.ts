import { type Entry, foldText, type Index } from "./search.ts";

export const itemLimits = { count: 100, length: 200 } as const;

export type ParsedItems =
  | { readonly kind: "items"; readonly items: readonly string[] }
  | { readonly kind: "none" }
  | { readonly kind: "too-many"; readonly count: number }
  /** `position` counts from 1. */
  | { readonly kind: "too-long"; readonly position: number; readonly length: number };

/**
 * Items as a person types them, separated by commas, semicolons or line breaks. Empty items and surrounding
 * spaces are ignored.
 */
export function parseItems(text: string): ParsedItems {
  const items = splitItems(text).flatMap(parseRepeated);
  if (items.length === 0) return { kind: "none" };
  if (items.length > itemLimits.count) return { kind: "too-many", count: items.length };
  const long = items.findIndex((item) => item.length > itemLimits.length);
  if (long >= 0) return { kind: "too-long", position: long + 1, length: items[long]?.length ?? 0 };
  return { kind: "items", items };
}

/** Each distinct item with its count, in the order of first occurrence. */
export function countItems(
  items: readonly string[],
): readonly { readonly item: string; readonly count: number }[] {
  // Most orders have few items, and lists show many orders.
  if (items.length <= 8 && items.every((item, index) => items.indexOf(item) === index))
    return items.map((item) => ({ item, count: 1 }));
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].map(([item, count]) => ({ item, count }));
}

/** Every item that was ordered, most often ordered first, spelled as it was last. */
export function sortItemsByUse(orders: readonly (readonly string[])[]): readonly string[] {
  const uses = new Map<string, { readonly item: string; readonly count: number }>();
  for (const item of orders.flat()) {
    const name = item.replace(/\s+/g, " ").trim();
    const key = foldText(name);
    if (key !== "") uses.set(key, { item: name, count: (uses.get(key)?.count ?? 0) + 1 });
  }
  return [...uses.values()].toSorted((a, b) => b.count - a.count).map(({ item }) => item);
}

/**
 * Text that parses to these items again, one per line; if it would exceed `maxLength`, equal neighbours
 * become one line with a count.
 */
export function formatItems(items: readonly string[], maxLength: number): string {
  const lines = items.map((item) => formatCounted(item, 1)).join("\n");
  if (lines.length <= maxLength) return lines;
  const runs: { readonly item: string; count: number }[] = [];
  for (const item of items) {
    const last = runs.at(-1);
    if (last?.item === item) last.count += 1;
    else runs.push({ item, count: 1 });
  }
  return runs.map(({ item, count }) => formatCounted(item, count)).join("\n");
}

/** A name that would parse as a count gets an explicit count in front: `1 x 7 Up`. */
function formatCounted(item: string, count: number): string {
  const [read, ...more] = parseRepeated(item);
  const readsAsItself = read === item && more.length === 0;
  return count === 1 && readsAsItself ? item : `${count} x ${item}`;
}

/** The typed text with its last item completed in every matching way, best match first. */
export function completeItem(typed: string, known: Index<Entry>, limit: number): readonly string[] {
  const start = Math.max(typed.lastIndexOf(","), typed.lastIndexOf(";")) + 1;
  const before = typed.slice(0, start).trim();
  const last = typed.slice(start);
  const count = /^\s*\d{1,3}(?:\s*[×*]\s*|\s+x\s+|x\s*|\s+)/i.exec(last)?.[0] ?? "";
  const asNamed = count === "" ? [] : known.find(last, limit).map(({ value }) => formatCounted(value, 1));
  const asCounted = known
    .find(last.slice(count.length), limit)
    .map(({ value }) => (count === "" ? formatCounted(value, 1) : `${count.trimStart()}${value}`));
  return [...asNamed, ...asCounted]
    .slice(0, limit)
    .map((item) => [before, item].filter((part) => part !== "").join(" "));
}

/** The items in a message, without list marks and quotes at the start of lines. */
export function parseLinesToItems(text: string): readonly string[] {
  return splitItems(text)
    .map((line) =>
      line
        .replace(/^(?:[-*•–>]+|\d+[.)])\s+/u, "")
        .replace(/\*\*|__|`/g, "")
        .trim(),
    )
    .filter((line) => line !== "");
}

function splitItems(text: string): readonly string[] {
  return text
    .split(/[,;\r\n]/)
    .map((item) => item.replace(/\s+/g, " ").trim())
    .filter((item) => /[^\p{C}\p{Z}]/u.test(item));
}

/** A measure is part of a name: `12 oz Latte` is one of them. */
export const measures = "(?:[mcd]?l|oz|[km]?g|lbs?|[cm]m|in|inch|litres?|liters?|pcs?|pieces?|packs?)";
/** A bare count comes before a word, with a space between. */
const bareCount = new RegExp(`^(\\d{1,3}) (?!${measures}\\b)(\\p{L}.*)$`, "iu");

/**
 * `2 x Latte`, `2× Latte`, `2 Latte` and `Latte x2` each mean two; a name that begins with a number is typed
 * as `1 x 7 Up`. A count beyond the limit is taken as part of the name, since nobody means it.
 */
function parseRepeated(item: string): readonly string[] {
  const match =
    /^(\d{1,3})(?: ?[×*] ?| x |x ?)(\S.*)$/iu.exec(item) ??
    bareCount.exec(item) ??
    swapGroups(/^(.*\S)(?: ?[×*] ?| x ?)(\d{1,3})$/iu.exec(item));
  const count = Number(match?.[1]);
  const name = match?.[2];
  if (name === undefined || count < 1 || count > itemLimits.count) return [item];
  return Array.from({ length: count }, () => name);
}

function swapGroups(match: RegExpExecArray | null): readonly (string | undefined)[] | undefined {
  return match === null ? undefined : [match[0], match[2], match[1]];
}
