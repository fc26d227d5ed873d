import { foldText } from "../typed-text.ts";

export { foldText } from "../typed-text.ts";

/** One person's names in Discord and in the service. */
interface PersonNames {
  readonly displayName: string;
  readonly username: string | undefined;
  readonly memberName: string;
}

/** The names a person can be found by. Lists are sorted by the first one. */
export function foldNames({ displayName, username, memberName }: PersonNames): readonly string[] {
  return [displayName, username, memberName].filter((name) => name !== undefined).map(foldName);
}

/** A typed name, ready for comparison. */
export function foldName(typed: string): string {
  return foldText(typed.trim());
}

export interface Entry {
  /** The text that is searched. */
  readonly text: string;
  /** The value behind it; an exact match comes first. */
  readonly value: string;
}

export interface Index<T extends Entry> {
  /** Best first: exact value, prefix, word prefix, substring, all words in any order, without what is between words. */
  find(typed: string, limit: number): readonly T[];
}

/** Finds entries by typed text, ignoring case and accents. Equally good matches keep their order. */
export function createIndex<T extends Entry>(entries: readonly T[]): Index<T> {
  const known = entries.map((entry) => ({ entry, folded: foldText(entry.text) }));
  return {
    find(typed, limit) {
      const value = typed.trim();
      const wanted = foldText(value);
      const words = wanted.split(/\s+/);
      const joined = joinLetters(wanted);
      const best: readonly T[][] = [[], [], [], [], [], []];
      for (const { entry, folded } of known) {
        const rank = entry.value === value ? 0 : rankMatch(folded, { wanted, words, joined });
        const alike = rank === undefined ? undefined : best[rank];
        if (alike !== undefined && alike.length < limit) alike.push(entry);
      }
      return best.flat().slice(0, limit);
    },
  };
}

/** The entry that a typed text names: by its value or whole text, or by a part of it that no other has. */
export function findOnly<T extends Entry>(entries: readonly T[], typed: string): T | undefined {
  const [only, ...others] = findNamed(entries, typed);
  return others.length === 0 ? only : undefined;
}

/** The same, or several that the text names alike; by a part of theirs, two of them. */
export function findNamed<T extends Entry>(entries: readonly T[], typed: string): readonly T[] {
  const value = typed.trim();
  const wanted = foldText(value);
  if (wanted === "") return [];
  const byValue = entries.find((entry) => entry.value === value);
  if (byValue !== undefined) return [byValue];
  const named = entries.filter(({ text }) => foldText(text.trim()) === wanted);
  return named.length > 0 ? named : createIndex(entries).find(value, 2);
}

interface Wanted {
  readonly wanted: string;
  readonly words: readonly string[];
  /** Its letters and digits. */
  readonly joined: string;
}

function rankMatch(folded: string, { wanted, words, joined }: Wanted): number | undefined {
  const at = folded.indexOf(wanted);
  if (at === 0) return 1;
  if (at > 0) return isWordStart(folded, wanted, at) ? 2 : 3;
  if (words.length > 1 && words.every((word) => folded.includes(word))) return 4;
  // A few letters may meet anywhere by chance.
  return joined.length >= minJoinedLength && joinLetters(folded).includes(joined) ? 5 : undefined;
}

const minJoinedLength = 4;
const joinLetters = (folded: string): string => folded.replace(/[^\p{L}\p{N}]+/gu, "");

function isWordStart(folded: string, wanted: string, first: number): boolean {
  for (let at = first; at > 0; at = folded.indexOf(wanted, at + 1))
    if (!/[\p{L}\p{N}]/u.test(folded[at - 1] ?? "")) return true;
  return false;
}

/** Memoizes a function by its argument, for as long as the argument is referenced elsewhere. */
export function memoizeWeak<K extends WeakKey, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known.value;
    const value = make(key);
    made.set(key, { value });
    return value;
  };
}

/** How many letters to insert, delete, replace or swap with their neighbour. */
export function countTypos(one: string, other: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const present = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      present.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (present[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforeLast = last;
    last = present;
  }
  return last[other.length] ?? 0;
}

/** Longer ones are compared by their beginning. */
export const maxWordLength = 100;
/** In shorter words, one letter makes another word. */
const minTypoLength = 4;
const maxTypos = 2;

/** Whether these words are typed like the others but for a slip: `capuccino`, `flatwhite`. Sizes and numbers never are. */
export function isAlmost(words: readonly string[], others: readonly string[]): boolean {
  if (words.length !== others.length) return words.join("") === others.join("");
  const typos = words.map((word, at) => countWordTypos(word, others[at] ?? ""));
  return typos.reduce((sum, each) => sum + each, 0) <= maxTypos;
}

function countWordTypos(word: string, other: string): number {
  if (word === other) return 0;
  const length = Math.min(word.length, other.length);
  const hasNumber = /\p{N}/u.test(word + other);
  if (length < minTypoLength || length > maxWordLength || hasNumber || word[0] !== other[0])
    return Number.POSITIVE_INFINITY;
  const typos = countTypos(word, other);
  return typos <= (length < 2 * minTypoLength ? 1 : maxTypos) ? typos : Number.POSITIVE_INFINITY;
}
