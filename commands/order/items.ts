import { cleanTyped, foldText } from "../../src/typed-text.ts";
import { type FilteredOrder, sortOrdersNewestFirst } from "./filter.ts";
import {
  createItemNames,
  findCountAt,
  findTimesAtEnd,
  getWordKey,
  findEndBeforeThanks,
  isBeforeNumber,
  isJoinerAt,
  isSizeAt,
  type ItemNames,
  noItemNames,
  skipCourtesies,
  spaceCounts,
  toSingularName,
} from "./words.ts";
import { spaceCounters, spaceNames, withWords } from "./languages.ts";
import { type Entry, type Index, isAlmost, maxWordLength, memoizeWeak } from "../../src/domain/search.ts";

export const itemLimits = { count: 100, length: 200 } as const;

export type ParsedItems =
  | { readonly kind: "items"; readonly items: readonly string[] }
  | { readonly kind: "none" }
  | { readonly kind: "too-many"; readonly count: number }
  /** `position` counts from 1. */
  | { readonly kind: "too-long"; readonly position: number; readonly length: number };

/**
 * Items as a person lists them, separated by commas, semicolons or line breaks; none are lost. Known ones are spelled as
 * they are known, and what is in quotes is one item, as it is. Empty items and surrounding spaces are ignored.
 */
export function parseItems(text: string, known: ItemNames = noItemNames): ParsedItems {
  const read = splitItems(text, known).flatMap((part) => readListed(part, known));
  const total = read.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return { kind: "none" };
  if (total > itemLimits.count) return { kind: "too-many", count: total };
  const items = read.flatMap(({ name, count }) => Array.from({ length: count }, () => name));
  const long = items.findIndex((item) => item.length > itemLimits.length);
  if (long >= 0) return { kind: "too-long", position: long + 1, length: items[long]?.length ?? 0 };
  return { kind: "items", items };
}

