#!/usr/bin/env bash
# Two gzip files joined to one, as logs that are appended to are, unpacked by fflate.
# Guess: fflate gives the contents of both, as the gzip format wants it and `gzip -d` does, or an error.
# Seen: `gunzipSync`, `gunzip` and `decompressSync` of fflate 0.8.3 give the first bytes of the first, as many as the second has.
#   Its streaming `Gunzip`, Node.js' zlib and `DecompressionStream` give both.
# Why it matters: archives of a month, joined from those of its days, or answers packed in parts, are cut off without an error.
#   In what's left nothing is wrong but its end, so a reader of lines may lose most of them and never know.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E fflate@0.8.3

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import * as fflate from "fflate";

const { version } = JSON.parse(readFileSync("node_modules/fflate/package.json", "utf8"));
console.log(`fflate ${version}, Node.js ${process.version}`);
const days = ["monday 1\nmonday 2\nmonday 3\n", "tuesday 1\n"];
const joined = Buffer.concat(days.map((day) => gzipSync(day)));
const parts = [];
new fflate.Gunzip((part) => parts.push(part)).push(joined, true);
const atOnce = await new Promise((resolve, reject) =>
  fflate.gunzip(joined, (error, bytes) => (error ? reject(error) : resolve(bytes))),
);
const seen = Object.entries({
  zlib: gunzipSync(joined),
  Gunzip: Buffer.concat(parts),
  gunzipSync: fflate.gunzipSync(joined),
  decompressSync: fflate.decompressSync(joined),
  gunzip: atOnce,
}).map(([name, bytes]) => {
  const text = Buffer.from(bytes).toString();
  console.log(`${name}: ${JSON.stringify(text)}`);
  return text;
});
const whole = days.join("");
const piece = days[0].slice(0, days[1].length);
if (seen.slice(0, 2).some((text) => text !== whole) || seen.slice(2).some((text) => text !== piece)) {
  console.log("fflate now unpacks joined files in whole, or refuses them.");
  process.exit(1);
}
SCRIPT
node try.mjs
