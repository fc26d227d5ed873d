#!/usr/bin/env bash
# Amounts below a thousand or a million, shortened by numbro.
# Guess: `{ average: true }` shortens from a thousand on, so 500 is 500, and half a million is 500k.
# Seen: with numbro 2.5.0 that's so up to 499. 500 is `1k`, -500 is `0k`, and 500,000 is `1m`; with one more digit they are `0.5k`,
#   `-0.5k` and `0.5m`. They are as guessed only with `lowPrecision: false`, an option that came so that 999,999 is `1m` and not
#   `1000k`, or as amounts of money.
# Why it matters: ranks, points and totals from a half to one of a unit are off by up to a factor of two, and a member with 500
#   points seems to have twice as many as one with 499. Numbers that one tries it with, such as 123 and 1234, are right.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E numbro@2.5.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import numbro from "numbro";

const { version } = JSON.parse(readFileSync("node_modules/numbro/package.json", "utf8"));
console.log(`numbro ${version}, Node.js ${process.version}`);
const amounts = [123, 499, 500, -500, 499_000, 500_000, 1234];
const write = (form) => {
  const texts = amounts.map((amount) => numbro(amount).format(form));
  console.log(`${JSON.stringify(form)}: ${amounts.map((amount, at) => `${amount} is ${texts[at]}`).join(", ")}`);
  return texts.join();
};
const seen = [
  write({ average: true }),
  write({ average: true, mantissa: 1 }),
  write({ average: true, lowPrecision: false }),
];
if (
  seen.join(" ") !==
  [
    "123,499,1k,0k,499k,1m,1k",
    "123.0,499.0,0.5k,-0.5k,499.0k,0.5m,1.2k",
    "123,499,500,-500,499k,500k,1k",
  ].join(" ")
) {
  console.log("Half a thousand is no longer shown as a thousand.");
  process.exit(1);
}
SCRIPT
node try.mjs
