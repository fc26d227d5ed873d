import { foldText } from "./fold-text.ts";

export interface Entry {
  /** What it is found by. */
  readonly text: string;
  /** The value behind it; an exact match comes first. */
  readonly value: string;
}

export interface Index<T extends Entry> {
  /** The best first: by the beginning, by that of a word, by what is inside, by all its words in any order. */
  find(typed: string, limit: number): readonly T[];
}

/** Finds what somebody types, without case and accents. Entries that fit alike keep their order. */
export function createIndex<T extends Entry>(entries: readonly T[]): Index<T> {
  const known = entries.map((entry) => ({ entry, folded: foldText(entry.text) }));
  return {
    find(typed, limit) {
      const value = typed.trim();
      const wanted = foldText(value);
      const words = wanted.split(/\s+/);
      const best: readonly T[][] = [[], [], [], [], []];
      for (const { entry, folded } of known) {
        const rank = entry.value === value ? 0 : rankOf(folded, wanted, words);
        const alike = rank === undefined ? undefined : best[rank];
        if (alike !== undefined && alike.length < limit) alike.push(entry);
      }
      return best.flat().slice(0, limit);
    },
  };
}

function rankOf(folded: string, wanted: string, words: readonly string[]): number | undefined {
  const at = folded.indexOf(wanted);
  if (at === 0) return 1;
  if (at > 0) return beginsWord(folded, wanted, at) ? 2 : 3;
  return words.length > 1 && words.every((word) => folded.includes(word)) ? 4 : undefined;
}

function beginsWord(folded: string, wanted: string, first: number): boolean {
  for (let at = first; at > 0; at = folded.indexOf(wanted, at + 1))
    if (!/[\p{L}\p{N}]/u.test(folded[at - 1] ?? "")) return true;
  return false;
}
