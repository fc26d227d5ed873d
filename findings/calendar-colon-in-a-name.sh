#!/usr/bin/env bash
# An attendee whose name has a colon or a semicolon in it, in a calendar file: two writers and two readers.
# Guess: name and address come back as they were. RFC 5545 puts such a name in quotes (3.1, 3.2), and ts-ics, which says that it
#   aims to be fully compliant with that, escapes such characters in titles.
# Seen: ts-ics 2.4.6 writes the name without quotes. ical.js 2.2.1, node-ical 0.27.2 and ts-ics itself then read "Kitchen: Mia" as
#   somebody called Kitchen, whose address starts with " Mia". ical-generator 11.1.2 writes the quotes, but node-ical and ts-ics cut
#   a name in quotes at a semicolon: "Mia; kitchen" is `"Mia`, with a quote; ical.js reads it right. A comma does no harm.
# Why it matters: teams put themselves before a name, and people on Discord call themselves what they like. The address isn't one any
#   more, so invitations and answers go nowhere, for those people only, and the calendar as a whole is read without an error.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E ts-ics@2.4.6 ical-generator@11.1.2 ical.js@2.2.1 node-ical@0.27.2

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import ICAL from "ical.js";
import ical from "ical-generator";
import nodeIcal from "node-ical";
import { convertIcsCalendar, generateIcsCalendar } from "ts-ics";

for (const name of ["ts-ics", "ical-generator", "ical.js", "node-ical"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version);
const start = new Date(Date.UTC(2026, 6, 5, 18));
const email = "mia@example.org";
const writers = {
  "ts-ics": (name) =>
    generateIcsCalendar({
      version: "2.0",
      prodId: "try",
      events: [
        {
          uid: "1",
          summary: "Dinner",
          stamp: { date: start },
          start: { date: start },
          duration: { hours: 1 },
          attendees: [{ name, email }],
        },
      ],
    }),
  "ical-generator": (name) =>
    ical({
      events: [{ id: "1", summary: "Dinner", start, end: new Date(+start + 3_600_000), attendees: [{ name, email }] }],
    }).toString(),
};
const readers = {
  "ical.js": (file) => {
    const attendee = new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent("vevent").getFirstProperty("attendee");
    return [attendee.getParameter("cn"), attendee.getFirstValue()];
  },
  "node-ical": (file) => {
    const { attendee } = Object.values(nodeIcal.sync.parseICS(file)).find(({ type }) => type === "VEVENT");
    return [attendee?.params.CN, attendee?.val];
  },
  "ts-ics": (file) => {
    const [attendee] = convertIcsCalendar(undefined, file).events[0].attendees;
    return [attendee.name, attendee.email];
  },
};
const wrong = [];
for (const name of ["Mia Rey", "Rey, Mia", "Kitchen: Mia", "Mia; kitchen"])
  for (const [writer, write] of Object.entries(writers)) {
    const file = write(name);
    for (const [reader, read] of Object.entries(readers)) {
      const [readName, address] = read(file);
      const right = readName === name && address?.replace(/^mailto:/i, "") === email;
      console.log(`${name}, written by ${writer}, read by ${reader}: ${JSON.stringify([readName, address])}`);
      if (!right) wrong.push(`${name} ${writer} ${reader}`);
    }
  }
const expected = [
  "Kitchen: Mia ts-ics ical.js",
  "Kitchen: Mia ts-ics node-ical",
  "Kitchen: Mia ts-ics ts-ics",
  "Mia; kitchen ical-generator node-ical",
  "Mia; kitchen ical-generator ts-ics",
];
const harmless = wrong.filter((line) => /^(Mia Rey|Rey, Mia)|ical-generator ical\.js/.test(line));
if (expected.some((line) => !wrong.includes(line)) || harmless.length > 0) {
  console.error("Such names are written or read in another way now.");
  process.exit(1);
}
SCRIPT
node try.mjs
