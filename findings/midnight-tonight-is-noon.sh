#!/usr/bin/env bash
# "Midnight tonight", read by chrono-node.
# Guess: the end of the evening, 00:00 of the next day, which is what "midnight" alone is; or at least some 00:00, as in "tomorrow at
#   midnight". And "tonight at 8" is 20:00, so it knows that tonight is late.
# Seen: with chrono-node 2.10.3 it's noon, 12:00 of today. "Tonight at midnight" and "tonight at 0:00" are noon as well, and so are
#   "ce soir à minuit" and "esta noche a medianoche": midnight is read as 0, and becomes 12 as eight becomes 20. With
#   `forwardDate`, asked at 20:00, "tonight at midnight" is still noon of today.
# Why it matters: midnight tonight is when entries close and offers end. Asked in the morning, the reminder comes twelve hours early;
#   asked after noon, it's in the past, and is posted at once or refused. "Midnight" alone and other hours of an evening are right.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E chrono-node@2.10.3

cat > try.mjs <<'SCRIPT'
import * as chrono from "chrono-node";
import { readFileSync } from "node:fs";

console.log(`chrono-node ${JSON.parse(readFileSync("node_modules/chrono-node/package.json", "utf8")).version}`);
const read = (parser, text, hour, options) => {
  const asked = { instant: new Date(Date.UTC(2026, 6, 1, hour)), timezone: 0 };
  const found = parser.parseDate(text, asked, options)?.toISOString().slice(0, 16);
  console.log(`asked on 2026-07-01 at ${hour}:00, ${text}: ${found}`);
  return found;
};
const wise =
  read(chrono, "midnight", 9) === "2026-07-02T00:00" &&
  read(chrono, "tomorrow at midnight", 9) === "2026-07-02T00:00" &&
  read(chrono, "tonight at 8", 9) === "2026-07-01T20:00";
if (!wise) {
  console.error("Midnight alone, midnight tomorrow or eight tonight is another time now.");
  process.exit(1);
}
const seen = [
  read(chrono, "midnight tonight", 9),
  read(chrono, "tonight at midnight", 9),
  read(chrono, "tonight at 0:00", 9),
  read(chrono, "tonight at midnight", 20, { forwardDate: true }),
  read(chrono.fr, "ce soir à minuit", 9),
  read(chrono.es, "esta noche a medianoche", 9),
];
if (seen.some((time) => time !== "2026-07-01T12:00")) {
  console.error("Midnight tonight isn't always noon anymore.");
  process.exit(1);
}
SCRIPT
node try.mjs
