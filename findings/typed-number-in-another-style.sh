#!/usr/bin/env bash
# A number that somebody types in another country's style, read by @internationalized/number.
# Guess: `NumberParser` gives NaN for it, as its documentation says of what isn't a valid number in the locale: one digit
#   after the mark between thousands can't be a group of three.
# Seen: with @internationalized/number 3.6.9 `1,5` in English is 15 and `12.25` in German is 1225: such marks are taken out
#   wherever they stand, and `isValidPartialNumber` has nothing against them. In French, whose mark is a space, `1.5` is 1.5.
# Why it matters: people on one server type in different styles. Hours or prices become ten or a hundred times as large without
#   a word, and in which languages depends on their marks.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E @internationalized/number@3.6.9 >/dev/null

cat > try.mjs <<'SCRIPT'
import { NumberParser } from "@internationalized/number";

const seen = [
  ["en-US", "1,5"],
  ["de-DE", "12.25"],
  ["es-ES", "1.5"],
  ["fr-FR", "1.5"],
  ["en-US", "1;5"],
].map(([locale, typed]) => {
  const parser = new NumberParser(locale, { style: "decimal" });
  const number = parser.parse(typed);
  console.log(`${locale}: ${typed} is ${number}, valid while typing: ${parser.isValidPartialNumber(typed)}`);
  return number;
});
console.log(`@internationalized/number 3.6.9, node ${process.version}, ICU ${process.versions.icu}`);
if (JSON.stringify(seen) !== "[15,1225,15,1.5,null]") {
  console.log("A mark between thousands in a wrong place is no longer taken out.");
  process.exit(1);
}
SCRIPT
node try.mjs
