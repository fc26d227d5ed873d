import {
  createUnreadItem,
  getNamesWithSeparators,
  type FoundItem,
  isItemStart,
  joinItems,
  joinWords,
  readItems,
  spaceWords,
  toWord,
  type Word,
} from "./items.ts";
import { customerLabels, noCustomers } from "./languages.ts";
import { findEndBeforeThanks, isForAt, isForWord, isJoinerAt, type ItemNames } from "./words.ts";
import { cleanTyped, foldText } from "../../src/typed-text.ts";

/** What a message says about an order. */
export interface OrderMessage {
  /** Each name once: a known one, or as it was written; of several, in the singular. Perhaps more than an order can have. */
  readonly items: readonly { readonly name: string; readonly count: number }[];
  /** As written: a name, a mention, or `me`. */
  readonly customer: string | undefined;
  /** Behind a label, as in `Customer: Maria`, so that it can't be a part of an item. */
  readonly isLabelled?: boolean;
  /** Several are named, and an order has one customer, so all of them are unread. */
  readonly isForSeveral?: boolean;
  /** The parts that weren't understood, as written. */
  readonly unread: readonly string[];
}

/**
 * Reads "2 lattes and a bun for Maria". An item needs a count, a list mark or a known name; if no names are known, every
 * part is one. What doesn't fit is returned as unread. Takes time linear in the length of the text.
 */
export function readOrderMessage(text: string, known: ItemNames): OrderMessage {
  const found = cleanTyped(text)
    .split("\n")
    .flatMap((line) => splitParts(line, known).flatMap((part) => readPart(part, known)));
  const customers = found.filter((each) => each.kind === "customer");
  // An order has one customer, so of several none is taken.
  const isOne = new Set(customers.map(({ name }) => foldText(name))).size === 1;
  const customer = isOne ? customers[0]?.name : undefined;
  const counts = new Map<string, number>();
  const unread: string[] = [];
  for (const { kind, name, count, text: written } of found)
    if (kind === "item") counts.set(name, (counts.get(name) ?? 0) + count);
    else if (kind !== "customer" || customer === undefined) unread.push(written);
  const items = [...counts].map(([name, count]) => ({ name, count }));
  return {
    items,
    customer,
    unread,
    ...(isOne && customers[0]?.isLabelled === true && { isLabelled: true }),
    ...(customers.length > 1 && !isOne && { isForSeveral: true }),
  };
}

interface Part {
  readonly words: readonly Word[];
  /** It followed a list mark. */
  readonly isListed: boolean;
}

type Found =
  | FoundItem
  | {
      readonly kind: "customer";
      readonly name: string;
      readonly count: 0;
      readonly text: string;
      readonly isLabelled: boolean;
    };

const listMark = /^[ \t]{0,20}(?:[-*•–>]{1,3}|\d{1,2}[.)])[ \t]/u;
/** A mention, a separator, or a word; a comma between digits belongs to a number. */
const tokens =
  /<[^<>\s]{1,100}>|(?<!\p{Nd}),|,(?!\p{Nd})|[;，；、،؛]|(?:[^\s,;，；、،؛<]|(?<=\p{Nd}),(?=\p{Nd}))+|</gu;
