#!/usr/bin/env bash
# A quoted quote in a file of settings: NAMES="{\"mia\":\"kitchen\"}".
# Guess: it's read as in a shell, where `\"` between quotes is a quote, by whatever reads such files.
# Seen: only a shell gives {"mia":"kitchen"}. Node.js 26.10.0 (`--env-file` and `parseEnv`) ends the value at the first inner
#   quote and drops the rest of the line, which leaves `{\`; dotenv 18.0.10 ends it at the last one and keeps the
#   backslashes. Neither says a word. Between single quotes, '{"mia":"kitchen"}' is the same for all three.
# Why it matters: one file is often read by a bot's own loader, a service manager and a shell in turn. A password with a
#   quote in it, or a setting in JSON, is another one for each of them. Single quotes, or no quotes in values, are safe.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E node@26.10.0 dotenv@18.0.10 >/dev/null

cat > settings.env <<'ENV'
NAMES="{\"mia\":\"kitchen\"}"
SINGLE='{"mia":"kitchen"}'
ENV
print='JSON.stringify([process.env.NAMES, process.env.SINGLE])'
node26=$(npx --no-install node --env-file=settings.env -p "$print")
shell=$(set -a && . ./settings.env && node -p "$print")
dotenv=$(node -p 'const { NAMES, SINGLE } = require("dotenv").parse(require("fs").readFileSync("settings.env")); JSON.stringify([NAMES, SINGLE])')
echo "Node.js $(npx --no-install node --version): $node26"
echo "dotenv 18.0.10: $dotenv"
echo "a shell: $shell"
single='"{\"mia\":\"kitchen\"}"'
[ "$shell" = "[$single,$single]" ] || { echo "The shell reads it otherwise." >&2; exit 1; }
[ "$node26" = "[\"{\\\\\",$single]" ] || { echo "Node.js reads it otherwise now." >&2; exit 1; }
[ "$dotenv" = "[\"{\\\\\\\"mia\\\\\\\":\\\\\\\"kitchen\\\\\\\"}\",$single]" ] || { echo "dotenv reads it otherwise now." >&2; exit 1; }
