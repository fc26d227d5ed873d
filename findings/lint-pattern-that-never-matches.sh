#!/usr/bin/env bash
# `no-restricted-imports` with a `regex` that looks ahead, in two linters that share the rule's documentation.
#
# Guess: both refuse the import that the pattern describes; a linter whose engine can't look ahead says that the pattern
#   can't be compiled.
# Seen: ESLint 10.15.0 refuses the import. oxlint 1.89.0 takes the same configuration without a word, lints the file and
#   finds nothing: a pattern that its engine can't compile matches no import.
# Why it matters: the rules that keep parts of a program apart can be switched off by their own wording, and every run says
#   that all is well. Each rule needs an import that has to be refused.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null && npm pkg set type=module >/dev/null && npm i --silent -E eslint@10.15.0 oxlint@1.89.0 >/dev/null
echo 'import { a } from "../other/inside.js"; export const b = a;' >file.js
rule() { echo "[\"error\", { \"patterns\": [{ \"regex\": \"$1\", \"message\": \"no\" }] }]"; }
lint() {
  echo "{ \"categories\": { \"correctness\": \"off\" }, \"rules\": { \"no-restricted-imports\": $(rule "$1") } }" >oxlint.json
  echo "export default [{ rules: { \"no-restricted-imports\": $(rule "$1") } }];" >eslint.config.js
  local oxlint eslint
  oxlint=$(npx oxlint -c oxlint.json --format json file.js | node -e 'let t="";process.stdin.on("data",(d)=>(t+=d)).on("end",()=>console.log(JSON.parse(t).diagnostics.length))')
  eslint=$(npx eslint --format json file.js | node -e 'let t="";process.stdin.on("data",(d)=>(t+=d)).on("end",()=>console.log(JSON.parse(t)[0].messages.length))')
  echo "$2: ESLint refuses $eslint, oxlint refuses $oxlint"
}
set +o pipefail
echo "eslint 10.15.0, oxlint 1.89.0, node $(node --version)"
seen=$(
  lint '^\\.\\./[^/]+/' "plain"
  lint '^\\.\\./[^/]+/(?!index\\.js$)' "looking ahead"
)
echo "$seen"
[ "$seen" = "plain: ESLint refuses 1, oxlint refuses 1
looking ahead: ESLint refuses 1, oxlint refuses 0" ] || { echo "It behaves otherwise now." >&2; exit 1; }
