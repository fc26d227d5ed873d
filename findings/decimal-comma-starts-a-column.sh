#!/usr/bin/env bash
# Numbers with a decimal comma, written by export-to-csv.
# Guess: `decimalSeparator: ","` puts a number that then has the separator of columns in it between quotes, as it does with
#   texts, and so does "locale", which the readme says is the number as the language writes it.
# Seen: with export-to-csv 1.5.0 numbers are never quoted. 1234.5 is `1234,5` with a comma and `1,234.5` with "locale" in
#   English: two columns instead of one, so all that follow are one to the right. csv-parse 7.0.3 refuses such a file, and
#   Papa Parse 5.7.1 reads the next column's value wrong.
# Why it matters: whole numbers, which one tries it with, are fine, so the list breaks with the first half hour that somebody
#   enters. A decimal comma needs a semicolon between the columns.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E export-to-csv@1.5.0 csv-parse@7.0.3 papaparse@5.7.1 >/dev/null

cat > try.mjs <<'SCRIPT'
import { parse } from "csv-parse/sync";
import { asString, generateCsv, mkConfig } from "export-to-csv";
import Papa from "papaparse";

const rows = [
  { name: "Mia", hours: 2, place: "kitchen" },
  { name: "Noor, Theo", hours: 1234.5, place: "bar" },
];
function write(decimalSeparator) {
  const config = mkConfig({ useKeysAsHeaders: true, useBom: false, decimalSeparator });
  return asString(generateCsv(config)(rows));
}
console.log("export-to-csv 1.5.0, csv-parse 7.0.3, papaparse 5.7.1");
const readable = [".", ",", "locale"].filter((separator) => {
  const file = write(separator);
  const [, last] = Papa.parse(file, { header: true, skipEmptyLines: true }).data;
  console.log(JSON.stringify(separator), JSON.stringify(file));
  console.log("  Papa Parse: the place is", last.place);
  try {
    parse(file, { columns: true });
    console.log("  csv-parse: reads it");
  } catch (error) {
    console.log("  csv-parse:", error.message);
    return false;
  }
  return last.place === "bar";
});
if (readable[0] !== ".") {
  console.log("The file can't be read with a decimal point either.");
  process.exit(1);
}
if (readable.length > 1) {
  console.log("A number with the separator of columns in it is quoted now.");
  process.exit(1);
}
SCRIPT
LC_ALL=en_US.UTF-8 LANG=en_US.UTF-8 node try.mjs
