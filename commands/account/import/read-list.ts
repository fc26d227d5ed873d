import { CsvError, parse } from "csv-parse/sync";
import { z } from "zod";
import { UserError } from "../../../src/errors.ts";
import type { NewPerson } from "./store.ts";
import { cleanTyped } from "../../../src/typed-text.ts";

/** People in one list. */
export const maxPeople = 500;
/** Far more than so many people need. */
export const maxFileBytes = 1024 * 1024;
/** Of one line, with columns that nobody reads. */
const maxLineLength = 20_000;

/**
 * The people in a spreadsheet file: UTF-8, UTF-16 or what Windows has for a language, with commas, semicolons or tabs, with
 * or without a heading.
 * @param locale of who sent it
 * @throws UserError if it isn't such a file, or names nobody or too many people
 */
export function readPeopleFile(data: Buffer, locale: string): readonly NewPerson[] {
  const { text, delimiter } = readDelimiter(cleanTyped(decode(data, locale)));
  return parsePeople(parseLines(text, delimiter), "file");
}

/**
 * The people of a pasted list, one per line: as in a file, or a member and a user with a space or another sign between
 * (`Mia - 4711`, `Mia → mia_b`, `| Mia | mia_b |`), or only the user. Each line may be separated in its own way, and begin with
 * the mark of a list.
 * @throws UserError as for a file
 */
export function readPastedPeople(pasted: string): readonly NewPerson[] {
  const { text, delimiter: usual } = readDelimiter(cleanTyped(pasted));
  // Line ends within a cell, where the text has no such sign of its own.
  const records = text.replaceAll(quotedCell, (cell) => cell.replaceAll("\n", "\r")).split("\n");
  let at = 0;
  const lines = records.flatMap((written): readonly Line[] => {
    at += written.split("\r").length;
    const trimmed = written.trim();
    // From a spreadsheet, a tab in front is an empty first cell.
    const row = usual === "\t" && trimmed.includes(usual) ? written : trimmed;
    const line = row.replace(listMark, "");
    const delimiter = [usual, ...delimiters].find((each) => withoutQuoted(line).includes(each));
    if (delimiter === undefined && !line.includes('"')) {
      const split = splitLoosely(line);
      return split === undefined ? [] : [{ line: at, ...split }];
    }
    return parseLines(line, delimiter ?? " ").map(({ cells }) => ({ line: at, cells }));
  });
  return parsePeople(lines, "list");
}

interface Line {
  /** From 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Nothing but a space separates its cells. */
  readonly isSpaced?: boolean;
}

const listMark = /^(?:[-*•–>]|\d{1,3}[.)])\s+/;
/** What people write between two names; of several, the last counts: a name may end with `| Barista`. */
const looseSeparator = /^(.+)(?:\||[-=]>|→|(?<=\s)[-–—/~=](?=\s)|:(?=\s)|(?<=\s)(?=\([^()]+\)$))(.+)$/u;

/** Two cells, or a single one behind an empty one; `undefined` if there is nothing to read. */
function splitLoosely(line: string): Pick<Line, "cells" | "isSpaced"> | undefined {
  const bare = line.replace(/^\|\s*|\s*\|$/g, "");
  // A line of a table that has only dashes.
  if (!/[\p{L}\p{N}]/u.test(bare))
    return bare.includes("-") || bare === "" ? undefined : { cells: ["", bare] };
  const [, before = "", last = ""] = /^(.*?)\s*(\S+)$/.exec(bare) ?? [];
  const isExact = /^\(?(?:\d+|https?:\/\/.+)\)?$/.test(last);
  const separated = isExact ? null : looseSeparator.exec(bare);
  const [, member = "", user = ""] = separated ?? ["", before, last];
  return {
    cells: [member.replace(/\s*(?:[-=]>|→|[-–—=|:/~])$/, ""), user.trim().replace(/^\((.+)\)$/, "$1")],
    isSpaced: separated === null,
  };
}

