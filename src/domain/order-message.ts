import {
  type ItemNames,
  toSingularName,
  getWordKey,
  findCountAt,
  isBeforeNumber,
  isCourtesy,
  isThanks,
  findTimesAtEnd,
} from "./order-words.ts";
import { itemLimits } from "./order-items.ts";

/** What a message says about an order. */
export interface OrderMessage {
  /** Each name once: a known one, or as it was written; of several, in the singular. */
  readonly items: readonly { readonly name: string; readonly count: number }[];
  /** As written: a name, a mention, or `me`. */
  readonly customer: string | undefined;
  /** The parts that weren't understood, as written. */
  readonly unread: readonly string[];
}

/**
 * Reads "2 lattes and a bun for Maria". An item needs a count, a list mark or a known name; if no names are known, every
 * part is one. What doesn't fit is returned as unread. Takes time linear in the length of the text.
 */
export function readOrderMessage(text: string, known: ItemNames): OrderMessage {
  const found = text
    .split(/[\r\n]/)
    .flatMap((line) => splitParts(line).flatMap((part) => readPart(part, known)));
  const customers = found.filter(({ kind }) => kind === "customer");
  // An order has one customer, so of several none is taken.
  const customer = customers.length === 1 ? customers[0]?.name : undefined;
  const counts = new Map<string, number>();
  const unread: string[] = [];
  let left: number = itemLimits.count;
  for (const { kind, name, count, text: written } of found) {
    if (kind === "item" && count <= left) {
      left -= count;
      counts.set(name, (counts.get(name) ?? 0) + count);
    } else if (kind !== "customer" || customer === undefined) {
      unread.push(written);
    }
  }
  return { items: [...counts].map(([name, count]) => ({ name, count })), customer, unread };
}

interface Word {
  readonly raw: string;
  /** As it is compared; empty for the words of a known item. */
  readonly key: string;
  readonly item?: string;
}

interface Part {
  readonly words: readonly Word[];
  /** It followed a list mark. */
  readonly isListed: boolean;
}

interface Found {
  readonly kind: "item" | "customer" | "unread";
  readonly name: string;
  readonly count: number;
  readonly text: string;
  /** Its name is not a known one. */
  readonly isTyped?: boolean;
}

const createUnreadPart = (text: string): Found => ({ kind: "unread", name: "", count: 0, text });

const listMark = /^[ \t]{0,20}(?:[-*•–>]{1,3}|\d{1,2}[.)])[ \t]/u;
/** A mention, a separator, or a word. */
const tokens = /<[^<>\s]{1,100}>|[,;]|[^\s,;<]+|</gu;
const sentenceEnd = /^[\p{L}\p{N}]{3,30}[.!?:]{1,3}$|^[.!?:]{1,3}$/u;
/** Longer ones are compared by their beginning. */
const maxWordLength = 100;

