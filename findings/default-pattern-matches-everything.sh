#!/usr/bin/env bash
# A pattern among default settings, taken over by @sapphire/utilities.
# Guess: `mergeDefault(defaults, {})` has the default pattern, and `deepClone` gives one like it: by the readme they merge and clone
#   deeply, and dates, maps, sets and lists in the settings arrive whole.
# Seen: with @sapphire/utilities 3.18.2 the pattern is `/(?:)/`, which matches every text, also in a list. Another object that it doesn't
#   know is made anew without its content likewise: a `URLSearchParams` is empty, and a `URL` makes it throw. A pattern of
#   one's own in the settings stays, and so does the default one with `mergeObjects`.
# Why it matters: a filter for invitations takes every message for one, on all servers that left the default, and deletes it or
#   warns who wrote it. A server that set its own pattern, as one does to try it, is fine.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E @sapphire/utilities@3.18.2 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { deepClone, mergeDefault, mergeObjects } from "@sapphire/utilities";

const { version } = JSON.parse(readFileSync("node_modules/@sapphire/utilities/package.json", "utf8"));
console.log(`@sapphire/utilities ${version}, Node.js ${process.version}`);
const defaults = { since: new Date(0), roles: new Set(["1"]), invitation: /discord\.gg\/\w+/i, words: [/spam/] };
const see = (name, { invitation, words }) => {
  const found = [invitation, ...words].map((pattern) => pattern.test("Who cooks tonight?"));
  console.log(`${name}: ${invitation} and ${words.join()}, found in "Who cooks tonight?": ${found.join(" and ")}`);
  return found.join();
};
const seen = [
  see("mergeDefault without settings", mergeDefault(defaults, {})),
  see("deepClone", deepClone(defaults)),
  see("mergeDefault with a pattern of one's own", mergeDefault(defaults, { invitation: /discord\.com\/invite/ })),
  see("mergeObjects", mergeObjects({}, defaults)),
];
const { since, roles } = mergeDefault(defaults, {});
console.log(`The rest of the defaults: since ${since.toISOString()}, roles ${[...roles].join()}`);
const parameters = deepClone({ query: new URLSearchParams("limit=5") }).query.toString();
console.log(`limit=5 in a URLSearchParams: "${parameters}"`);
if (seen.join(" ") !== "true,true true,true false,true false,false" || parameters !== "") {
  console.log("A default pattern now stays as it was.");
  process.exit(1);
}
SCRIPT
node try.mjs