function decode(data: Buffer, locale: string): string {
  const isZip = data[0] === 0x50 && data[1] === 0x4b && data[2] === 0x03 && data[3] === 0x04;
  if (isZip)
    throw new UserError(
      "This is a workbook, not a CSV file, so nothing was imported. In your spreadsheet, choose *Save as* or *Download* and then *CSV*.",
    );
  const text = new TextDecoder(detectEncoding(data, locale)).decode(data);
  if (/[\0\uFFFD]/.test(text))
    throw new UserError(
      "I can't read this file as text, so nothing was imported. In your spreadsheet, save the list as *CSV (UTF-8)*.",
    );
  return text;
}

/** In which Excel saves a plain CSV file, by the language of Discord; Windows-1252 in the others. */
const windowsEncodings: Readonly<Record<string, string>> = {
  ar: "windows-1256",
  bg: "windows-1251",
  cs: "windows-1250",
  el: "windows-1253",
  he: "windows-1255",
  hr: "windows-1250",
  hu: "windows-1250",
  ja: "shift_jis",
  ko: "euc-kr",
  lt: "windows-1257",
  pl: "windows-1250",
  ro: "windows-1250",
  ru: "windows-1251",
  th: "windows-874",
  tr: "windows-1254",
  uk: "windows-1251",
  vi: "windows-1258",
  "zh-CN": "gb18030",
  "zh-TW": "big5",
};
const usualEncoding = "windows-1252";

function detectEncoding(data: Buffer, locale: string): string {
  if (data[0] === 0xff && data[1] === 0xfe) return "utf-16le";
  if (data[0] === 0xfe && data[1] === 0xff) return "utf-16be";
  // Without a mark, every second byte of mostly Latin letters is zero.
  const start = data.subarray(0, 200);
  const zeros = [0, 1].map((odd) => start.filter((byte, index) => byte === 0 && index % 2 === odd).length);
  const most = start.length / 4;
  if ((zeros[1] ?? 0) > most) return "utf-16le";
  if ((zeros[0] ?? 0) > most) return "utf-16be";
  const fits = (encoding: string): boolean => {
    try {
      new TextDecoder(encoding, { fatal: true }).decode(data);
      return true;
    } catch {
      return false;
    }
  };
  return ["utf-8", windowsEncodings[locale] ?? usualEncoding].find(fits) ?? usualEncoding;
}

const delimiters = [",", ";", "\t"] as const;
const withoutQuoted = (line: string): string => line.replaceAll(/"[^"]*"/g, "");
/** Of any number of lines. */
const quotedCell = /(?<=^|[,;\t]) *"(?:[^"]|"")*"(?= *(?:[,;\t]|$))/gm;

/**
 * What separates the cells: as the first line says (`sep=;`, which spreadsheets write and read), or what most of the first
 * lines have. That line is emptied, so that the others keep their numbers.
 */
function readDelimiter(written: string): { readonly text: string; readonly delimiter: string } {
  const text = written.replaceAll(/[，；،؛]/g, (mark) => (mark === "，" || mark === "،" ? "," : ";"));
  const [line, said] = /^\s*"?sep=([^\w\s"]|\t)"?[,;\t ]*(?=\n|$)/i.exec(text) ?? [];
  if (line !== undefined && said !== undefined) return { text: text.slice(line.length), delimiter: said };
  const lines = text
    .replaceAll(quotedCell, "")
    .split("\n", 20)
    .map(withoutQuoted)
    .filter((each) => each.trim() !== "");
  const counted = delimiters.map((delimiter) => ({
    delimiter,
    lines: lines.filter((each) => each.includes(delimiter)).length,
  }));
  return { text, delimiter: counted.toSorted((a, b) => b.lines - a.lines)[0]?.delimiter ?? "," };
}

/** What `info` makes of each record; the parser's types know nothing of that. */
const Records = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }));

function parseLines(text: string, delimiter: string): readonly Line[] {
  if (text.split("\n").some((line) => line.length > maxLineLength))
    throw new UserError(
      "A line in this list is too long, so nothing was imported. Put one person on each line and try again.",
    );
  try {
    const records = parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
      info: true,
      // Whoever sends a long file must not keep others waiting: one person too many below a heading is enough to refuse it.
      to: maxPeople + maxHeadLines + 1,
    });
    return Records.parse(records).map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UserError(
      "A quotation mark in this list is never closed, so I can't tell its lines apart. Nothing was imported. Remove the mark and try again.",
      { cause: error },
    );
  }
}

