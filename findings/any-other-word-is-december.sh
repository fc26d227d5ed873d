#!/usr/bin/env bash
# A date with the name of its month, written and read again by @formkit/tempo.
# Guess: `parse` reads what `format` wrote in the same language and format: its author says that anything it formats it can
#   parse. And a word that isn't a month is refused, as a date that doesn't match the format is.
# Seen: with @formkit/tempo 1.1.0 on Node.js 26.10.0 it's a day of December, without an error, in eleven months of the year in
#   Polish, Ukrainian, Russian and Finnish ("5 lipca 2026" is 5 December), in Korean's `long` style, and in ten in German with
#   short names. Any word will do: "5 Jully 2026" in English is 5 December as well. It knows months only as they're called by
#   themselves, not as they are in a date, and takes what it doesn't know for the last one. December is right.
# Why it matters: a reminder for July comes in December, or one for next January is over. In English and French, and at the end
#   of the year in any language, all is well.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E @formkit/tempo@1.1.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { format, parse } from "@formkit/tempo";

const { version } = JSON.parse(readFileSync("node_modules/@formkit/tempo/package.json", "utf8"));
console.log(`@formkit/tempo ${version}, Node.js ${process.version}`);
const seen = { "en D MMMM YYYY": 0, "fr D MMMM YYYY": 0, "pl D MMMM YYYY": 11, "uk D MMMM YYYY": 11 };
Object.assign(seen, { "ru D MMMM YYYY": 11, "fi D MMMM YYYY": 11, "ko long": 11, "de D MMMM YYYY": 0, "de D MMM YYYY": 10 });
const changed = [];
for (const [key, expected] of Object.entries(seen)) {
  const [language, ...tokens] = key.split(" ");
  const style = tokens.join(" ");
  let inDecember = 0;
  let example = "all are read as they were written";
  for (let month = 1; month <= 12; month++) {
    const day = `2026-${String(month).padStart(2, "0")}-05`;
    const text = format(day, style, language);
    const read = format(parse(text, style, language), "YYYY-MM-DD");
    if (read === day) continue;
    if (read !== "2026-12-05") changed.push(`${text} is ${read}`);
    inDecember++;
    example = `"${text}" is read as ${read}`;
  }
  console.log(`${key}: ${inDecember} months are read as December; ${example}`);
  if (inDecember !== expected) changed.push(key);
}
const mistyped = format(parse("5 Jully 2026", "D MMMM YYYY", "en"), "YYYY-MM-DD");
console.log(`"5 Jully 2026" is read as ${mistyped}`);
if (mistyped !== "2026-12-05") changed.push("5 Jully 2026");
if (changed.length) {
  console.log(`Names of months are read otherwise now: ${changed.join(", ")}.`);
  process.exit(1);
}
SCRIPT
TZ=UTC node try.mjs
