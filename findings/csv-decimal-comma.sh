#!/usr/bin/env bash
# In a list that says its separator is a semicolon, SheetJS reads one and a half as fifteen.
# Guess: after `sep=;` a comma can't separate fields, so `1,5` is 1.5, or at least stays text.
# Seen: xlsx 0.18.5 obeys `sep=;` and then takes the comma for one between thousands: the cell is the number 15.
# Why it matters: exports and imports pass through such readers. A number written with a decimal comma arrives ten or a
#   hundred times as large, without a word; one written with a point arrives as it is.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E xlsx@0.18.5

cat > try.mjs <<'SCRIPT'
import XLSX from "xlsx";

console.log(`xlsx ${XLSX.version}`);
const file = "sep=;\r\nname;hours\r\nMia;1,5\r\nNoor;2.5\r\nTheo;12,25\r\n";
const book = XLSX.read(file, { type: "string" });
const rows = XLSX.utils.sheet_to_json(book.Sheets[book.SheetNames[0]]);
for (const { name, hours } of rows) console.log(`${name}: ${JSON.stringify(hours)}`);
if (rows.length !== 3) {
  console.error("The separator isn't obeyed anymore.");
  process.exit(1);
}
if (rows[0].hours !== 15 || rows[2].hours !== 1225 || rows[1].hours !== 2.5) {
  console.error("A decimal comma is no longer read as one between thousands.");
  process.exit(1);
}
SCRIPT
node try.mjs