const separators = /^[,;，；、،؛]$/;
/** When it is wanted: an order has no place for it. */
const timeOfDay =
  /(?<=^|[ ,])((?:in|at|by|around|before|until|for|um) (?:\d{1,2}(?:[:.]\d{2})? ?(?:am|pm|uhr|o'clock)|\d{1,2}:\d{2}|\d{1,3} ?(?:min|mins|minutes?|minuten|hours?|hrs?)))(?=$|[ ,.!?;])/giu;
const sentenceEnd = /^[\p{L}\p{N}]{3,30}[.!?:]{1,3}$|^[.!?:]{1,3}$/u;

/** A word, and whether a separator follows it. */
interface Token {
  readonly word: Word;
  isCut: boolean;
}

function toTokens(text: string): readonly Token[] {
  const found: Token[] = [];
  for (const [raw] of text.matchAll(tokens)) {
    const last = found.at(-1);
    if (!separators.test(raw)) found.push({ word: toWord(raw), isCut: false });
    else if (last !== undefined) last.isCut = true;
  }
  return found;
}

/** Splits a line at commas and sentence ends, but not within known names. */
function splitParts(line: string, known: ItemNames): readonly Part[] {
  const mark = listMark.exec(line)?.[0] ?? "";
  const text = line.slice(mark.length).replace(/\*\*|__|~~|`|\|\|/g, "");
  const plain = spaceWords(text, known)
    .replaceAll("*", "")
    .replaceAll(" | ", ", ")
    .replace(timeOfDay, ",$1,");
  const listed = toTokens(plain);
  const parts: Word[][] = [[]];
  let wholeUntil = 0;
  for (const [at, { word, isCut }] of listed.entries()) {
    if (at >= wholeUntil) wholeUntil = at + countNamed(listed, at, known);
    parts.at(-1)?.push(word);
    const isWithin = at + 1 < wholeUntil;
    const isEnd = sentenceEnd.test(word.raw) && !isCustomerLabel(word) && !isBeforeLastNumber(listed, at);
    if (!isWithin && (isCut || isEnd)) parts.push([]);
  }
  return parts.filter((words) => words.length > 0).map((words) => ({ words, isListed: mark !== "" }));
}

/** `latte: 2` */
function isBeforeLastNumber(line: readonly Token[], at: number): boolean {
  const next = line[at + 1];
  const isLast = next?.isCut === true || at + 2 === line.length;
  return isLast && /^\d{1,3}$/.test(next?.word.key ?? "") && line[at]?.word.raw.endsWith(":") === true;
}

/** How many words from there on are a known name with separators at the same places; 0 if none are. */
function countNamed(line: readonly Token[], at: number, known: ItemNames): number {
  const names = getNamesWithSeparators(known);
  if (names.size === 0) return 0;
  for (let length = Math.min(known.maxWords, line.length - at); length > 1; length -= 1) {
    const some = line.slice(at, at + length);
    const name = known.find(some.map(({ word }) => word.key));
    if (name === undefined || names.get(foldText(name)) !== name) continue;
    const cuts = toTokens(name).map(({ isCut }) => isCut);
    if (some.every(({ isCut }, index) => index === length - 1 || isCut === cuts[index])) return length;
  }
  return 0;
}

/** Items, and after each `for` who they are for; further items may follow the name. */
function readPart({ words, isListed }: Part, known: ItemNames): readonly Found[] {
  const needsNoCount = isListed || known.maxWords === 0;
  const found: Found[] = [];
  const rest = joinItems(words, known);
  const keys = rest.map(({ key }) => key);
  const fors = rest.flatMap((word, at) => (isForAt(keys, at) || isCustomerLabel(word) ? [at] : []));
  for (const [index, at] of [-1, ...fors].entries()) {
    const units = rest.slice(at + 1, fors[index] ?? rest.length);
    const { named, items } = at < 0 ? { named: undefined, items: units } : splitCustomer(units);
    if (named !== undefined) found.push(readCustomer(rest[at]?.raw ?? "for", named));
    found.push(...readItems(items, needsNoCount));
  }
  return found;
}

/** `Customer: Maria`, `For: Maria` */
function isCustomerLabel({ raw, key }: Word): boolean {
  return raw.endsWith(":") && (customerLabels.has(key) || isForWord(key));
}

function splitCustomer(units: readonly Word[]): { named: readonly Word[]; items: readonly Word[] } {
  const keys = units.map(({ key }) => key);
  const next = units.findIndex(
    ({ item }, index) => item !== undefined || (index > 0 && isItemStart(units, keys, index)),
  );
  const end = next < 0 ? units.length : next;
  return {
    named: units.slice(0, isJoinerAt(keys, end - 1, { isFirst: false, isName: false }) ? end - 1 : end),
    items: units.slice(end),
  };
}

/** Longer than any name, and as long as a form's field. */
const maxCustomerLength = 100;

function readCustomer(forWord: string, words: readonly Word[]): Found {
  const keys = words.map(({ key }) => key);
  const end = findEndBeforeThanks(keys);
  const isNobody = noCustomers.has(keys[0] ?? "") || /^\d{1,3}$/.test(keys[0] ?? "");
  const name = joinWords(words.slice(0, end)).replace(/[.!?:]{1,3}$|(?<=^[^(]*)\)$/, "");
  const text = `${forWord} ${joinWords(words)}`.trim();
  if (name === "" || isNobody || name.length > maxCustomerLength) return createUnreadItem(text);
  return { kind: "customer", name, count: 0, text, isLabelled: forWord.endsWith(":") };
}
