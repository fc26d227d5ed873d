#!/usr/bin/env bash
# A clock that a test sets to another time, by Node.js' test runner, mockdate and @sinonjs/fake-timers, and what Temporal says then.
# Guess: `Temporal.Now` says the same time as `Date.now()`, also after the clock was moved on: both are the machine's clock, and Node.js'
#   documentation speaks of simulating and controlling the behaviour of time.
# Seen: with Node.js 26.10.0's `mock.timers` and mockdate 3.0.5 `new Date()` is in 2030 and `Temporal.Now` today, without a warning, and
#   so is a date that `Intl.DateTimeFormat` writes when it's given none. @sinonjs/fake-timers 15.5.0 sets all three.
# Why it matters: code that is moved to Temporal goes on passing its tests as long as they ask for little, and fails on another day:
#   "today" is the day on which the tests run. What takes the time from both has two times in one test, years apart.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E node@26.10.0 mockdate@3.0.5 @sinonjs/fake-timers@15.5.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { mock } from "node:test";
import FakeTimers from "@sinonjs/fake-timers";
import MockDate from "mockdate";

const version = (name) => `${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`;
const now = new Date("2030-03-01T12:00:00Z");
const years = () => {
  const shown = new Intl.DateTimeFormat("en", { year: "numeric", timeZone: "UTC" }).format();
  return [new Date().getUTCFullYear() === 2030, Temporal.Now.plainDateISO("UTC").year === 2030, shown === "2030"];
};
const seen = [];
const look = (name) => {
  const [byDate, byTemporal, byIntl] = years();
  seen.push([byDate, byTemporal, byIntl].join());
  const tell = (set) => (set ? "the time that was set" : "the real time");
  console.log(`${name}: Date has ${tell(byDate)}, Temporal ${tell(byTemporal)}, Intl ${tell(byIntl)}`);
};
mock.timers.enable({ now });
mock.timers.tick(86_400_000);
look(`Node.js ${process.version}`);
mock.timers.reset();
MockDate.set(now);
look(version("mockdate"));
MockDate.reset();
const clock = FakeTimers.install({ now });
clock.tick(86_400_000);
look(version("@sinonjs/fake-timers"));
clock.uninstall();
if (seen.join(" ") !== "true,false,false true,false,false true,true,true") {
  console.log("Some of them set other clocks now.");
  process.exit(1);
}
SCRIPT
npx --no-install node try.mjs
