#!/usr/bin/env bash
# Numbers in words, in Ukrainian and Serbian, by n2words.
# Guess: all letters are Cyrillic, as these languages are written, and as written-number writes them.
# Seen: with n2words 4.0.0 seven and eight in Ukrainian have a Latin i instead of the Cyrillic letter, which looks the same, and so have
#   seven of ten numbers below a thousand. In Serbian, those from 200 to 299 have a Latin o. written-number 0.11.1 and to-words 5.7.0
#   have no such letters in Ukrainian.
# Why it matters: a person sees nothing, but a search for the word doesn't find it, a list that is sorted by it puts it elsewhere, and a
#   filter against lookalike letters takes the bot's own words for an attempt to deceive.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E n2words@4.0.0 written-number@0.11.1 to-words@5.7.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { toCardinal as serbian } from "n2words/sr-Cyrl-RS";
import { toCardinal as ukrainian } from "n2words/uk-UA";
import { ToWords } from "to-words";
import writtenNumber from "written-number";

const version = (name) => `${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`;
const toWords = new ToWords({ localeCode: "uk-UA" });
const libraries = {
  [`${version("n2words")}, Ukrainian`]: ukrainian,
  [`${version("n2words")}, Serbian`]: serbian,
  [`${version("written-number")}, Ukrainian`]: (number) => writtenNumber(number, { lang: "uk" }),
  [`${version("to-words")}, Ukrainian`]: (number) => toWords.convert(number),
};
const mixed = [];
for (const [name, wordsOf] of Object.entries(libraries)) {
  const found = [];
  for (let number = 0; number < 1000; number += 1) if (/\p{Script=Latin}/u.test(wordsOf(number))) found.push(number);
  const shown = found.slice(0, 3).map((number) => wordsOf(number).replaceAll(/\p{Script=Latin}/gu, (letter) => `<Latin ${letter}>`));
  console.log(`${name}: ${found.length} of 1000 numbers have Latin letters${shown.length > 0 ? `, such as ${shown.join(", ")}` : ""}`);
  mixed.push(found.length);
}
if (mixed[0] < 100 || mixed[1] === 0 || mixed[2] + mixed[3] > 0) {
  console.log("The letters are others now.");
  process.exit(1);
}
SCRIPT
node try.mjs
