#!/usr/bin/env bash
# A number looked for in an index of FlexSearch.
# Guess: without `tokenize` or fuzzy settings an index finds whole words, so 100 finds what has the number 100. The readme's
#   "letter deduplication" of the default encoder is about letters.
# Seen: with flexsearch 0.8.212 looking for "order 100" finds the orders 100, 1000, 10000 and 1100, "order 1100" finds 1000, and
#   "2026-1-30" finds 2026-11-30: equal digits in a row are made one. Long numbers are cut into groups of three as well, so it
#   takes `dedupe: false` and `numeric: false` in the encoder to tell them apart.
# Why it matters: people look for orders, rooms and days by their numbers. They get others as well, the wrong one possibly
#   first, and nothing says that the match isn't exact.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E flexsearch@0.8.212

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { Charset, Encoder, Index } from "flexsearch";

const { version } = JSON.parse(readFileSync("node_modules/flexsearch/package.json", "utf8"));
console.log(`flexsearch ${version}`);
const texts = ["order 1000", "order 10000", "order 1100", "order 100", "order 200", "due 2026-11-30", "due 2026-01-30"];
const find = (index, query) => {
  for (const text of texts) index.add(text, text);
  return index.search(query);
};
const queries = ["order 100", "order 1100", "2026-1-30"];
const found = queries.map((query) => find(new Index(), query));
const encoder = new Encoder(Charset.Default, { dedupe: false, numeric: false });
const exact = queries.map((query) => find(new Index({ encoder }), query));
queries.forEach((query, index) => console.log(`${query}:`, found[index], "with both off:", exact[index]));
const isSo = found[0].length === 4 && found[1].includes("order 1000") && found[2][0] === "due 2026-11-30";
if (!isSo || exact[0].length !== 1) {
  console.log("FlexSearch now tells these numbers apart, or needs another setting for it.");
  process.exit(1);
}
SCRIPT
node try.mjs
