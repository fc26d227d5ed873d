#!/usr/bin/env bash
# What `escapeMarkdown` of @discordjs/formatters leaves alone.
# Guess: links stay as they are, also in the angle brackets that suppress their preview, and everything else is escaped: the
#   patterns in it are there to skip links and custom emojis, and a link without brackets does stay.
# Seen: with @discordjs/formatters 0.6.2 <https://example.org/week_plan_1> gets backslashes into its address (one with
#   asterisks doesn't, only underscores), and so does the name in a mention of a command. The other way round, nothing with
#   an underscore is escaped on a line after a custom emoji: `_really_` there is still set in italics.
# Why it matters: the address that people click is another one, and names look different depending on an emoji before them.
#   Text from elsewhere is better escaped before links, mentions and emojis are put around it, not after.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E @discordjs/formatters@0.6.2 >/dev/null

cat > try.mjs <<'SCRIPT'
import { escapeMarkdown } from "@discordjs/formatters";

const expected = {
  "https://example.org/week_plan_1": "https://example.org/week_plan_1",
  "<https://example.org/week*plan*1>": "<https://example.org/week*plan*1>",
  "<https://example.org/week_plan_1>": String.raw`<https://example.org/week\_plan\_1>`,
  "</week_plan:123456789012345678>": String.raw`</week\_plan:123456789012345678>`,
  "it is _really_ good": String.raw`it is \_really\_ good`,
  "<:pizza:123456789012345678> is _really_ good": "<:pizza:123456789012345678> is _really_ good",
};
console.log(`@discordjs/formatters 0.6.2, node ${process.version}`);
let isSo = true;
for (const [text, seen] of Object.entries(expected)) {
  const escaped = escapeMarkdown(text);
  console.log(`${text} => ${escaped}`);
  isSo &&= escaped === seen;
}
if (!isSo) {
  console.log("Links, mentions or what follows an emoji are escaped otherwise now.");
  process.exit(1);
}
SCRIPT
node try.mjs
