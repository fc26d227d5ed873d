#!/usr/bin/env bash
# A link with a comma in a calendar file.
# Guess: the link is written as it is. RFC 5545 has backslashes for text (3.3.11) and says that a URI has none (3.3.13).
# Seen: ical-generator 11.1.2 puts a backslash before each comma and semicolon of an event's `url` and `attachments`, after
#   `VALUE=URI`. ical.js 2.2.1, which follows the standard, returns a link with backslashes; node-ical 0.27.2 takes them away.
# Why it matters: links to maps and filtered lists have commas. Browsers turn a backslash in a path into a slash, so the link
#   leads somewhere else, and only in some calendars. Written as `%2C` and `%3B`, they pass.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E ical-generator@11.1.2 ical.js@2.2.1 node-ical@0.27.2

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import ICAL from "ical.js";
import { ICalCalendar } from "ical-generator";
import nodeIcal from "node-ical";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
for (const name of ["ical-generator", "ical.js", "node-ical"]) console.log(`${name} ${versionOf(name)}`);
const start = new Date("2026-11-05T18:00:00Z");
const read = (url) => {
  const calendar = new ICalCalendar();
  calendar.createEvent({ summary: "Party", start, url, attachments: [url] });
  const file = calendar.toString();
  console.log(file.split("\r\n").filter((line) => /^(URL|ATTACH)/.test(line)).join("\n"));
  const event = new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent("vevent");
  const other = Object.values(nodeIcal.sync.parseICS(file)).find(({ type }) => type === "VEVENT");
  return { icalJs: event.getFirstPropertyValue("url"), nodeIcal: other.url.val ?? other.url };
};
const link = "https://example.test/@52.5,13.4;z=3";
const plain = read(link);
console.log(`  read as ${plain.icalJs} by ical.js, ${plain.nodeIcal} by node-ical; opened as ${new URL(plain.icalJs)}`);
const encodedLink = link.replace(",", "%2C").replace(";", "%3B");
const encoded = read(encodedLink);
console.log(`  read as ${encoded.icalJs} by ical.js, ${encoded.nodeIcal} by node-ical`);
if (plain.icalJs === link || plain.nodeIcal !== link || encoded.icalJs !== encodedLink) {
  console.log("A link with a comma now arrives, or it's read otherwise than described.");
  process.exit(1);
}
SCRIPT
node try.mjs
