#!/usr/bin/env bash
# Two millions in words, in Italian, by to-words.
# Guess: "Due Milioni", as three are "Tre Milioni": whatever the language, the words tell which number it is.
# Seen: with to-words 5.7.0 it's "Milioni", just "millions", and 2,500,000 is "Milioni Cinque Cento Mila". Two thousand millions are
#   "Miliardi". Three are right. "Mille", a thousand, becomes "Mila", which is its plural, as soon as anything follows: 1001 is "Mila
#   Uno". n2words 4.0.0 says "due milioni" and "milleuno".
# Why it matters: words are written beside a number so that nobody mistakes it, on a receipt, a prize or a confirmation, and read out by a
#   screen reader. The number is missing from them, and the sentence is still one. Smaller amounts, with which one tries it, have theirs.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E to-words@5.7.0 n2words@4.0.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { toCardinal } from "n2words/it-IT";
import { ToWords } from "to-words";

const version = (name) => `${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`;
console.log(`${version("to-words")}, ${version("n2words")}`);
const italian = new ToWords({ localeCode: "it-IT" });
const seen = [];
for (const number of [1_000_000, 2_000_000, 3_000_000, 2_500_000, 2_000_000_000, 1001]) {
  seen.push(italian.convert(number));
  console.log(`${number}: to-words "${seen.at(-1)}", n2words "${toCardinal(number)}"`);
}
if (seen.join("; ") !== "Un Milione; Milioni; Tre Milioni; Milioni Cinque Cento Mila; Miliardi; Mila Uno") {
  console.log("to-words says something else now.");
  process.exit(1);
}
SCRIPT
node try.mjs
