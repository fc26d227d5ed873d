#!/usr/bin/env bash
# A date as a week and a day of it, written and read again by d3-time-format.
# Guess: `utcParse("%G-W%V-%u")` reads what `utcFormat` writes with it: by the documentation a parser has the same directives, these
#   three are the year, the week and the weekday of ISO 8601, and parsing is strict.
# Seen: with d3-time-format 4.1.1 each day is the Monday of its week: 2026-W27-7, a Sunday, is six days early. With `%w`, which
#   counts a Sunday as 0, or with a name (`%a`), the day is read, and so is `%u` with the other kinds of weeks (`%W` and `%U`).
# Why it matters: what was kept by week and day, such as who does what on a Thursday, is all on Mondays in a chart or a board, and
#   the sums for each week are still right. A test with the first day of a week passes.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E d3-time-format@4.1.1

cat > try.mjs <<'SCRIPT'
import { utcFormat, utcParse } from "d3-time-format";
import { readFileSync } from "node:fs";

console.log(`d3-time-format ${JSON.parse(readFileSync("node_modules/d3-time-format/package.json", "utf8")).version}`);
const days = Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)));
const again = (format, day) => utcParse(format)(utcFormat(format)(day))?.getTime();
const monday = (day) => day.getTime() - ((day.getUTCDay() + 6) % 7) * 86_400_000;
for (const text of ["2026-W27-1", "2026-W27-4", "2026-W27-7", "2026-W53-5"])
  console.log(`${text}: ${utcParse("%G-W%V-%u")(text)?.toISOString().slice(0, 10)}`);
for (const format of ["%G-W%V-%w", "%G-W%V %a", "%Y-W%W-%u", "%Y-W%U-%u"]) {
  const right = days.filter((day) => again(format, day) === day.getTime()).length;
  console.log(`${format}: ${right} of ${days.length} days are the same when read again`);
  if (right < 355) {
    console.error("A day is lost in other formats as well now.");
    process.exit(1);
  }
}
const mondays = days.filter((day) => again("%G-W%V-%u", day) === monday(day)).length;
console.log(`%G-W%V-%u: ${mondays} of ${days.length} days are the Monday of their week when read again`);
if (mondays !== days.length) {
  console.error("A day of a week isn't always read as its Monday anymore.");
  process.exit(1);
}
SCRIPT
node try.mjs
