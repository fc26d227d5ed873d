import { measures } from "./order-items.ts";

const numbers =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty";

const counts: ReadonlyMap<string, number> = new Map([
  ...numbers.split(" ").map((word, index) => [word, index + 1] as const),
  ["a", 1],
  ["an", 1],
  ["dozen", 12],
  ["a dozen", 12],
  ["half a dozen", 6],
  ["couple of", 2],
  ["a couple of", 2],
  ["a pair of", 2],
]);
const longestCount = 3;

const measure = new RegExp(`^${measures}$`, "i");

export interface Count {
  readonly count: number;
  /** In words. */
  readonly length: number;
}

/** The count that begins with this word, if any: `2`, `2x`, `2 x`, `x2`, `two`, `a`, `a dozen`. `12 oz` is none. */
export function countAt(words: readonly string[], at: number): Count | undefined {
  const digits = /^(?:(\d{1,3})x?|x(\d{1,3}))$/.exec(words[at] ?? "");
  const next = words[at + 1] ?? "";
  if (digits !== null)
    return measure.test(next)
      ? undefined
      : { count: Number(digits[1] ?? digits[2]), length: next === "x" ? 2 : 1 };
  for (let length = longestCount; length > 0; length -= 1) {
    const count = counts.get(words.slice(at, at + length).join(" "));
    if (count !== undefined) return { count, length };
  }
  return undefined;
}

/** The `x2` or `x 2` that the words end with, if any. */
export function timesAtEnd(words: readonly string[]): Count | undefined {
  const joined = /^x(\d{1,3})$/.exec(words.at(-1) ?? "")?.[1];
  if (joined !== undefined) return { count: Number(joined), length: 1 };
  const apart = words.at(-2) === "x" && /^\d{1,3}$/.test(words.at(-1) ?? "");
  return apart ? { count: Number(words.at(-1)), length: 2 } : undefined;
}

/** After one of these, or after another part of a count, a number doesn't count what follows. */
const beforeNumbers: ReadonlySet<string> = new Set(["x", "of", "no", "nr", "number", "table", "at", "for"]);
export const isBeforeNumber = (word: string): boolean => beforeNumbers.has(word);

const thanks: ReadonlySet<string> = new Set([
  "please",
  "pls",
  "plz",
  "thanks",
  "thx",
  "thank",
  "you",
  "ty",
  "cheers",
]);
const openings =
  "hi hey hello ok okay so can could may i we get have got order ordering like would i'd i'll we'd we'll want need just also then me us";
const courtesies: ReadonlySet<string> = new Set([...thanks, ...openings.split(" ")]);

/** May end an order. */
export const isThanks = (word: string): boolean => thanks.has(word);
/** May come before an item: `can I get`, `hi`, `please`. */
export const isCourtesy = (word: string): boolean => courtesies.has(word.replaceAll("’", "'"));
