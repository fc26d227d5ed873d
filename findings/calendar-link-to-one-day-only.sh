#!/usr/bin/env bash
# A link with which people add several whole days to their calendar, by calendar-link.
# Guess: `allDay: true` with `duration: [3, "day"]` is three days: the readme has both among the properties of an event, says of
#   none that it excludes another, and lets one give the length as an amount with a unit instead of an end.
# Seen: calendar-link 2.11.5 makes it one day, in the links for Google, Outlook, Office 365 and Yahoo as well as in the file. The
#   length is read only if the event isn't one of whole days. With an `end`, which is then the day after the last, it's three.
# Why it matters: a weekend, a holiday or somebody's leave shows as its first day in people's calendars, and the other days look
#   free. One day is right by chance, and that's what one tries first.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E calendar-link@2.11.5 >/dev/null

cat > try.mjs <<'SCRIPT'
import { google, ics, office365, outlook, yahoo } from "calendar-link";

const leave = { title: "Leave", start: "2026-07-01", allDay: true };
const dayOf = (text) => text.slice(0, 10).replaceAll("-", "");
const ends = {
  google: (event) => dayOf(new URL(google(event)).searchParams.get("dates").split("/")[1]),
  outlook: (event) => dayOf(new URL(outlook(event)).searchParams.get("enddt")),
  office365: (event) => dayOf(new URL(office365(event)).searchParams.get("enddt")),
  yahoo: (event) => dayOf(new URL(yahoo(event)).searchParams.get("et")),
  ics: (event) => /DTEND:(\d{8})/.exec(decodeURIComponent(ics(event)))[1],
};
console.log("calendar-link 2.11.5, leave from 1 to 3 July");
const seen = Object.entries(ends).map(([name, findEnd]) => {
  const byLength = findEnd({ ...leave, duration: [3, "day"] });
  const byEnd = findEnd({ ...leave, end: "2026-07-04" });
  console.log(`${name}: by its length it ends before ${byLength}, by its end before ${byEnd}`);
  return { byLength, byEnd };
});
if (seen.some(({ byEnd }) => byEnd !== "20260704")) {
  console.log("With an end it isn't three days either.");
  process.exit(1);
}
if (seen.some(({ byLength }) => byLength !== "20260702")) {
  console.log("The length of whole days counts now.");
  process.exit(1);
}
SCRIPT
TZ=UTC node try.mjs
