#!/usr/bin/env bash
# json-2-csv, and a CSV file that ends with a line end.
# Guess: the line end closes the last row, as RFC 4180 allows and as nearly every program writes it.
# Seen: json-2-csv 5.6.0 takes it for a part of the last cell, here `Theo` and a line end, unless that cell is quoted or
#   a number. csv-stringify 6.9.0 wrote the file. Of two line ends one is removed, but a third row is added for the other.
# Why it matters: the last person of an imported list isn't found, since nobody has a name that ends with a line end. All
#   others are, so a look at the first rows shows nothing. `trimFieldValues` helps, but trims all other cells as well.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E json-2-csv@5.6.0 csv-stringify@6.9.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { stringify } from "csv-stringify/sync";
import { csv2json } from "json-2-csv";

const people = [
  { team: "kitchen", name: "Mia" },
  { team: "bar", name: "Theo" },
];
const file = stringify(people, { header: true });
const read = csv2json(file);
console.log("json-2-csv 5.6.0, csv-stringify 6.9.0, node", process.version);
console.log(JSON.stringify(file));
console.log(read);
console.log("with an empty line after it:", csv2json(`${file}\n`));
if (read.length !== 2 || read[0].name !== "Mia" || read[1].name !== "Theo\n") {
  console.log("The last cell no longer has the line end.");
  process.exit(1);
}
SCRIPT
node try.mjs
