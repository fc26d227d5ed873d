import { foldText } from "./search.ts";

/** Known item names, found by their words. */
export interface ItemNames {
  /** The most words a name has; 0 if none are known. */
  readonly maxWords: number;
  /** The name that these words mean, in singular or plural, without case and accents. */
  find(words: readonly string[]): string | undefined;
}

/** Longer names aren't found in running text. */
const maxNameWords = 8;

/** @param names the most likely one first */
export function createItemNames(names: readonly string[]): ItemNames {
  const exact = new Map<string, string>();
  const bySingular = new Map<string, string>();
  let maxWords = 0;
  for (const name of names) {
    const words = name.trim().split(/\s+/).map(wordKey);
    if (name.trim() === "" || words.length > maxNameWords) continue;
    maxWords = Math.max(maxWords, words.length);
    addOnce(exact, words.join(" "), name.trim());
    for (const singular of singulars(words)) addOnce(bySingular, singular, name.trim());
  }
  return {
    maxWords,
    find(words) {
      const asWritten = words.join(" ");
      const ofPlural = () => singulars(words).map((singular) => exact.get(singular));
      return exact.get(asWritten) ?? ofPlural().find(Boolean) ?? bySingular.get(asWritten);
    },
  };
}

function addOnce(names: Map<string, string>, key: string, name: string): void {
  if (!names.has(key)) names.set(key, name);
}

/**
 * The form in which words are compared: without case, accents and surrounding punctuation. `5€` and a word of
 * only punctuation stay whole.
 */
export function wordKey(word: string): string {
  if (word === "&" || word === "+") return "and";
  const bare = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  const isAmount = /^\d/.test(bare) && /[^\p{L}\p{N}\p{P}]|[#%]/u.test(word);
  return foldText(isAmount || bare === "" ? word : bare);
}

/** The possible singulars of these words: `lattes`, `slices of cake`. */
function singulars(words: readonly string[]): readonly string[] {
  const at = words[1] === "of" ? 0 : words.length - 1;
  return singularsOf(words[at] ?? "").map((word) => words.with(at, word).join(" "));
}

/** Counted, but always named in the plural. */
const plurals: ReadonlySet<string> = new Set(
  "beans chips crisps fries greens hash nachos noodles nuts oats wings".split(" "),
);

/** The singular of a name where that is certain: `lattes` gives `latte`; `fries` and `pies` are unchanged. */
export function singularName(name: string): string {
  const words = name.split(" ");
  const at = words[1]?.toLowerCase() === "of" ? 0 : words.length - 1;
  const word = words[at] ?? "";
  const isPlural = /\p{L}{3}s$/u.test(word) && !/(?:ss|us|is|ies|ves)$/i.test(word);
  if (!isPlural || plurals.has(word.toLowerCase())) return name;
  const singular = word.replace(/(?:(?<=ss|sh|x|tz|tch|nch|ach|wich|[tg]o)es|s)$/i, "");
  return words.with(at, singular).join(" ");
}

function singularsOf(word: string): readonly string[] {
  if (word.length < 3 || !word.endsWith("s") || word.endsWith("ss")) return [];
  const stem = word.slice(0, -1);
  if (word.endsWith("ies")) return [stem, `${word.slice(0, -3)}y`];
  if (word.endsWith("ves")) return [stem, `${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`];
  return word.endsWith("es") ? [stem, word.slice(0, -2)] : [stem];
}
