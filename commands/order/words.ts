import { foldText } from "../../src/domain/search.ts";
import {
  beforeNumberWords,
  counters,
  forWords,
  joiners,
  looseForWords,
  looseJoiners,
  looseNumbers,
  numberWords,
  openings,
  rareJoiners,
  thanks,
  withWords,
} from "./languages.ts";

/** Known item names, found by their words. */
export interface ItemNames {
  /** The most words a name has; 0 if none are known. */
  readonly maxWords: number;
  /** Each item once, the most likely one first. */
  readonly names: readonly string[];
  /** The name that these words mean, in singular or plural, without case and accents. */
  find(words: readonly string[]): string | undefined;
}

/** Longer names aren't found in running text. */
const maxNameWords = 8;

/**
 * A name and its plural are one item, spelled like the first of them.
 * @param names the most likely one first
 */
export function createItemNames(names: readonly string[]): ItemNames {
  const exact = new Map<string, string>();
  const bySingular = new Map<string, string>();
  const byCertainSingular = new Map<string, string>();
  const canonical = new Set<string>();
  let maxWords = 0;
  for (const each of names) {
    const name = each.trim();
    const words = name.split(/\s+/).map(getWordKey);
    if (name === "") continue;
    if (words.length > maxNameWords) {
      canonical.add(name);
      continue;
    }
    maxWords = Math.max(maxWords, words.length);
    const key = words.join(" ");
    const singulars = listSingulars(words);
    // `chip` and `chips` are different things where both are ordered.
    const known = isPlural(words)
      ? undefined
      : (singulars.map((singular) => exact.get(singular)).find(Boolean) ?? byCertainSingular.get(key));
    addOnce(exact, key, known ?? name);
    canonical.add(exact.get(key) ?? name);
    for (const singular of singulars) {
      addOnce(bySingular, singular, known ?? name);
      if (!isPlural(words)) addOnce(byCertainSingular, singular, known ?? name);
    }
  }
  return {
    maxWords,
    names: [...canonical],
    find(words) {
      const asWritten = words.join(" ");
      const ofPlural = () => listSingulars(words).map((singular) => exact.get(singular));
      return exact.get(asWritten) ?? ofPlural().find(Boolean) ?? bySingular.get(asWritten);
    },
  };
}

/** Where nobody knows the workspace's items. */
export const noItemNames: ItemNames = { maxWords: 0, names: [], find: () => undefined };

function addOnce(names: Map<string, string>, key: string, name: string): void {
  if (!names.has(key)) names.set(key, name);
}

/**
 * The form in which words are compared: without case, accents and surrounding punctuation. `5€` and a word of
 * only punctuation stay whole.
 */