interface Columns {
  readonly member: number;
  readonly user: number;
}

function parsePeople(lines: readonly Line[], noun: "file" | "list"): readonly NewPerson[] {
  const headers = lines.slice(0, maxHeadLines).map(({ cells }) => parseHeader(cells));
  const at = headers.findIndex((each) => each !== undefined);
  const header = headers[at];
  // Above a heading, a line with a single cell is a title.
  const isTitle = ({ cells, isSpaced = false }: Line) => isSpaced || cells.filter(Boolean).length < 2;
  const people = lines.filter((line, index) => index !== at && (index > at || !isTitle(line)));
  if (people.length === 0)
    throw new UserError(
      `There's nobody in this ${noun}${header === undefined ? "" : " below its heading"}, so nothing was imported. Put one person on each line.`,
    );
  if (people.length > maxPeople)
    throw new UserError(
      `This ${noun} has more than ${maxPeople} people, and I can connect up to ${maxPeople} at a time, so nothing was imported. Split it and import the parts one by one.`,
    );
  const { member, user } = header ?? guessColumns(people);
  return people.map(({ line, cells }) => ({
    line,
    typedMember: cleanCell(cells[member]),
    typedUser: cleanCell(cells[user]),
  }));
}

/** A heading is looked for in so many lines: there may be titles above it. */
const maxHeadLines = 10;

/** Longer than any name, id or link. */
const maxCell = 300;

function cleanCell(text = ""): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, maxCell);
}

/** Of which a header's words are made: `Discord user`, `UserIDs`. */
const headerWords =
  "(?:discord|workspace|service|server|member|staff|person|people|user|profile|account|display|full|nick|name|handle|tag|mention|id|link|url|or|and|of)+s?";
const headerWord = new RegExp(`^${headerWords}$`);
/** As a form asks for it, whatever else it says: `What is your Discord username?` */
const askedForDiscord = new RegExp(`\\bdiscord[ -]+${headerWords}(?!\\p{L})`, "u");
/** A user by what names only them. */
const exactUser = /user\P{L}*ids?(?!\p{L})|^ids?$|profile|link/u;

const listWords = (cell: string): readonly string[] => cell.split(/[^\p{L}]+/u).filter((word) => word !== "");
const isHeaderCell = (cell: string): boolean => listWords(cell).every((word) => headerWord.test(word));

/** The columns as named by a header; `undefined` if the line is about people. */
function parseHeader(cells: readonly string[]): Columns | undefined {
  const names = cells.map((name) => name.toLowerCase());
  const discord = names.findIndex((name) => /discord|^member/.test(name));
  const users = names.flatMap((name, index) =>
    index !== discord && !name.includes("discord") && /workspace|profile|user|^id$|link/.test(name)
      ? [index]
      : [],
  );
  const isExact = (name = ""): boolean => exactUser.test(name) && isHeaderCell(name);
  const user = users.find((index) => isExact(names[index])) ?? users[0];
  if (user === undefined) return undefined;
  const member = discord < 0 ? (user === 0 ? 1 : 0) : discord;
  const [userName = "", memberName = ""] = [names[user], names[member]];
  // A header contains no numbers, links or mentions.
  if ([userName, memberName].some((name) => /\d|[<@]|:\/\//.test(name))) return undefined;
  // People may be called `link_hero`.
  const isHeader = isHeaderCell(userName) && isHeaderCell(memberName);
  const isAsked =
    askedForDiscord.test(memberName) && listWords(userName).some((word) => headerWord.test(word));
  return isHeader || isAsked ? { member, user } : undefined;
}

/** Without a header the member comes first, unless the ids of Discord are in the second column. */
function guessColumns(lines: readonly Line[]): Columns {
  const ofDiscord = (column: number): number =>
    lines.filter(({ cells }) => /^'?(<@!?)?\d{17,20}>?$/.test(cells[column] ?? "")).length;
  if (lines.every(({ cells }) => cells.length === 1)) return { member: 1, user: 0 };
  return ofDiscord(1) > ofDiscord(0) ? { member: 1, user: 0 } : { member: 0, user: 1 };
}
