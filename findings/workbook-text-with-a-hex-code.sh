#!/usr/bin/env bash
# A text such as `task_x0041_1` in a cell of a workbook.
# Guess: it comes back as it was written: whoever writes a workbook takes care of what its format treats as special.
# Seen: the format (ECMA-376, ST_Xstring) reads `_x` with four hexadecimal digits and `_` as the character of that number,
#   and wants the first underscore itself written like that where it isn't meant so. exceljs 4.4.0, xlsx 0.18.5 and
#   write-excel-file 4.1.1 all don't do that, while exceljs, xlsx and read-excel-file 9.3.17 read it: the cell is `taskA1`, also
#   when one library wrote and read it. Only exceljs leaves it in the file of xlsx, which stores texts in another place.
# Why it matters: ids and keys that programs make often have such a shape (`role_x00FF_`). Exported and imported again, they
#   name something else, or nothing. As text in a CSV file they stay.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E exceljs@4.4.0 xlsx@0.18.5 write-excel-file@4.1.1 read-excel-file@9.3.17 >/dev/null

cat > try.mjs <<'SCRIPT'
import Excel from "exceljs";
import readExcelFile from "read-excel-file/node";
import writeExcelFile from "write-excel-file/node";
import XLSX from "xlsx";

const text = "task_x0041_1";
async function byExcelJs() {
  const book = new Excel.Workbook();
  book.addWorksheet("Tasks").addRow([text]);
  return Buffer.from(await book.xlsx.writeBuffer());
}
function byXlsx() {
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([[text]]), "Tasks");
  return XLSX.write(book, { type: "buffer", bookType: "xlsx" });
}
const writers = {
  exceljs: byExcelJs,
  xlsx: byXlsx,
  "write-excel-file": () => writeExcelFile([[{ value: text, type: String }]]).toBuffer(),
};
const readers = {
  exceljs: async (file) => (await new Excel.Workbook().xlsx.load(file)).worksheets[0].getCell("A1").value,
  xlsx: (file) => Object.values(XLSX.read(file).Sheets)[0].A1.v,
  "read-excel-file": async (file) => (await readExcelFile(file))[0].data[0][0],
};
const kept = [];
for (const [writer, write] of Object.entries(writers)) {
  const file = await write();
  for (const [reader, read] of Object.entries(readers)) {
    const cell = await read(file);
    console.log(`${text}, written by ${writer}, read by ${reader}: ${cell}`);
    if (cell === text) kept.push(`${writer} to ${reader}`);
    else if (cell !== "taskA1") throw new Error(`Neither the text nor the expected one: ${cell}`);
  }
}
if (kept.join() !== "xlsx to exceljs") {
  console.log("The text is kept otherwise now:", kept.join(", "));
  process.exit(1);
}
SCRIPT
node try.mjs
