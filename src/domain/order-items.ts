export const itemLimits = { count: 100, length: 200 } as const;

export type ParsedItems =
  | { readonly kind: "items"; readonly items: readonly string[] }
  | { readonly kind: "none" }
  | { readonly kind: "too-many"; readonly count: number }
  /** `position` counts from 1. */
  | { readonly kind: "too-long"; readonly position: number; readonly length: number };

/** Items as a person types them, apart by commas, semicolons or new lines. Gaps and space around an item do not count. */
export function parseItems(text: string): ParsedItems {
  const items = text
    .split(/[,;\r\n]/)
    .map((item) => item.replace(/\s+/g, " ").trim())
    .filter((item) => /[^\p{C}\p{Z}]/u.test(item));
  if (items.length === 0) return { kind: "none" };
  if (items.length > itemLimits.count) return { kind: "too-many", count: items.length };
  const long = items.findIndex((item) => item.length > itemLimits.length);
  if (long >= 0) return { kind: "too-long", position: long + 1, length: items[long]?.length ?? 0 };
  return { kind: "items", items };
}

/** Equal items once, with how often they stand in the list, in the order of their first place. */
export function countItems(
  items: readonly string[],
): readonly { readonly item: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].map(([item, count]) => ({ item, count }));
}
