#!/usr/bin/env bash
# A date of @date-fns/tz, written for people by date-fns.
# Guess: all functions of date-fns write it in its own zone: by the readme of @date-fns/tz that's what its dates are for.
# Seen: with date-fns 4.4.0 and @date-fns/tz 1.5.0 `format`, `formatISO` and `formatRelative` do, and so does the date's own
#   `toLocaleString`. `intlFormat`, the one that writes it as is usual in a language, uses the machine's zone: 1:00 on Monday in
#   Tokyo is 4:00 on Sunday afternoon on a machine in UTC. It knows of no zone but one that is named in its options.
# Why it matters: the same post has two different hours, or days, in it. A developer in the zone of the test server's people
#   sees none of it. `toLocaleString` has the same options and is right.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E date-fns@4.4.0 @date-fns/tz@1.5.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { TZDate } from "@date-fns/tz";
import { format, formatISO, formatRelative, intlFormat, subHours } from "date-fns";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
console.log(`date-fns ${versionOf("date-fns")}, @date-fns/tz ${versionOf("@date-fns/tz")}, Node.js ${process.version}`);
process.env.TZ = "UTC";
const date = new TZDate(2026, 10, 30, 1, 0, 0, "Asia/Tokyo");
const options = { weekday: "long", hour: "numeric", minute: "2-digit", hourCycle: "h23" };
const texts = {
  format: format(date, "EEEE HH:mm"),
  formatISO: formatISO(date),
  formatRelative: formatRelative(date, subHours(date, 2)),
  toLocaleString: date.toLocaleString("en", options),
  "intlFormat with a zone": intlFormat(date, { ...options, timeZone: "Asia/Tokyo" }, { locale: "en" }),
  intlFormat: intlFormat(date, options, { locale: "en" }),
};
for (const [name, text] of Object.entries(texts)) console.log(`${name}: ${text}`);
const { intlFormat: withoutZone, ...others } = texts;
const areOthersRight = Object.values(others).every((text) => /0?1:00/.test(text) && !/Sunday|16:00/.test(text));
if (!areOthersRight || !/Sunday/.test(withoutZone) || !/16:00/.test(withoutZone)) {
  console.log("intlFormat no longer uses the machine's zone, or another function does.");
  process.exit(1);
}
SCRIPT
node try.mjs
