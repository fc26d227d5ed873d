#!/usr/bin/env bash
# `no-restricted-imports` with two patterns, of which one has an exception, in two linters.
#
# Guess: each pattern stands for itself: an import that the first one excepts is still refused by the second.
# Seen: ESLint 10.15.0 refuses it. oxlint 1.89.0 doesn't, in either order: an exception that applies excuses the import from
#   every other pattern as well, unless that one is written as a `regex` and comes first.
# Why it matters: a rule added above others, such as "only by its index.ts, except the kit", quietly takes files out of
#   the others. Patterns beside one with an exception are written as a `regex` above it, and each rule needs an import that has to be refused.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null && npm pkg set type=module >/dev/null && npm i --silent -E eslint@10.15.0 oxlint@1.89.0 >/dev/null
echo 'import { a } from "../kit/store.js"; export const b = a;' >file.js
excepting='{ "group": ["../*/**", "!../kit/**"], "message": "by its face" }'
plain='{ "group": ["**/store.js"], "message": "no store" }'
regex='{ "regex": "/store\\.js$", "message": "no store" }'
count='let t="";process.stdin.on("data",(d)=>(t+=d)).on("end",()=>{const all=JSON.parse(t);console.log((all.diagnostics??all[0].messages).length)})'
lint() {
  echo "{ \"categories\": { \"correctness\": \"off\" }, \"rules\": { \"no-restricted-imports\": [\"error\", { \"patterns\": [$1] }] } }" >oxlint.json
  echo "export default [{ rules: { \"no-restricted-imports\": [\"error\", { \"patterns\": [$1] }] } }];" >eslint.config.js
  local oxlint eslint
  oxlint=$({ npx oxlint -c oxlint.json --format json file.js || true; } | node -e "$count")
  eslint=$({ npx eslint --format json file.js || true; } | node -e "$count")
  echo "$2: ESLint refuses $eslint, oxlint refuses $oxlint"
}
echo "eslint 10.15.0, oxlint 1.89.0, node $(node --version)"
seen=$(
  lint "$plain" "alone"
  lint "$plain, $excepting" "exception last"
  lint "$excepting, $plain" "exception first"
  lint "$regex, $excepting" "a regex first"
  lint "$excepting, $regex" "a regex last"
)
echo "$seen"
[ "$seen" = "alone: ESLint refuses 1, oxlint refuses 1
exception last: ESLint refuses 1, oxlint refuses 0
exception first: ESLint refuses 1, oxlint refuses 0
a regex first: ESLint refuses 1, oxlint refuses 1
a regex last: ESLint refuses 1, oxlint refuses 0" ] || { echo "It behaves otherwise now." >&2; exit 1; }
