#!/usr/bin/env bash
# Markdown that is posted to Discord by Chat SDK's adapter for it.
# Guess: it's seen as it was meant, as far as Discord can show it: the adapter turns standard Markdown into Discord's, and Discord has
#   quotes, knows the backslash, and shows whatever it doesn't know, such as `[x]`, as it's written.
# Seen: with @chat-adapter/discord 4.41.0 and chat 4.41.1 only the first line of a quote has the mark, so the second one isn't a part of
#   it. A list of what is done and what isn't, `- [x] book` and `- [ ] pay`, is `- book` and `- pay`. A backslash is taken away,
#   so `5\*3\*2` has an italic 3, and an address in a footer like `[rules][1]` is lost. Bold text, links and code are right.
# Why it matters: what somebody else wrote looks as if the bot had said it. All tasks look open, and so do those of a model that
#   answers in Markdown, which is what this library is made for. Quotes of one line, with which one tries it, are fine.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E @chat-adapter/discord@4.41.0 chat@4.41.1 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { DiscordFormatConverter } from "@chat-adapter/discord";

const version = (name) => `${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`;
console.log(`${version("@chat-adapter/discord")}, ${version("chat")}`);
const converter = new DiscordFormatConverter();
const posts = [
  ["**Mia** wrote in [the plan](https://example.org/plan): `ok`", "**Mia** wrote in [the plan](https://example.org/plan): `ok`"],
  ["> We open at ten.\n> Nobody has a key.", "> We open at ten.\nNobody has a key."],
  ["- [x] book the room\n- [ ] pay for it", "- book the room\n- pay for it"],
  ["It takes 5\\*3\\*2 hours.", "It takes 5*3*2 hours."],
  ["See the [rules][1].\n\n[1]: https://example.org/rules", "See the rules.\n\n"],
];
let same = true;
for (const [markdown, expected] of posts) {
  const posted = converter.renderPostable({ markdown });
  console.log(`${JSON.stringify(markdown)} is posted as ${JSON.stringify(posted)}`);
  same &&= posted === expected;
}
if (!same) {
  console.log("The adapter posts such Markdown otherwise now.");
  process.exit(1);
}
SCRIPT
node try.mjs
