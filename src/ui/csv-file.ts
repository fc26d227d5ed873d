import type { Reply } from "./reply.ts";
import { joinParts, subtext } from "./lines.ts";
import { stringify, type Options } from "csv-stringify/sync";

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

/** A private reply with a table for spreadsheets. @param locale as Discord says of who asked for it */
export function renderCsvReply(table: CsvTable, locale: string): Reply {
  const { summary, zone } = table;
  const care = "The file contains names and what people did, so share it with care.";
  return {
    content: joinParts(
      [summary, subtext(joinParts([zone && `${zone.of} are in ${zone.name}.`, care], " "))],
      "\n",
    ),
    files: [createCsvFile(table, locale)],
  };
}

/** A table for spreadsheets. @param locale of its reader */
export function createCsvFile({ name, summary, head, lines }: CsvTable, locale: string) {
  const formatLine = createLineFormat(locale);
  const text = typeof lines === "string" ? lines : lines.map(formatLine).join("");
  return {
    name: `${name}.csv`,
    data: Buffer.from(`${utf8Bom}${formatLine(head)}${text}`),
    description: summary,
  };
}

/** This many take some milliseconds. */
const linesAtOnce = 200;

/** Of a table: Discord accepts 10 MiB in all. */
export const maxTableBytes = 9_000_000;

interface TableLines {
  readonly text: string;
  readonly count: number;
}

/**
 * One line per entry of a long list, as far as they fit into a file.
 * @param formatLine as the table's other lines
 * @param pause lets other work continue
 */
export async function formatCsvLines<T>(
  entries: readonly T[],
  listCells: (entry: T) => readonly Cell[],
  formatLine: LineFormat,
  pause: () => Promise<void>,
): Promise<TableLines> {
  const lines: string[] = [];
  let bytes = 0;
  for (const [index, entry] of entries.entries()) {
    if (index > 0 && index % linesAtOnce === 0) await pause();
    const line = formatLine(listCells(entry));
    bytes += Buffer.byteLength(line);
    if (bytes > maxTableBytes) break;
    lines.push(line);
  }
  return { text: lines.join(""), count: lines.length };
}

type LineFormat = (cells: readonly Cell[]) => string;

/**
 * Formats one line of a table for spreadsheets, with its line end: every field is quoted, a number stays one, no text is
 * ever a formula, and ids stay text with all of their digits. Where decimals have a comma, spreadsheets expect semicolons
 * between the fields.
 */
export function createLineFormat(locale: string): LineFormat {
  const hasDecimalComma = findDecimalMark(locale) === ",";
  const options: Options = {
    delimiter: hasDecimalComma ? ";" : ",",
    ...(hasDecimalComma && { cast: { number: (value) => String(value).replace(".", ",") } }),
    quoted: true,
    quoted_empty: true,
    escape_formulas: true,
    record_delimiter: "windows",
  };
  return (cells) => {
    const line = cells.map((cell) => (typeof cell === "number" ? cell : guardText(cell ?? "")));
    return stringify([line], options);
  };
}

/** As people write numbers in most regions of that language; a point if it isn't known. */
function findDecimalMark(locale: string): string | undefined {
  try {
    const parts = new Intl.NumberFormat([locale, "en"]).formatToParts(0.5);
    return parts.find(({ type }) => type === "decimal")?.value;
  } catch {
    return undefined;
  }
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
