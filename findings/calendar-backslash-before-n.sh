#!/usr/bin/env bash
# Two readers of calendar files see a different name where a backslash stands before an n.
# Guess: RFC 5545 writes a backslash as two, so every reader gets `Menu\new` back from `Menu\\new`.
# Seen: ical.js 2.2.1 does; node-ical 0.27.2 takes the second backslash and the n for a line end, and the name breaks in two.
# Why it matters: people name events as they like, and a file that follows the standard still shows some of them broken in
#   programs built on node-ical. A test that reads its own files with that library alone blames the writer.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E ical.js@2.2.1 node-ical@0.27.2

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import ICAL from "ical.js";
import nodeIcal from "node-ical";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
const escaped = (text) => text.replace(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n");
const fileWith = (summary) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//example//finding//EN",
    "BEGIN:VEVENT",
    "UID:1@example.test",
    "DTSTAMP:20261101T000000Z",
    "DTSTART:20261122T190000Z",
    `SUMMARY:${escaped(summary)}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");

const readers = {
  "ical.js": (file) =>
    new ICAL.Event(new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent("vevent")).summary,
  "node-ical": (file) =>
    Object.values(nodeIcal.sync.parseICS(file)).find(({ type }) => type === "VEVENT").summary,
};
const names = ["Menu\\new", "Menu\nnew", "Tea; coffee, cake", "Bar\\terrace"];
const wrong = [];
for (const [reader, read] of Object.entries(readers)) {
  console.log(`${reader} ${versionOf(reader)}`);
  for (const name of names) {
    const seen = read(fileWith(name));
    console.log(`  ${JSON.stringify(name)} is read as ${JSON.stringify(seen)}`);
    if (seen !== name) wrong.push(`${reader} ${name}`);
  }
}
if (wrong.join() !== "node-ical Menu\\new") {
  console.error(`Expected that only node-ical reads "Menu\\new" differently, but it is: ${wrong.join(", ") || "none"}.`);
  process.exit(1);
}
SCRIPT
node try.mjs