/** Whether an order of these items can be logged. */
export function canBeOrdered(items: readonly string[]): boolean {
  const names = items.map(toTypedName).filter(isVisible);
  return (
    names.length > 0 &&
    names.length <= itemLimits.count &&
    names.every(({ length }) => length <= itemLimits.length)
  );
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

/** Every item that was ordered, most often ordered first, as it is spelled most often, or else was last. */
export function sortItemsByUse(orders: readonly (readonly string[])[]): readonly string[] {
  const uses = new Map<string, { count: number; readonly spellings: Map<string, number> }>();
  for (const item of orders.flat()) {
    const name = item.replace(/\s+/g, " ").trim();
    const key = foldText(name);
    if (key === "") continue;
    const use = uses.get(key) ?? { count: 0, spellings: new Map<string, number>() };
    const count = (use.spellings.get(name) ?? 0) + 1;
    use.count += 1;
    // The last one comes last.
    use.spellings.delete(name);
    uses.set(key, use).get(key)?.spellings.set(name, count);
  }
  return [...uses.values()]
    .toSorted((a, b) => b.count - a.count)
    .flatMap(({ spellings }) => [...spellings].toSorted(([, a], [, b]) => a - b).at(-1)?.[0] ?? []);
}

/** How many of the newest orders' items are known. */
const maxKnownItems = 5_000;

/** The items of a workspace as they are called most often, from its newest orders. */
export const getItemNames = memoizeWeak((orders: readonly FilteredOrder[]): ItemNames => {
  const newest: (readonly string[])[] = [];
  let count = 0;
  for (const { items } of sortOrdersNewestFirst(orders)) {
    count += items.length;
    if (count > maxKnownItems) break;
    newest.push(items);
  }
  return createItemNames(sortItemsByUse(newest.toReversed()));
});

/** An item as it is called most often; one that isn't known stays as it is, on one line. */
export function toKnownName(item: string, known: ItemNames): string {
  const words = item.trim().split(/\s+/);
  return known.find(words.map(getWordKey)) ?? words.join(" ");
}

/** A usual item that may be meant by one that nobody ordered. */
export interface MeantItem {
  readonly typed: string;
  readonly usual: string;
}

/** An item is usual once it was ordered so often. */
const usualCount = 3;

const getUsualItems = memoizeWeak((orders: readonly FilteredOrder[]): readonly string[] => {
  const known = getItemNames(orders);
  return countOrdered(
    orders.map(({ items }) => items),
    known,
  )
    .filter(({ count }) => count >= usualCount)
    .map(({ name }) => name);
});

/** Which of these items are probably misspelled: nobody ordered them, and only one usual item is almost spelled like that. */
export function findMeantItems(
  items: readonly string[],
  orders: readonly FilteredOrder[],
): readonly MeantItem[] {
  const known = getItemNames(orders);
  const names = new Set(known.names.map(foldText));
  return [...new Set(items)].flatMap((typed) => {
    const keys = typed.split(/\s+/).map(getWordKey);
    if (known.find(keys) !== undefined || names.has(foldText(typed))) return [];
    const [usual, ...others] = getUsualItems(orders).filter((name) =>
      isAlmost(keys, name.split(/\s+/).map(getWordKey)),
    );
    return usual === undefined || others.length > 0 ? [] : [{ typed, usual }];
  });
}

/** How often each item was ordered, the most often ordered first; `latte` and `Lattes` are one item. */
export function countOrdered(
  orders: readonly (readonly string[])[],
  known: ItemNames,
): readonly { readonly name: string; readonly count: number }[] {
  const counts = new Map<string, { readonly name: string; readonly count: number }>();
  for (const item of orders.flat()) {
    const name = toKnownName(item, known);
    const key = foldText(name);
    const before = counts.get(key);
    if (key !== "") counts.set(key, { name: before?.name ?? name, count: (before?.count ?? 0) + 1 });
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count);
}

/**
 * Text that parses to these items again, whether or not any are known, one per line; if it would exceed `maxLength`, equal
 * neighbours become one line with a count. Items without a name are left out.
 */
export function formatItems(
  items: readonly string[],
  maxLength: number,
  known: ItemNames = noItemNames,
): string {
  const names = items.map(toTypedName).filter(isVisible);
  const lines = names.map((name) => formatCounted(name, 1, known)).join("\n");
  if (lines.length <= maxLength) return lines;
  const runs: { readonly name: string; count: number }[] = [];
  for (const name of names) {
    const last = runs.at(-1);
    if (last?.name === name) last.count += 1;
    else runs.push({ name, count: 1 });
  }
  return runs.map(({ name, count }) => formatCounted(name, count, known)).join("\n");
}

/** As plain as possible: a name that would be read as a count becomes `1 x 7 Up`, one as several items `"Tea, milk"`. */
function formatCounted(name: string, count: number, known: ItemNames): string {
  const counted = `${count} x ${name}`;
  const plain = count === 1 ? [name, counted] : [counted];
  return (
    plain.find((text) => isReadAs(text, name, count, noItemNames) && isReadAs(text, name, count, known)) ??
    (count === 1 ? quoteItem(name) : `${count} x ${quoteItem(name)}`)
  );
}

function isReadAs(text: string, name: string, count: number | undefined, known: ItemNames): boolean {
  const [read, ...more] = splitItems(text, known).flatMap((part) => readListed(part, known));
  return read?.name === name && read.count === (count ?? read.count) && more.length === 0;
}

const typedCount = /^\s*\p{Nd}{1,3}(?:\s*[×*]\s*|\s+x\s+|x\s*|\s+)/iu;

/** The typed text with its last item completed in every matching way, best match first. */
export function completeItem(
  typed: string,
  index: Index<Entry>,
  limit: number,
  known: ItemNames = noItemNames,
): readonly string[] {
  const start = listSeparators(typed).at(-1);
  const before = start === undefined ? "" : typed.slice(0, start + 1).trim();
  const last = start === undefined ? typed : typed.slice(start + 1);
  const count = typedCount.exec(last)?.[0] ?? "";
  const complete = (name: string): string => formatCounted(name, 1, known);
  const completeCounted = (name: string): string => {
    const counted = `${count.trimStart()}${name}`;
    return isReadAs(counted, name, undefined, known) ? counted : `${count.trimStart()}${quoteItem(name)}`;
  };
  const asNamed = count === "" ? [] : index.find(last, limit).map(({ value }) => complete(value));
  const asCounted = index
    .find(last.slice(count.length), limit)
    .map(({ value }) => (count === "" ? complete(value) : completeCounted(value)));
  return [...asNamed, ...asCounted]
    .slice(0, limit)
    .map((item) => [before, item].filter((part) => part !== "").join(" "));
}

/** The items in a message, without list marks and quotes at the start of lines. */
export function parseLinesToItems(text: string, known?: ItemNames): readonly string[] {
  return splitItems(text, known)
    .map((line) =>
      line
        .replace(/^(?:[-*•–>]+|\d+[.)])\s+/u, "")
        .replace(/\*\*|__|`/g, "")
        .trim(),
    )
    .filter((line) => line !== "");
}

/** What separates items, also on keyboards of other scripts. A comma between digits, as in `0,5 l`, is part of a number. */
const separator = /(?<!\p{Nd}),|,(?!\p{Nd})|[;\n，；、،؛]/u;
/** An item in quotes, in which a quote is doubled: `"Tea, milk"`, `2 x "12"" pizza"`. Those of phones are curly. */
const quoted =
  /(?<=^|[\s,;，；、،؛×✕✖*]|\p{Nd}x)(?:"(?! )(?<inside>(?:[^"\n]|""){1,1000})(?<! )"|[“„«](?! )(?<curly>[^"“”„«»\n]{1,1000})(?<! )[”“»])(?=$|[\s,;，；、،؛×✕✖*])/giu;
const quotedOrSeparator = new RegExp(`${quoted.source}|(?<separator>${separator.source})`, "giu");

/** Where a list can be cut between two items: the index of each character that separates them. */
export function listSeparators(text: string): readonly number[] {
  return [...text.matchAll(quotedOrSeparator)].flatMap(({ index, groups }) =>
    groups?.["separator"] === undefined ? [] : [index],
  );
}

const quoteItem = (name: string): string => `"${name.replaceAll('"', '""')}"`;
/** A name as it can be typed: on one line, one space apart. */
const toTypedName = (name: string): string => cleanTyped(name).replace(/\s+/g, " ").trim();
const isVisible = (name: string): boolean => /[^\p{C}\p{Z}]/u.test(name);

function splitItems(text: string, known: ItemNames = noItemNames): readonly string[] {
  const joined = getNamesWithSeparators(known);
  return cleanTyped(text)
    .split("\n")
    .flatMap((line) => splitLine(line, joined))
    .map(toTypedName)
    .filter(isVisible);
}

/** Longer names with more separators have to be in quotes. */
const maxSeparators = 4;

const noJoined: ReadonlyMap<string, string> = new Map();

/** The known names that a list would be cut in, by their folded text; none that are a list of known names. */
export const getNamesWithSeparators = memoizeWeak((known: ItemNames): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  for (const name of known.names) {
    const parts = splitLine(name, noJoined);
    const isList = parts.every((part) => known.find(part.trim().split(/\s+/).map(getWordKey)) !== undefined);
    if (parts.length > 1 && !isList) names.set(foldText(name), name);
  }
  return names;
});

/** @param joined what isn't cut */
function splitLine(line: string, joined: ReadonlyMap<string, string>): readonly string[] {
  const ends = [...listSeparators(line), line.length];
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < ends.length; at += 1) {
    let part = line.slice(start, ends[at]);
    for (let last = at + maxSeparators; joined.size > 0 && last > at; last -= 1) {
      const text = line.slice(start, ends[last]);
      if (ends[last] === undefined || text.length > 2 * itemLimits.length) continue;
      const count = joined.has(foldText(text.trim())) ? "" : (typedCount.exec(text)?.[0] ?? "");
      const name = joined.get(foldText(text.slice(count.length).trim()));
      if (name === undefined) continue;
      part = `${count}${quoteItem(name)}`;
      at = last;
      break;
    }
    parts.push(part);
    start = (ends[at] ?? line.length) + 1;
  }
  return parts;
}

/** A word of an order, or the words of a known item. */
export interface Word {
  readonly raw: string;
  /** As it is compared; empty for the words of a known item, or one in quotes. */
  readonly key: string;
  readonly item?: string;
}

export interface FoundItem {
  readonly kind: "item" | "unread";
  readonly name: string;
  readonly count: number;
  readonly text: string;
  /** Its name is not a known one. */
  readonly isTyped?: boolean;
}

export const createUnreadItem = (text: string): FoundItem => ({ kind: "unread", name: "", count: 0, text });
export const joinWords = (words: readonly Word[]): string => words.map(({ raw }) => raw).join(" ");
const getKeys = (words: readonly Word[]): readonly string[] => words.map(({ key }) => key);
export const toWord = (raw: string): Word => ({ raw, key: getWordKey(raw.slice(0, maxWordLength)) });

/** One part of a list: the known items that it consists of, or else one item, whatever it is called. */
function readListed(
  part: string,
  known: ItemNames,
): readonly { readonly name: string; readonly count: number }[] {
  const named = known.find(getKeys(part.split(" ").map(toWord)));
  const spaced = listWords(part, known);
  const [first] = spaced;
  if (spaced.length === 1 && first?.item !== undefined) return [{ name: first.item, count: 1 }];
  if (named !== undefined) return [{ name: named, count: 1 }];
  const units = joinItems(spaced, known);
  const found = units.some(({ item }) => item !== undefined) ? readItems(units, false) : [];
  if (found.length > 0 && found.every(({ kind, isTyped }) => kind === "item" && isTyped !== true))
    return found;
  const counted = splitCounted(units);
  if (counted.length > 1) return counted.flatMap((each) => readListed(joinWords(each), known));
  const keys = getKeys(spaced);
  const before = /\d/.test(keys[0] ?? "") ? findCountAt(keys, 0) : undefined;
  const behind = before === undefined ? findTimesAtEnd(keys) : undefined;
  const { count = 1 } = before ?? behind ?? {};
  const name = joinWords(spaced.slice(before?.length ?? 0, spaced.length - (behind?.length ?? 0)));
  const canonical = known.find(name.split(" ").map((word) => toWord(word).key));
  const isCount = canonical !== undefined || before?.isTimes === true || behind !== undefined;
  if (count < 1 || name === "" || !(isCount || isCountOf(count, name))) return [{ name: part, count: 1 }];
  return [{ name: canonical ?? (count > 1 ? toSingularName(name) : name), count }];
}

/** Each word, with each item in quotes as one of them. */
function listWords(part: string, known: ItemNames): readonly Word[] {
  const words: Word[] = [];
  const read = (text: string): void => {
    if (text.trim() !== "") words.push(...spaceWords(text.trim(), known).split(" ").map(toWord));
  };
  let start = 0;
  for (const { 0: raw, index, groups } of part.matchAll(quoted)) {
    read(part.slice(start, index));
    words.push({ raw, key: "", item: groups?.["inside"]?.replaceAll('""', '"') ?? groups?.["curly"] ?? raw });
    start = index + raw.length;
  }
  read(part.slice(start));
  return words;
}

/** `2 × Tea`, whatever its name is. */
const explicitCount = /^\p{Nd}{1,6} ?[x×*]/iu;

/** With each count and each name that is written without spaces a word of its own. */
export function spaceWords(text: string, known: ItemNames): string {
  const spaced = explicitCount.test(text) ? text : spaceCounters(text);
  const inFront = spaced.replace(countInside, (all, name: string, count: string) =>
    known.find(name.split(/\s+/).map(getWordKey)) === undefined ? all : `${count}x ${name} `,
  );
  return spaceNames(spaceCounts(inFront), known.names).replace(glued, (both, count: string, word: string) =>
    isKnownWord(word, known) && !isKnownWord(both, known) ? `${count} ${word}` : both,
  );
}

/** `latte: 2 without sugar`: between a name and what belongs to it. */
const countInside = new RegExp(
  String.raw`(?<=^|[,;]\s?)([^\s,;:=][^,;:=]{1,60}?)(?:\s?[:=]\s?| [-\u2013\u2014] )(\d{1,3}) (?=\(|(?:${[...withWords].map((word) => RegExp.escape(word)).join("|")}) )`,
  "giu",
);

/** `2lattes` */
const glued = /(?<![^\s,;])(\d{1,3})(\p{L}{3,30})(?![^\s,;.!?])/gu;
const isKnownWord = (word: string, known: ItemNames) => known.find([getWordKey(word)]) !== undefined;

/** What stands between joining words, if each part has a count of its own or is known: `2 Kaffee und 1 Kuchen`. */
function splitCounted(units: readonly Word[]): readonly (readonly Word[])[] {
  const keys = getKeys(units);
  const parts: Word[][] = [[]];
  for (const [at, unit] of units.entries())
    if (isJoinerAt(keys, at, { isFirst: at === 0, isName: true })) parts.push([]);
    else parts.at(-1)?.push(unit);
  const isCounted = (part: readonly Word[]): boolean => {
    const [first] = part;
    if (first === undefined) return false;
    const count = /^\d/.test(first.key) ? findCountAt(getKeys(part), 0) : undefined;
    return (
      (count !== undefined && count.count > 0 && part.length > count.length) ||
      (findTimesAtEnd(getKeys(part)) !== undefined && part.length > 1) ||
      part.every(({ item }) => item !== undefined)
    );
  };
  const isOne = findCountAt(keys, 0)?.isTimes === true && !parts.every(isTimes);
  return !isOne && parts.every(isCounted) ? parts : [];
}

function isTimes(part: readonly Word[]): boolean {
  const keys = getKeys(part);
  return findCountAt(keys, 0)?.isTimes === true || findTimesAtEnd(keys) !== undefined;
}

/** A number larger than an order is part of a name that isn't known, unless that is a plural: `1000 Island dressing`. */
function isCountOf(count: number, name: string): boolean {
  return count <= itemLimits.count || toSingularName(name) !== name;
}

/** Known names come before everything else: `Fish and chips`, `Tea for two`, `7 Up`. */
export function joinItems(words: readonly Word[], known: ItemNames): readonly Word[] {
  const units: Word[] = [];
  for (let at = 0, length = 1; at < words.length; at += length) {
    const ahead = words.slice(at, at + known.maxWords);
    const keys = getKeys(ahead);
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

/**
 * Items between `and`s and in front of counts.
 * @param needsNoCount whether a name that isn't known is an item even without a count
 */
export function readItems(units: readonly Word[], needsNoCount: boolean): readonly FoundItem[] {
  const keys = getKeys(units);
  const found: FoundItem[] = [];
  let joiner: Word | undefined;
  const read = (start: number, end: number): void => {
    const before = found.at(-1);
    const [first, ...others] = readItem(units.slice(start, end), keys.slice(start, end), needsNoCount);
    // `a ham and cheese toastie` may be one thing or two.
    if (joiner !== undefined && first?.kind === "unread" && before?.isTyped === true)
      found.splice(-1, 1, createUnreadItem(`${before.text} ${joiner.raw} ${first.text}`));
    else if (first !== undefined) found.push(first, ...others);
  };
  let start = 0;
  for (let at = 0; at < units.length; at += 1) {
    const isAnd = isJoinerAt(keys, at, { isFirst: at === start, isName: needsNoCount });
    const isNext = isTimesBehind(units, start, at - 1)
      ? units[at]?.item !== undefined
      : isItemStart(units, keys, at) && !isTimesBehind(units, start, at);
    if (isAnd || (at > start && isNext)) {
      read(start, at);
      joiner = isAnd ? units[at] : undefined;
      start = isAnd ? at + 1 : at;
    }
    // A count is one thing: `a dozen` is not `a` and `dozen`.
    if (at === start) at += (findCountAt(keys, at)?.length ?? 1) - 1;
  }
  read(start, units.length);
  return found;
}

/** `latte x2` */
function isTimesBehind(units: readonly Word[], start: number, at: number): boolean {
  return at === start + 1 && units[start]?.item !== undefined && /^x\d/.test(units[at]?.key ?? "");
}

/** A number in front of anything, or any count in front of a known item. */
export function isItemStart(units: readonly Word[], keys: readonly string[], at: number): boolean {
  const before = keys[at - 1] ?? "";
  if (isBeforeNumber(before)) return false;
  const found = findCountAt(keys, at);
  const next = units[at + (found?.length ?? 0)];
  if (found === undefined || next === undefined) return false;
  // `latte with 2 sugars`, `2 lattes (3 shots)`
  const isOfName = withWords.has(before) || units[at]?.raw.startsWith("(") === true;
  return next.item !== undefined || (!isOfName && /^\d/.test(keys[at] ?? ""));
}

/** `latte 2`, `latte - 2`, `latte: 2`: at the end, behind a known item. */
function findNumberBehind(
  words: readonly Word[],
): { readonly count: number; readonly length: number } | undefined {
  const [item, sign, ...more] = words;
  const last = more.at(-1) ?? sign;
  const isAlone = more.length === 0 || (more.length === 1 && /^[-–—:=]$/.test(sign?.raw ?? ""));
  if (item?.item === undefined || !isAlone || !/^\d{1,3}$/.test(last?.key ?? "")) return undefined;
  return { count: Number(last?.key), length: words.length - 1 };
}

/** Longer ones are sentences. */
const maxTypedWords = 8;

function readItem(
  words: readonly Word[],
  keys: readonly string[],
  needsNoCount: boolean,
): readonly FoundItem[] {
  const from = skipCourtesies(keys);
  const end = findEndBeforeThanks(keys);
  const to = /^[-–—]$/.test(words[end - 1]?.raw ?? "") ? end - 1 : end;
  if (to <= from) return [];
  const before = findCountAt(keys, from);
  const dash = findDash(words, from + (before?.length ?? 0), to);
  if (dash !== undefined)
    return [
      ...readItem(words.slice(0, dash), keys.slice(0, dash), needsNoCount),
      createUnreadItem(joinWords(words.slice(dash + 1, to))),
    ];
  const behind =
    findTimesAtEnd(keys.slice(from, to)) ?? findNumberBehind(words.slice(from + (before?.length ?? 0), to));
  const named = words.slice(from + (before?.length ?? 0), to - (behind?.length ?? 0));
  const text = joinWords(words.slice(from, to));
  const count = before?.count ?? behind?.count ?? 1;
  const isKnownWith = words[from]?.item !== undefined && withWords.has(keys[from + 1] ?? "");
  const isCounted = before !== undefined || behind !== undefined || isSizeAt(keys, from) || isKnownWith;
  if (!/[^\p{C}\p{Z}\p{P}]/u.test(text)) return [];
  if ((before && behind) || count < 1) return [createUnreadItem(text)];
  const items = named.flatMap(({ item }) => item ?? []);
  if (items.length > 0 && named.every(({ raw, item }) => item !== undefined || isPicture(raw)))
    return behind !== undefined && items.length > 1
      ? [createUnreadItem(text)]
      : items.map((name, index) => ({ kind: "item", name, count: index === 0 ? count : 1, text }));
  if (!isCounted && !needsNoCount && named.every(({ raw }) => isPicture(raw))) return [];
  const name = joinWords(named).replace(/[.!?:]{1,3}$/, "");
  // `latte 2 (no sugar)`
  const isRemark = /^\([^()]*\)$/.test(name);
  const isName = /[^\p{C}\p{Z}\p{P}]/u.test(name) && !isRemark && name.length <= itemLimits.length;
  const isTyped =
    isName &&
    (isCountOf(count, name) || before?.isTimes === true || behind !== undefined) &&
    named.length <= maxTypedWords &&
    !/[<>]/.test(name) &&
    beginsName(named[0]) &&
    (isCounted || needsNoCount);
  return [
    isTyped
      ? { kind: "item", name: count > 1 ? toSingularName(name) : name, count, text, isTyped }
      : createUnreadItem(text),
  ];
}

const beginsName = (word: Word | undefined): boolean =>
  word !== undefined && !withWords.has(word.key) && /[\p{L}\p{N}\p{S}]/u.test(word.raw);

/** Where a remark begins behind a known item: `2 lattes - John`, `2 lattes @ $5`. */
function findDash(words: readonly Word[], start: number, end: number): number | undefined {
  const isItem = words[start]?.item !== undefined && /^[-–—@]$/.test(words[start + 1]?.raw ?? "");
  return isItem && /\p{L}|\p{Sc}/u.test(words[start + 2]?.raw ?? "") && start + 2 < end
    ? start + 1
    : undefined;
}

function isPicture(raw: string): boolean {
  return /^<a?:\w{1,32}:\d{1,20}>$/.test(raw) || !/[\p{L}\p{N}<>]/u.test(raw);
}
