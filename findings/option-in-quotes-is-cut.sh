#!/usr/bin/env bash
# An option of two words in a text command, by @sapphire/lexure.
# Guess: `--reason="was rude"` is the option `reason` with both words: the readme names quoted input and options, and
#   both work by themselves. If not, the quotes are refused.
# Seen: with @sapphire/lexure 1.1.12 the reason is `"was`, with the quote, and `rude"` is one more argument at that place. Only
#   quotes that start a word are seen, so it has to be `"--reason=was rude"`. yargs-parser 22.0.0 reads the first as meant, and
#   a shell takes both.
# Why it matters: people type it as they do in a shell. What was meant as the rest of a reason moves all later arguments by one,
#   so the command acts on something else. Options of one word work.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E @sapphire/lexure@1.1.12 yargs-parser@22.0.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { ArgumentStream, Lexer, Parser, PrefixedStrategy } from "@sapphire/lexure";
import parse from "yargs-parser";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
console.log(`@sapphire/lexure ${versionOf("@sapphire/lexure")}, yargs-parser ${versionOf("yargs-parser")}, Node.js ${process.version}`);
const parser = new Parser(new PrefixedStrategy(["--"], ["="]));
const lexer = new Lexer({ quotes: [['"', '"']] });
const read = (text) => {
  const { options, ordered } = new ArgumentStream(parser.run(lexer.run(text))).results;
  const { _, reason } = parse(text);
  const own = JSON.stringify({ reason: options.get("reason")?.[0], others: ordered.map(({ value }) => value) });
  console.log(`${text}\n  lexure: ${own}\n  yargs-parser: ${JSON.stringify({ reason, others: _ })}`);
  return own;
};
const seen = [
  'mute "Mia Lee" --reason=rude week',
  'mute --reason="was rude" week',
  'mute "--reason=was rude" week',
].map((text) => read(text));
const expected = [
  { reason: "rude", others: ["mute", "Mia Lee", "week"] },
  { reason: '"was', others: ["mute", 'rude"', "week"] },
  { reason: "was rude", others: ["mute", "week"] },
];
if (seen.join() !== expected.map((each) => JSON.stringify(each)).join()) {
  console.log("An option in quotes is no longer cut, or is read in another way.");
  process.exit(1);
}
SCRIPT
node try.mjs
