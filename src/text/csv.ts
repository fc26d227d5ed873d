/** One line of a table as spreadsheets read it, with its end: every field quoted, and none of them ever a formula. */
export function csvLine(fields: readonly (string | undefined)[]): string {
  return `${fields.map((field) => quoted(field ?? "")).join(",")}\r\n`;
}

/** What tells a spreadsheet that the text is UTF-8; it stands before everything else. */
export const csvStart = "\uFEFF";

function quoted(field: string): string {
  return `"${harmless(field.toWellFormed()).replaceAll('"', '""')}"`;
}

/** A spreadsheet runs what begins like a formula, also after blanks and in full width; an apostrophe keeps it text. */
function harmless(field: string): string {
  return /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u.test(field) ? `'${field}` : field;
}
