#!/usr/bin/env bash
# What MiniSearch suggests to somebody who types a word and the beginning of a number.
# Guess: `autoSuggest` completes the words in the order in which they were typed, as its readme shows: "zen ar" becomes "zen art".
# Seen: with minisearch 7.2.0 "order 10" becomes "104 order", and "room 12 ea" becomes "12 room east": whole numbers come first,
#   wherever they were typed. The words are the keys of an object, and JavaScript puts such keys before others. "order kit" stays.
# Why it matters: these are the suggestions under a command's option, and what people type there is a kind of thing and its number
#   or year. The list turns what they typed round while they type, and what they choose is not how the thing is called.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E minisearch@7.2.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import MiniSearch from "minisearch";

const { version } = JSON.parse(readFileSync("node_modules/minisearch/package.json", "utf8"));
console.log(`minisearch ${version}, Node.js ${process.version}`);
const index = new MiniSearch({ fields: ["title"] });
const titles = ["Order 104", "Order kitchen", "Room 12 east", "Zen art"];
index.addAll(titles.map((title, id) => ({ id, title })));
const seen = ["zen ar", "order kit", "order 10", "room 12 ea"].map((typed) => {
  const [first] = index.autoSuggest(typed, { combineWith: "AND" });
  console.log(`"${typed}" becomes "${first.suggestion}"`);
  return first.suggestion;
});
if (seen.join() !== "zen art,order kitchen,104 order,12 room east") {
  console.log("A suggestion now has its words in the order in which they were typed.");
  process.exit(1);
}
SCRIPT
node try.mjs
