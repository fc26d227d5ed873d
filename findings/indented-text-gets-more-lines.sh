#!/usr/bin/env bash
# A text whose first line is indented and long, written as YAML and read again.
# Guess: `stringify` of yaml folds long lines only where that changes nothing, so `parse` gives the same text.
# Seen: with yaml 2.9.1 a long first line that starts with a space or a tab is folded at 80 letters, where YAML keeps the line
#   ends of indented lines: the text has a line end more, in the middle of a sentence. js-yaml 5.5.0 reads it so as well, and
#   itself writes such a text right. Other indented lines, and short ones, are fine. `lineWidth: 0` helps.
# Why it matters: posts and texts of a bot that are kept in YAML, such as a list indented by two spaces, change when the
#   file is written, though nobody edited them. Discord shows the new line end.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E yaml@2.9.1 js-yaml@5.5.0

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { dump, load } from "js-yaml";
import { parse, stringify } from "yaml";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
console.log(`yaml ${versionOf("yaml")}, js-yaml ${versionOf("js-yaml")}`);
const long = "Mia brings the cups and the plates, and Noor brings the tea, the milk and the cake for all of us";
const lineEnds = (text) => text.split("\n").length - 1;
const look = (name, text) => {
  const written = stringify({ text });
  const ends = [
    lineEnds(text),
    lineEnds(parse(written).text),
    lineEnds(load(written).text),
    lineEnds(load(dump({ text })).text),
    lineEnds(parse(stringify({ text }, { lineWidth: 0 })).text),
  ];
  console.log(`${name}: ${ends[0]} line ends, after yaml ${ends[1]}, read by js-yaml ${ends[2]}, all by js-yaml ${ends[3]}`);
  return ends.join();
};
console.log(stringify({ text: `  - ${long}\n  - Theo sings\n` }));
const seen = [
  look("first line indented", `  - ${long}\n  - Theo sings\n`),
  look("second line indented", `Tasks:\n  - ${long}\n`),
  look("nothing indented", `- ${long}\n- Theo sings\n`),
];
if (seen.join(" ") !== "2,3,3,2,2 2,2,2,2,2 2,2,2,2,2") {
  console.log("The text now comes back as it was, or is changed elsewhere.");
  process.exit(1);
}
SCRIPT
node try.mjs
