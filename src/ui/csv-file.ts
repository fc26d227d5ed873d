import type { Reply } from "./reply.ts";
import { joinParts, subtext } from "./lines.ts";
import { stringify } from "csv-stringify/sync";

type Cell = string | number | undefined;

export interface CsvTable {
  /** Without the extension. */
  readonly name: string;
  /** Its contents, as a sentence. */
  readonly summary: string;
  /** In which its days or times are, if it has any. */
  readonly zone?: { readonly of: "Days" | "Times"; readonly name: string };
  readonly head: readonly string[];
  /** Or finished text, if there were so many lines that they were made in batches. */
  readonly lines: readonly (readonly Cell[])[] | string;
}

/** `2026-11-18 11:24:05`, which spreadsheets take for a time. */
export function formatTableTime(at: Temporal.Instant, zone: string): string {
  const local = at.toZonedDateTimeISO(zone).toPlainDateTime();
  return local.toString({ smallestUnit: "second" }).replace("T", " ");
}

/** A private reply with a table for spreadsheets. */
export function renderCsvReply(table: CsvTable): Reply {
  const { summary, zone } = table;
  const care = "The file contains names and what people did, so share it with care.";
  return {
    content: joinParts(
      [summary, subtext(joinParts([zone && `${zone.of} are in ${zone.name}.`, care], " "))],
      "\n",
    ),
    files: [createCsvFile(table)],
  };
}

/** A table for spreadsheets. */
export function createCsvFile({ name, summary, head, lines }: CsvTable) {
  const text = typeof lines === "string" ? lines : lines.map(formatCsvLine).join("");
  return {
    name: `${name}.csv`,
    data: Buffer.from(`${utf8Bom}${formatCsvLine(head)}${text}`),
    description: summary,
  };
}

/** This many take some milliseconds. */
const linesAtOnce = 200;

/**
 * One line per entry of a long list.
 * @param pause lets other work continue
 */
export async function formatCsvLines<T>(
  entries: readonly T[],
  listCells: (entry: T) => readonly Cell[],
  pause: () => Promise<void>,
): Promise<string> {
  const parts: string[] = [];
  for (let start = 0; start < entries.length; start += linesAtOnce) {
    if (start > 0) await pause();
    parts.push(...entries.slice(start, start + linesAtOnce).map((entry) => formatCsvLine(listCells(entry))));
  }
  return parts.join("");
}

/**
 * One line of a table for spreadsheets, with its line end: every field is quoted, a number stays one, no text is ever a
 * formula, and ids stay text with all of their digits.
 */
export function formatCsvLine(cells: readonly Cell[]): string {
  const line = cells.map((cell) => (typeof cell === "number" ? cell : guardText(cell ?? "")));
  return stringify([line], {
    quoted: true,
    quoted_empty: true,
    escape_formulas: true,
    record_delimiter: "windows",
  });
}

/** What begins a formula, behind anything that shows as nothing: a spreadsheet may drop it before it looks. */
const hiddenFormula = /^[\s\p{Cc}\p{Cf}]+[=+\-@＝＋－＠]/u;

/**
 * Digits that a spreadsheet takes for a number and changes: it keeps 15 of them, drops zeros in front and takes an e
 * between them for a power of ten. Quotation marks don't keep it from that, nor does a tab in front (Gnumeric 1.12); a
 * leading apostrophe makes it text, which `account import` reads without it.
 */
const changedDigits = /^(?:\d{16,}|0\d+|\d+e\d+)$/i;

/** The library guards text whose very first character begins a formula. */
function guardText(text: string): string {
  const guarded = hiddenFormula.test(text) || changedDigits.test(text) ? `'${text}` : text;
  return guarded.toWellFormed();
}

/** Tells a spreadsheet that the text is UTF-8; comes first. */
export const utf8Bom = "\uFEFF";
