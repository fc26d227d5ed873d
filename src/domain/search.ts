/** Text without case and accents, for comparing what a person typed with what is stored: `Crème` and `CREME` are one. */
export function foldText(text: string): string {
  const bare = text.normalize("NFKD").replace(/\p{M}/gu, "");
  // Upper case parts letters that have no lower-case twin, such as `ß`; `ẞ` becomes that only in lower case.
  // A sigma has another form at the end of a word, so that the beginning of a word would not be found in it.
  return bare.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");
}

/** All that one person is called, here and at the service. */
interface PersonNames {
  readonly displayName: string;
  readonly username: string | undefined;
  readonly memberName: string;
}

/** The names a person is found by. The first one is the one that lists are sorted by. */
export function foldedNames({ displayName, username, memberName }: PersonNames): readonly string[] {
  return [displayName, username, memberName].filter((name) => name !== undefined).map(foldName);
}

/** A name as it was typed, ready to be compared. */
export function foldName(typed: string): string {
  return foldText(typed.trim());
}

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
