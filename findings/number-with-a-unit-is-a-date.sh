#!/usr/bin/env bash
# A number in a workbook whose format shows a unit behind it, such as 7.5 h.
# Guess: the cell's value is the number 7.5; only formats of dates make it a date.
# Seen: exceljs 4.4.0 gives the date 6 January 1900, 12:00, for the formats `0.0\h`, `0\m` and `0.0\s`: it looks for letters of
#   dates in the format, and before that takes out what stands in quotes, but not a letter behind a backslash, the other way
#   to show one (ECMA-376, 18.8.31), nor one behind `_` (`0.0_d`), which only leaves as much space as that letter takes.
#   xlsx 0.18.5 and read-excel-file 9.3.17 read the number. With `0.0"h"` all three do.
# Why it matters: hours, minutes and metres are what lists have units for. Whether an import gets an amount or a day of 1900
#   depends on how the program that wrote the file puts one letter, which nobody sees in the cell.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E exceljs@4.4.0 xlsx@0.18.5 read-excel-file@9.3.17 >/dev/null

cat > try.mjs <<'SCRIPT'
import ExcelJS from "exceljs";
import { readSheet } from "read-excel-file/node";
import XLSX from "xlsx";

const formats = ["0.0\\h", "0\\m", "0.0\\s", "0.0_d", '0.0"h"'];
const book = new ExcelJS.Workbook();
const sheet = book.addWorksheet("hours");
for (const format of formats) sheet.addRow([7.5]).getCell(1).numFmt = format;
await book.xlsx.writeFile("hours.xlsx");

const read = new ExcelJS.Workbook();
await read.xlsx.readFile("hours.xlsx");
const byExcelJs = formats.map((_, index) => read.getWorksheet("hours").getCell(index + 1, 1).value);
const { hours } = XLSX.readFile("hours.xlsx", { cellDates: true }).Sheets;
const byXlsx = formats.map((_, index) => hours[`A${index + 1}`].v);
const byReadExcelFile = (await readSheet("hours.xlsx")).map(([value]) => value);
console.log("exceljs 4.4.0, xlsx 0.18.5, read-excel-file 9.3.17");
for (const [index, format] of formats.entries()) {
  console.log(format, byExcelJs[index], byXlsx[index], byReadExcelFile[index]);
}
if ([...byXlsx, ...byReadExcelFile, byExcelJs.at(-1)].some((value) => value !== 7.5)) {
  console.log("Others don't read the number either, or not even with the unit in quotes.");
  process.exit(1);
}
if (byExcelJs.slice(0, -1).some((value) => !(value instanceof Date))) {
  console.log("exceljs reads at least one of these formats as that of a number now.");
  process.exit(1);
}
SCRIPT
node try.mjs
