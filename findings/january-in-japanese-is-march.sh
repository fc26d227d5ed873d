#!/usr/bin/env bash
# Dates that Node.js writes in the languages of Discord, read in the same language by any-date-parser.
# Guess: the same day again, or an invalid one: by its readme it uses `Intl` to support the dates of every language but those
#   written from the right, and `2016/9/24` is among the formats.
# Seen: with any-date-parser 2.2.4 on Node.js 26.10.0 2026/01/23 is 2 March in Japanese, and two days of three are wrong; 2026/01/05 is
#   right. 2026. 07. 02. in Hungarian is 26 July 2002. With its weekday, 2026年12月1日 is 1 February in Chinese, and 10 December 2026 is
#   1 February 2010 in Korean. All are valid to it: where it knows no pattern, it looks for pieces that could be a day, a month
#   and a year.
# Why it matters: a reminder is set for a day that nobody wrote, months away or long over. Discord's other languages are all right,
#   and in these four some days are, so who tries it with a few texts sees nothing.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E node@26.10.0 any-date-parser@2.2.4 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import parser from "any-date-parser";

const { version } = JSON.parse(readFileSync("node_modules/any-date-parser/package.json", "utf8"));
console.log(`any-date-parser ${version}, Node.js ${process.version}, ICU ${process.versions.icu}`);
const languages = "bg cs da de el en-GB en-US es-ES fr hi hr hu id it ja ko lt nl no pl pt-BR ro ru sv-SE tr uk vi zh-CN zh-TW".split(" ");
const day = (date) => date.toISOString().slice(0, 10);
const seen = [];
for (const dateStyle of ["full", "long", "medium", "short"]) {
  for (const language of languages) {
    const wrong = [];
    for (let date = new Date("2026-01-01T00:00:00Z"); date.getUTCFullYear() === 2026; date = new Date(date.getTime() + 86_400_000)) {
      const text = date.toLocaleDateString(language, { dateStyle, timeZone: "UTC" });
      const read = parser.fromString(text, language);
      if (text.includes("2026") && read.isValid() && day(read) !== day(date)) wrong.push(`${text} is ${day(read)}`);
    }
    if (wrong.length === 0) continue;
    console.log(`${language}, ${dateStyle}: ${wrong.length} days of 2026, such as ${wrong[Math.floor(wrong.length / 2)]}`);
    seen.push(`${language} ${dateStyle}`);
  }
}
if (seen.join() !== "ja full,ko full,zh-CN full,zh-TW full,ja medium,hu short,ja short") {
  console.log("any-date-parser now reads other dates wrong, or none.");
  process.exit(1);
}
SCRIPT
TZ=UTC npx --no-install node try.mjs