export function getWordKey(word: string): string {
  if (word === "&" || word === "+") return "and";
  const inBrackets = /^\((?:x ?)?(\d{1,3})x?\)$/i.exec(word)?.[1];
  if (inBrackets !== undefined) return `x${inBrackets}`;
  const bare = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  const isAmount = /^\d/.test(bare) && /[^\p{L}\p{N}\p{P}]|[#%]|\d["'“”‘’″′]/u.test(word);
  return foldText(isAmount || bare === "" ? word : bare).replace(/[×✕✖]/gu, "x");
}

/** Where the word is that has a plural: `lattes`, `slices of cake`, `iced teas without sugar`. */
function findNoun(words: readonly string[]): number {
  const next = words.findIndex(
    (word, at) => at > 0 && (withWords.has(word) || ["of", "no", "extra"].includes(word)),
  );
  return next < 0 ? words.length - 1 : next - 1;
}

/** The possible singulars of these words. */
function listSingulars(words: readonly string[]): readonly string[] {
  const at = findNoun(words);
  return listWordSingulars(words[at] ?? "").map((word) => words.with(at, word).join(" "));
}

/** Counted, but always named in the plural. */
const plurals: ReadonlySet<string> = new Set(
  "beans chips crisps fries greens hash nachos noodles nuts oats wings".split(" "),
);

function isPlural(words: readonly string[]): boolean {
  return plurals.has(words.at(-1) ?? "");
}

/** The singular of a name where that is certain: `lattes` gives `latte`; `fries` and `pies` are unchanged. */
export function toSingularName(name: string): string {
  const words = name.split(" ");
  const at = findNoun(words.map((word) => (word.startsWith("(") ? "with" : getWordKey(word))));
  const word = words[at] ?? "";
  const hasPlural = /\p{L}{3}s$/u.test(word) && !/(?:ss|us|is|ies|ves)$/i.test(word);
  if (!hasPlural || plurals.has(word.toLowerCase())) return name;
  const singular = word.replace(/(?:(?<=ss|sh|x|tz|tch|nch|ach|wich|[tg]o)es|s)$/i, "");
  return words.with(at, singular).join(" ");
}

function listWordSingulars(word: string): readonly string[] {
  if (word.length < 3 || !word.endsWith("s") || word.endsWith("ss")) return [];
  const stem = word.slice(0, -1);
  if (stem.endsWith("'")) return [stem.slice(0, -1)];
  if (word.endsWith("ies")) return [stem, `${word.slice(0, -3)}y`];
  if (word.endsWith("ves")) return [stem, `${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`];
  return word.endsWith("es") ? [stem, word.slice(0, -2)] : [stem];
}

const more = "eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty";

const counts: ReadonlyMap<string, number> = new Map([
  ...numberWords,
  ...more.split(" ").map((word, index) => [word, index + 11] as const),
  ["a", 1],
  ["an", 1],
  ["dozen", 12],
  ["a dozen", 12],
  ["half a dozen", 6],
  ["couple", 2],
  ["couple of", 2],
  ["a couple", 2],
  ["a couple of", 2],
  ["a pair of", 2],
  ["another", 1],
  // Nobody knows how many.
  ["few", 0],
  ["a few", 0],
]);
const maxWords = 3;

/** A measure is part of a name: `12 oz Latte` and `12" pizza` are one of them. */
const units = "(?:[mcd]?l|oz|[km]?g|lbs?|[cm]m|in|inch|inches|litres?|liters?|pcs?|pieces?|packs?)";
const measure = new RegExp(String.raw`^(?:${units}|"|''|\p{Sc}|%)$`, "u");
const amount = String.raw`\d{1,4}(?:[.,]\d{1,2})?`;
const wholeAmount = new RegExp(`^${amount}$`);
const size = new RegExp(String.raw`^(?:${amount}(?:${units}|"|'')|\d{1,3}x\d{1,3})$`);

/** Whether a size begins here: `0,5 l`, `12"`, `330ml`, `4x4`. */
export function isSizeAt(words: readonly string[], at: number): boolean {
  const [word = "", next = ""] = words.slice(at, at + 2);
  return size.test(word) || (wholeAmount.test(word) && measure.test(next));
}

const timesSign = "[×✕✖]";
const sign = `(?:${timesSign}|\\*)`;
/** What stands for inches and minutes. */
const quotes = "\"'“”‘’″′";
/** `2×Latte`, `2 * Latte`, `2xLatte`, `6x330ml`; in `4x4` nothing is counted. */
const signAfter = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])(\d{1,6})(?: ?${sign} ?(?![\d\s*]|$)|x(?=\p{L}{2})|(?:${sign}|x)(?=${amount} ?(?:${units}\b|[${quotes}])))`,
  "giu",
);
/** `Latte×2`, `Latte * 2` */
const signBefore = new RegExp(
  String.raw`(?:(?<=[^\s\d]) ?${timesSign} ?|(?<=[\p{L})]) ?\* ?)(?=\d{1,6}(?![\p{L}\p{N}${quotes}]))`,
  "gu",
);

/** `2 lattes/1 bun` */
const slashBefore = /(?<=\p{L}{3}) ?\/ ?(?=\d)/gu;
/** `Latte(2)` */
const bracketBefore = /(?<=\p{L})(?=\(x?\d{1,3}\)(?:$|[\s,;]))/gu;
/** `Latte x2 (no sugar)` */
const remarkAfter = /(?<= )(x\d{1,3}) (\([^()]{2,60}\))(?=$|[,;\n])/giu;

/** The text with each count a word of its own, behind or in front of an `x`. */
export function spaceCounts(text: string): string {
  return text
    .replace(signAfter, "$1x ")
    .replace(signBefore, " x")
    .replace(slashBefore, " & ")
    .replace(bracketBefore, " ")
    .replace(remarkAfter, "$2 $1");
}

interface Count {
  readonly count: number;
  /** In words. */
  readonly length: number;
  /** It's written with an `x`. */
  readonly isTimes?: boolean;
}

/**
 * The count that begins with this word, if any: `2`, `1,000`, `2x`, `2 x`, `x2`, `2 Stück`, `two`, `a`, `a dozen`. `12 oz` is none.
 * @param words the words of a known item are empty
 */
export function findCountAt(words: readonly string[], at: number): Count | undefined {
  const digits = /^(?:(\d{1,6}|[1-9]\d{0,2}[.,]\d{3})x?|x(\d{1,6}))$/.exec(words[at] ?? "");
  const next = words[at + 1];
  if (digits !== null) {
    if (measure.test(next ?? "")) return undefined;
    const isTimes = next === "x" || counters.has(next ?? "");
    return {
      count: Number((digits[1] ?? digits[2] ?? "").replace(/[.,]/, "")),
      length: isTimes ? 2 : 1,
      isTimes: isTimes || digits[0].includes("x"),
    };
  }
  for (let length = maxWords; length > 0; length -= 1) {
    const written = words.slice(at, at + length).join(" ");
    const count = counts.get(written);
    if (count === undefined || (looseNumbers.has(written) && words[at + length] !== "")) continue;
    return { count, length: counters.has(words[at + length] ?? "") ? length + 1 : length };
  }
  return undefined;
}

/** The `x2`, `2x`, `x 2` or `2 Stück` that the words end with, if any. */
export function findTimesAtEnd(words: readonly string[]): Count | undefined {
  const [before = "", last = ""] = [words.at(-2), words.at(-1)];
  if (/^(?:x\d{1,6}|\d{1,6}x)$/.test(last)) return { count: Number(last.replace("x", "")), length: 1 };
  const isNumber = (word: string): boolean => /^\d{1,6}$/.test(word);
  if (before === "x" && isNumber(last)) return { count: Number(last), length: 2 };
  return counters.has(last) && isNumber(before) ? { count: Number(before), length: 2 } : undefined;
}

/** After one of these, or after another part of a count, a number doesn't count what follows. */
export const isBeforeNumber = (word: string): boolean => beforeNumberWords.has(word) || isForWord(word);

export const isForWord = (word: string): boolean => forWords.has(word) || looseForWords.has(word);

/** Whether a word says whom the items before it, or after it, are for. */
export function isForAt(words: readonly string[], at: number): boolean {
  const word = words[at] ?? "";
  if (!isForWord(word) || findPhraseAt(words, at, thanks) > 0) return false;
  return forWords.has(word) || at === 0 || findCountAt(words, at - 1)?.length !== 1;
}

/**
 * Whether a word joins what is before and after it. Where it may mean something else too, it does before a count or a known
 * item.
 * @param isName whether what isn't known may be a name, in which the word may stand
 */
export function isJoinerAt(
  words: readonly string[],
  at: number,
  { isFirst, isName }: { readonly isFirst: boolean; readonly isName: boolean },
): boolean {
  const word = words[at] ?? "";
  if (joiners.has(word)) return true;
  // `a latte with a bun` are two, of which both are known.
  if (withWords.has(word))
    return !isFirst && words[at + 1 + (findCountAt(words, at + 1)?.length ?? 9)] === "";
  const isLoose = looseJoiners.has(word);
  if (!isLoose && !rareJoiners.has(word)) return false;
  if (isFirst) return /^\d/.test(words[at + 1] ?? "") && findCountAt(words, at + 1) !== undefined;
  const next = words[at + 1];
  if (next === "" || findCountAt(words, at + 1) !== undefined) return true;
  return isLoose && !isName && next !== undefined;
}

const maxPhrase = 4;
/** Most words begin none. */
const phraseBegins: ReadonlySet<string> = new Set(
  [...openings, ...thanks].map((phrase) => phrase.split(" ")[0] ?? ""),
);

/** How many words of a phrase begin here; 0 if none does. */
function findPhraseAt(words: readonly string[], at: number, phrases: ReadonlySet<string>): number {
  if (!phraseBegins.has(words[at] ?? "")) return 0;
  for (let length = Math.min(maxPhrase, words.length - at); length > 0; length -= 1)
    if (phrases.has(words.slice(at, at + length).join(" "))) return length;
  return 0;
}

/** Where the words begin after what may come before an item: `can I get`, `hi`, `bitte`. */
export function skipCourtesies(words: readonly string[]): number {
  let at = 0;
  for (let length = 1; length > 0 && at < words.length; at += length)
    length = Math.max(findPhraseAt(words, at, openings), findPhraseAt(words, at, thanks));
  return at;
}

/** Where the words end before what may end an order: `please`, `por favor`. */
export function findEndBeforeThanks(words: readonly string[]): number {
  let end = words.length;
  for (let at = end - 1; at >= 0 && end - at <= maxPhrase; at -= 1)
    if (findPhraseAt(end < words.length ? words.slice(0, end) : words, at, thanks) === end - at) {
      end = at;
      at = end;
    }
  return end;
}
