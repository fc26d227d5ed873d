#!/usr/bin/env bash
# A CSV file with a single column whose cells are quoted, read by udsv.
# Guess: a row for each line after the head: the readme says that udsv follows RFC 4180, quotes included, and infers a schema
#   with the names of columns from the file.
# Seen: udsv 0.7.3 gives no rows at all, and its schema has the last cell as the column's name. Without quotes, or with a second
#   column, all is well. d3-dsv 3.0.2 and csv-parse 7.0.3 read the file, which @json2csv/plainjs 7.0.8 wrote: that one quotes
#   all texts.
# Why it matters: a list of names or ids alone is what people paste and programs export most. It's read as an empty list, without
#   an error, so an import that replaces what was there removes everybody.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E udsv@0.7.3 d3-dsv@3.0.2 csv-parse@7.0.3 @json2csv/plainjs@7.0.8 >/dev/null

cat > try.mjs <<'SCRIPT'
import { Parser } from "@json2csv/plainjs";
import { parse } from "csv-parse/sync";
import { csvParse } from "d3-dsv";
import { inferSchema, initParser } from "udsv";

const people = [{ name: "Mia" }, { name: "Noor" }, { name: "Theo, Ana" }];
const read = (file) => initParser(inferSchema(file)).stringObjs(file);
const file = new Parser().parse(people);
const seen = read(file);
const [{ name: column }] = inferSchema(file).cols;
console.log("udsv 0.7.3, d3-dsv 3.0.2, csv-parse 7.0.3, @json2csv/plainjs 7.0.8");
console.log(JSON.stringify(file));
console.log("udsv:", seen, "with the column", column);
const withTwo = read(new Parser().parse(people.map((person) => ({ ...person, place: "bar" }))));
const withoutQuotes = read("name\nMia\nNoor\n");
if (withTwo.length !== 3 || withoutQuotes.length !== 2) {
  console.log("Two columns, or cells without quotes, can't be read either.");
  process.exit(1);
}
if (csvParse(file).length !== 3 || parse(file, { columns: true }).length !== 3) {
  console.log("Others can't read the file either.");
  process.exit(1);
}
if (seen.length > 0 || column !== "Theo, Ana") {
  console.log("udsv reads a single quoted column now.");
  process.exit(1);
}
SCRIPT
node try.mjs
