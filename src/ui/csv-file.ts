import type { Reply } from "./reply.ts";
import { joinParts, subtext } from "./lines.ts";
import { stringify } from "csv-stringify/sync";

type Cell = string | number | undefined;

export interface CsvTable {
  /** Without the ending. */
  readonly name: string;
  /** What it holds, as a sentence. */
  readonly summary: string;
  readonly head: readonly string[];
  readonly lines: readonly (readonly Cell[])[];
}

/** A private answer that carries a table for spreadsheets. */
export function csvReply(table: CsvTable): Reply {
  return {
    content: joinParts(
      [
        table.summary,
        subtext("Times are in UTC. The file contains names and what people did, so share it with care."),
      ],
      "\n",
    ),
    files: [csvFile(table)],
  };
}

/** A table for spreadsheets. */
export function csvFile({ name, summary, head, lines }: CsvTable) {
  const text = [head, ...lines].map((line) => csvLine(line.map(cellText))).join("");
  return { name: `${name}.csv`, data: Buffer.from(`${utf8Bom}${text}`), description: summary };
}

function cellText(cell: Cell): string | undefined {
  return cell === undefined ? undefined : String(cell);
}

/** One line of a table as spreadsheets read it, with its end: every field quoted, and none of them ever a formula. */
export function csvLine(fields: readonly (string | undefined)[]): string {
  const line = fields.map((field) => (field ?? "").toWellFormed());
  return stringify([line], {
    quoted: true,
    quoted_empty: true,
    escape_formulas: true,
    record_delimiter: "windows",
  });
}

/** What tells a spreadsheet that the text is UTF-8; it comes first. */
export const utf8Bom = "\uFEFF";
