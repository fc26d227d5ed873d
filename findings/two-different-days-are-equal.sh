#!/usr/bin/env bash
# Two dates of Temporal, compared deeply by Node.js and by other libraries.
# Guess: the same day is equal and another one isn't, as with `Date`; or such values are refused, as `<` refuses them. Temporal is a
#   part of Node.js 26, without a flag.
# Seen: with Node.js 26.10.0 `assert.deepStrictEqual` and `isDeepStrictEqual` take 24 and 31 December for equal, and so do dequal 2.0.3,
#   remeda 2.62.2 and Vitest's `toMatchObject` (@vitest/expect 5.1.1): such values have no properties that could differ. deep-diff 1.0.2
#   and deep-object-diff 1.1.9 find no change. lodash 4.18.1, fast-equals 6.2.2 and es-toolkit 1.53.2 take even the same day twice for
#   different. It's so for all of Temporal's types, and inside of lists and objects. chai 6.3.0 and Vitest's `toEqual` are right.
# Why it matters: a test that expects the wrong day passes, so a whole file of tests may check nothing. A check for what changed before
#   something is sent says "nothing" after somebody moved the date, or finds a change each time. `String(date)` can be compared.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E node@26.10.0 dequal@2.0.3 remeda@2.62.2 deep-diff@1.0.2 deep-object-diff@1.1.9 lodash@4.18.1 fast-equals@6.2.2 \
  es-toolkit@1.53.2 chai@6.3.0 @vitest/expect@5.1.1 >/dev/null

cat > try.mjs <<'SCRIPT'
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { JestAsymmetricMatchers, JestChaiExpect, JestExtend } from "@vitest/expect";
import { expect, use } from "chai";
import deepDiff from "deep-diff";
import { diff } from "deep-object-diff";
import { dequal } from "dequal";
import { isEqual } from "es-toolkit";
import { deepEqual } from "fast-equals";
import lodash from "lodash";
import { isDeepEqual } from "remeda";

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) use(plugin);
const passes = (check) => {
  try {
    check();
    return true;
  } catch {
    return false;
  }
};
const libraries = {
  "assert.deepStrictEqual": (one, other) => passes(() => assert.deepStrictEqual(one, other)),
  isDeepStrictEqual,
  dequal,
  remeda: (one, other) => isDeepEqual(one, other),
  "Vitest's toMatchObject": (one, other) => passes(() => expect(one).toMatchObject(other)),
  "deep-diff": (one, other) => deepDiff.diff(one, other) === undefined,
  "deep-object-diff": (one, other) => Object.keys(diff(one, other)).length === 0,
  lodash: lodash.isEqual,
  "fast-equals": deepEqual,
  "es-toolkit": isEqual,
  chai: (one, other) => passes(() => expect(one).to.deep.equal(other)),
  "Vitest's toEqual": (one, other) => passes(() => expect(one).toEqual(other)),
};
const pairs = {
  PlainDate: ["2026-12-24", "2026-12-31"],
  PlainTime: ["18:00", "20:30"],
  Instant: ["2026-12-24T18:00Z", "2027-12-24T18:00Z"],
  ZonedDateTime: ["2026-12-24T18:00[Europe/Berlin]", "2026-12-24T18:00[Asia/Tokyo]"],
  Duration: ["PT1H", "P2W"],
};
const version = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
console.log(`Node.js ${process.version}, @vitest/expect ${version("@vitest/expect")}`);
const seen = {};
for (const [name, compare] of Object.entries(libraries)) {
  const found = new Set();
  for (const [type, [text, other]] of Object.entries(pairs)) {
    const post = () => ({ title: "Party", at: [Temporal[type].from(text)] });
    const moved = { title: "Party", at: [Temporal[type].from(other)] };
    found.add(`the same is ${compare(post(), post()) ? "equal" : "different"}, another one ${compare(post(), moved) ? "equal" : "different"}`);
  }
  seen[name] = [...found].join(" or ");
  console.log(`${name}${existsSync(`node_modules/${name}`) ? ` ${version(name)}` : ""}: ${seen[name]}`);
}
const kinds = Object.values(seen).map((text) => text.replaceAll(/the same is | another one /g, ""));
const expected = [...Array(7).fill("equal,equal"), ...Array(3).fill("different,different"), ...Array(2).fill("equal,different")];
if (kinds.join("; ") !== expected.join("; ")) {
  console.log("Some of them compare such values otherwise now.");
  process.exit(1);
}
SCRIPT
npx --no-install node try.mjs
