#!/usr/bin/env bash
# A time of day and a length of Temporal, copied by fast-copy and rfdc and written and read again by cbor-x.
# Guess: the copy is equal, or they refuse to make one, as `structuredClone` of Node.js does.
# Seen: with Node.js 26.10.0 fast-copy 4.3.4 makes 00:00 of 18:30 and no time at all of an hour and a half, without an error, both as real
#   values of their types; a copied date fails only when it's used. rfdc 1.4.1 and cbor-x 1.6.9 make empty objects, which become {}
#   in JSON. klona 2.0.6 and lodash 4.18.1 keep the value itself, which does no harm, since it never changes.
# Why it matters: settings are copied before they're changed, and caches copy or encode what they keep. The reminder is set for midnight
#   and the pause is over at once, but only after a second reading, since the first one has the original.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E node@26.10.0 fast-copy@4.3.4 rfdc@1.4.1 cbor-x@1.6.9 klona@2.0.6 lodash@4.18.1 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import * as cbor from "cbor-x";
import { copy } from "fast-copy";
import { klona } from "klona";
import lodash from "lodash";
import rfdc from "rfdc";

const settings = { at: Temporal.PlainTime.from("18:30"), pause: Temporal.Duration.from({ hours: 1, minutes: 30 }) };
const libraries = {
  "fast-copy": copy,
  rfdc: rfdc(),
  "cbor-x": (value) => cbor.decode(cbor.encode(value)),
  klona,
  lodash: lodash.cloneDeep,
};
console.log(`Node.js ${process.version}: the original is ${JSON.stringify(settings)}`);
try {
  structuredClone(settings);
  console.log("structuredClone copies it.");
} catch (error) {
  console.log(`structuredClone: ${error.message}`);
}
const seen = {};
for (const [name, copyOf] of Object.entries(libraries)) {
  seen[name] = JSON.stringify(copyOf(settings));
  console.log(`${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}: ${seen[name]}`);
}
const real = copy(settings).at instanceof Temporal.PlainTime;
const nothing = '{"at":{},"pause":{}}';
const right = JSON.stringify(settings);
if (!real || seen["fast-copy"] !== '{"at":"00:00:00","pause":"PT0S"}' || seen.rfdc !== nothing || seen["cbor-x"] !== nothing) {
  console.log("One of them copies such values otherwise now.");
  process.exit(1);
}
if (seen.klona !== right || seen.lodash !== right) {
  console.log("klona or lodash no longer keeps such values.");
  process.exit(1);
}
SCRIPT
npx --no-install node try.mjs