/** Splits a line at commas and sentence ends. */
function splitParts(line: string): readonly Part[] {
  const mark = listMark.exec(line)?.[0] ?? "";
  const plain = line
    .slice(mark.length)
    .replace(/\*+|__|~~|`|\|\|/g, "")
    .replace(/(?<![\p{L}\p{N}])(\d{1,3})(?:×|x(?=\p{L}{2}))/giu, "$1x ")
    .replace(/×(?=\d)/g, " x");
  const parts: Word[][] = [[]];
  for (const [raw] of plain.matchAll(tokens)) {
    const isSeparator = raw === "," || raw === ";";
    if (!isSeparator) parts.at(-1)?.push({ raw, key: getWordKey(raw.slice(0, maxWordLength)) });
    if (isSeparator || sentenceEnd.test(raw)) parts.push([]);
  }
  return parts.filter((words) => words.length > 0).map((words) => ({ words, isListed: mark !== "" }));
}

/** Known names come before everything else: `Fish and chips`, `Tea for two`, `7 Up`. */
function joinItems(words: readonly Word[], known: ItemNames): readonly Word[] {
  const units: Word[] = [];
  for (let at = 0, length = 1; at < words.length; at += length) {
    const ahead = words.slice(at, at + known.maxWords);
    const keys = ahead.map(({ key }) => key);
    let item: string | undefined;
    for (length = ahead.length; length > 0; length -= 1) {
      item = known.find(keys.slice(0, length));
      if (item !== undefined) break;
    }
    const word = words[at];
    if (item !== undefined) units.push({ raw: joinWords(ahead.slice(0, length)), key: "", item });
    else if (word !== undefined) units.push(word);
    length = Math.max(1, length);
  }
  return units;
}

const joinWords = (words: readonly Word[]): string => words.map(({ raw }) => raw).join(" ");
const getKeys = (words: readonly Word[]): readonly string[] => words.map(({ key }) => key);

/** Items, and after each `for` who they are for; further items may follow the name. */
function readPart({ words, isListed }: Part, known: ItemNames): readonly Found[] {
  const needsNoCount = isListed || known.maxWords === 0;
  const found: Found[] = [];
  const rest = joinItems(words, known);
  const fors = rest.flatMap(({ key }, at) => (key === "for" ? [at] : []));
  for (const [index, at] of [-1, ...fors].entries()) {
    const units = rest.slice(at + 1, fors[index] ?? rest.length);
    const { named, items } = at < 0 ? { named: undefined, items: units } : splitCustomer(units);
    if (named !== undefined) found.push(readCustomer(named));
    found.push(...readItems(items, needsNoCount));
  }
  return found;
}

function splitCustomer(units: readonly Word[]): { named: readonly Word[]; items: readonly Word[] } {
  const keys = getKeys(units);
  const next = units.findIndex(({ item }, index) => item !== undefined || isItemStart(units, keys, index));
  const end = next < 0 ? units.length : next;
  return { named: units.slice(0, keys[end - 1] === "and" ? end - 1 : end), items: units.slice(end) };
}

/** Longer than any name, and as long as a form's field. */
const maxCustomerLength = 100;

function readCustomer(words: readonly Word[]): Found {
  const last = words.findLastIndex(({ key }) => !isThanks(key));
  const name = joinWords(words.slice(0, last + 1)).replace(/[.!?:]{1,3}$/, "");
  const text = `for ${joinWords(words)}`.trim();
  if (name === "" || name.length > maxCustomerLength) return createUnreadPart(text);
  return { kind: "customer", name, count: 0, text };
}

/** Items between `and`s and in front of counts. */
function readItems(units: readonly Word[], needsNoCount: boolean): readonly Found[] {
  const keys = getKeys(units);
  const found: Found[] = [];
  let isJoined = false;
  const read = (start: number, end: number): void => {
    const before = found.at(-1);
    const [first, ...others] = readItem(units.slice(start, end), keys.slice(start, end), needsNoCount);
    // `a ham and cheese toastie` may be one thing or two.
    if (isJoined && first?.kind === "unread" && before?.isTyped === true)
      found.splice(-1, 1, createUnreadPart(`${before.text} and ${first.text}`));
    else if (first !== undefined) found.push(first, ...others);
  };
  let start = 0;
  for (let at = 0; at < units.length; at += 1) {
    const isAnd = keys[at] === "and";
    if (isAnd || (at > start && isItemStart(units, keys, at))) {
      read(start, at);
      isJoined = isAnd;
      start = isAnd ? at + 1 : at;
    }
    // A count is one thing: `a dozen` is not `a` and `dozen`.
    if (at === start) at += (findCountAt(keys, at)?.length ?? 1) - 1;
  }
  read(start, units.length);
  return found;
}

/** A number in front of anything, or any count in front of a known item. */
function isItemStart(units: readonly Word[], keys: readonly string[], at: number): boolean {
  if (isBeforeNumber(keys[at - 1] ?? "")) return false;
  const found = findCountAt(keys, at);
  const next = units[at + (found?.length ?? 0)];
  return found !== undefined && next !== undefined && (next.item !== undefined || /^\d/.test(keys[at] ?? ""));
}

/** Longer ones are sentences. */
const maxTypedWords = 8;

function readItem(words: readonly Word[], keys: readonly string[], needsNoCount: boolean): readonly Found[] {
  const from = keys.findIndex((key) => !isCourtesy(key));
  const to = keys.findLastIndex((key) => !isThanks(key)) + 1;
  if (from < 0 || to <= from) return [];
  const before = findCountAt(keys, from);
  const behind = findTimesAtEnd(keys.slice(from, to));
  const named = words.slice(from + (before?.length ?? 0), to - (behind?.length ?? 0));
  const text = joinWords(words.slice(from, to));
  const count = before?.count ?? behind?.count ?? 1;
  const isCounted = before !== undefined || behind !== undefined;
  if (!/[^\p{C}\p{Z}\p{P}]/u.test(text)) return [];
  if ((before && behind) || count < 1 || count > itemLimits.count) return [createUnreadPart(text)];
  const items = named.flatMap(({ item }) => item ?? []);
  if (items.length > 0 && named.every(({ raw, item }) => item !== undefined || isPicture(raw)))
    return behind !== undefined && items.length > 1
      ? [createUnreadPart(text)]
      : items.map((name, index) => ({ kind: "item", name, count: index === 0 ? count : 1, text }));
  if (!isCounted && !needsNoCount && named.every(({ raw }) => isPicture(raw))) return [];
  const name = joinWords(named).replace(/[.!?:]{1,3}$/, "");
  const isName = /[^\p{C}\p{Z}\p{P}]/u.test(name) && name.length <= itemLimits.length;
  const isTyped =
    isName && named.length <= maxTypedWords && !/[<>]/.test(name) && (isCounted || needsNoCount);
  return [
    isTyped
      ? { kind: "item", name: count > 1 ? toSingularName(name) : name, count, text, isTyped }
      : createUnreadPart(text),
  ];
}

function isPicture(raw: string): boolean {
  return /^<a?:\w{1,32}:\d{1,20}>$/.test(raw) || !/[\p{L}\p{N}<>]/u.test(raw);
}
