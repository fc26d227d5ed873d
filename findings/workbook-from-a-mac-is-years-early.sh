#!/usr/bin/env bash
# Days in a workbook that counts from 1904, as older ones from a Mac do, by three readers.
# Guess: they're the days that the workbook shows: the file says that it counts from 1904 (ECMA-376, 18.2.28, `date1904`). SheetJS
#   reads this, since the text that it gives for such a cell is right, and `cellDates` is there so that one gets dates.
# Seen: with xlsx 0.18.5 the date is four years and a day early: 4 July 2022 for a cell whose text, beside it, is 2026-07-05. Its
#   `sheet_to_csv` is right and its `sheet_to_json` wrong. exceljs 4.4.0 and read-excel-file 9.3.17 have the right day.
# Why it matters: lists of members, shifts or dues are passed on in workbooks that are as old as the club. All days of an import are
#   four years too early, and whoever looks at the list as text sees the right ones. Workbooks made today count from 1900.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E xlsx@0.18.5 exceljs@4.4.0 read-excel-file@9.3.17

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import ExcelJS from "exceljs";
import { readSheet } from "read-excel-file/node";
import XLSX from "xlsx";

for (const name of ["xlsx", "exceljs", "read-excel-file"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version);
const shown = (date) => date.toISOString().slice(0, 10);
let same = true;
for (const date1904 of [false, true]) {
  const book = new ExcelJS.Workbook();
  book.properties.date1904 = date1904;
  const sheet = book.addWorksheet("list");
  sheet.addRow(["day"]);
  sheet.addRow([new Date(Date.UTC(2026, 6, 5))]).getCell(1).numFmt = "yyyy-mm-dd";
  const file = Buffer.from(await book.xlsx.writeBuffer());

  const again = new ExcelJS.Workbook();
  await again.xlsx.load(file);
  const read = XLSX.read(file, { cellDates: true });
  const cells = read.Sheets.list;
  const seen = {
    exceljs: shown(again.worksheets[0].getRow(2).getCell(1).value),
    "read-excel-file": shown((await readSheet(file))[1][0]),
    "xlsx, as text": XLSX.utils.sheet_to_csv(cells).split("\n")[1],
    "xlsx, as a date": shown(XLSX.utils.sheet_to_json(cells)[0].day),
  };
  console.log(`counting from ${date1904 ? 1904 : 1900}:`, seen);
  const days = Object.values(seen).join(" ");
  same &&= days === `2026-07-05 2026-07-05 2026-07-05 ${date1904 ? "2022-07-04" : "2026-07-05"}`;
}
if (!same) {
  console.error("A day of such a workbook is read in another way now.");
  process.exit(1);
}
SCRIPT
TZ=UTC node try.mjs
