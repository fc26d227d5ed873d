#!/usr/bin/env bash
# A recurrence rule in words, by two libraries.
# Guess: `toText()` of rrule tells all of a rule, or `isFullyConvertibleToText()`, which by the readme hints at whether all of
#   its options can be told, says no; and rrule-temporal's `toText()` means the days that its rule means.
# Seen: rrule 2.8.1 calls the last working day of a month "every month on weekdays", and every sixth hour of a weekend "every
#   6 hours", and says of both that nothing is left out. rrule-temporal 2.2.8 gets these right, but calls the second last day
#   of a month (`BYMONTHDAY=-2`) "the last day of the month".
# Why it matters: people confirm a schedule by its words. What they agree to isn't what is posted, and asking the library
#   whether the words are complete doesn't help.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E rrule@2.8.1 rrule-temporal@2.2.8

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import rrule from "rrule";
import { RRuleTemporal } from "rrule-temporal";
import { toText } from "rrule-temporal/totext";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
console.log(`rrule ${versionOf("rrule")}, rrule-temporal ${versionOf("rrule-temporal")}`);
const describe = (text) => {
  const rruleString = `DTSTART:20261201T090000Z\nRRULE:${text}`;
  const rule = rrule.rrulestr(rruleString);
  const words = { rule: rule.toText(), isComplete: rule.isFullyConvertibleToText() };
  const days = rule.all((_, index) => index < 3).map((at) => at.toISOString().slice(0, 10));
  const other = toText(new RRuleTemporal({ rruleString }), "en");
  console.log(`${text}: ${days.join(", ")}`);
  console.log(`  rrule: "${words.rule}", complete: ${words.isComplete}\n  rrule-temporal: "${other}"`);
  return { ...words, other };
};
const workday = describe("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1");
const weekend = describe("FREQ=HOURLY;INTERVAL=6;BYDAY=SA,SU");
const secondLast = describe("FREQ=MONTHLY;BYMONTHDAY=-2");
const last = describe("FREQ=MONTHLY;BYMONTHDAY=-1");
const areIncomplete =
  workday.rule === "every month on weekdays" &&
  weekend.rule === "every 6 hours" &&
  workday.isComplete &&
  weekend.isComplete;
if (!areIncomplete || secondLast.other !== last.other) {
  console.log("One of the libraries now tells these rules in full, or says that it doesn't.");
  process.exit(1);
}
SCRIPT
TZ=UTC node try.mjs
