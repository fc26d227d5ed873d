import { stringify } from "csv-stringify/sync";

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

/** What tells a spreadsheet that the text is UTF-8; it stands before everything else. */
export const utf8Bom = "\uFEFF";
