#!/usr/bin/env bash
# A negative length, written in words and read again by @sapphire/duration.
# Guess: `new Duration` reads what `DurationFormatter` writes, so -90 s come back as -90 s. The readme shows the minus before
#   the whole text: `-1 day 3 hours 15 minutes 3 seconds`.
# Seen: with @sapphire/duration 1.2.0 the minus goes with the first part only: `-1 minute 30 seconds` is read as -30 s, and the
#   readme's example as -20 h 44 min 57 s instead of -27 h 15 min 3 s. parse-duration 2.1.9 reads both as they were meant.
# Why it matters: "remind me -1h 30m before it starts", or a length that was stored or shown as a text, is off by twice all that
#   follows the first part. A length of one part, such as `-90m`, is right, and so is everything without a minus.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E @sapphire/duration@1.2.0 parse-duration@2.1.9 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { Duration, DurationFormatter } from "@sapphire/duration";
import parse from "parse-duration";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
console.log(`@sapphire/duration ${versionOf("@sapphire/duration")}, parse-duration ${versionOf("parse-duration")}, Node.js ${process.version}`);
const formatter = new DurationFormatter();
const readings = [90_000, -90_000, -98_103_000, -5_400_000].map((milliseconds) => {
  const text = formatter.format(milliseconds);
  const own = new Duration(text).offset;
  const other = parse(text);
  console.log(`${milliseconds} ms is written as "${text}", read as ${own} ms, and by parse-duration as ${other} ms`);
  return [milliseconds, own, other];
});
const isOtherRight = readings.every(([milliseconds, , other]) => other === milliseconds);
if (!isOtherRight || readings.map(([, own]) => own).join() !== "90000,-30000,-74697000,-1800000") {
  console.log("@sapphire/duration now reads what it writes, or parse-duration doesn't.");
  process.exit(1);
}
SCRIPT
node try.mjs
