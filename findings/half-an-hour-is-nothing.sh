#!/usr/bin/env bash
# Lengths of time with a half in them, in words, by two readers of lengths.
# Guess: half an hour is 30 minutes, an hour and a half 90, and two and a half hours 150, or the reader says that it can't read
#   them, which both do with NaN: human-interval reads numbers in words, and @sapphire/duration reads "an hour".
# Seen: by human-interval 2.0.1 the first two are 0, as "an hour" itself is, and the third is 120 minutes. By @sapphire/duration
#   1.2.0 the first two are an hour, and only the third is NaN: both skip words that they don't know. "1.5 hours" is right.
# Why it matters: a job "every half an hour" has no pause at all, and a reminder or a mute lasts twice as long as somebody said,
#   or no time. A check for NaN, which is there for that, finds nothing. People write "half an hour" more than "0.5 hours".

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E human-interval@2.0.1 @sapphire/duration@1.2.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { Duration } from "@sapphire/duration";
import humanInterval from "human-interval";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
console.log(`human-interval ${versionOf("human-interval")}, @sapphire/duration ${versionOf("@sapphire/duration")}, Node.js ${process.version}`);
const texts = ["an hour", "half an hour", "an hour and a half", "two and a half hours", "1.5 hours", "nonsense"];
const minutes = texts.map((text) => {
  const both = [humanInterval(text), new Duration(text).offset].map((milliseconds) => milliseconds / 60_000);
  console.log(`${text}: ${both[0]} min by human-interval, ${both[1]} min by @sapphire/duration`);
  return both;
});
const expected = "0,60 0,60 0,60 120,NaN 90,90 NaN,NaN";
if (minutes.join(" ") !== expected) {
  console.log(`It was ${expected}, and is now ${minutes.join(" ")}.`);
  process.exit(1);
}
SCRIPT
node try.mjs
