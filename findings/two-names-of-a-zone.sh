#!/usr/bin/env bash
# Intl and Temporal of one runtime give one time zone two names, and the list of zones has only the older one.
# Guess: `Intl.supportedValuesOf("timeZone")` has the zone that Temporal and Intl say they use, and `UTC`.
# Seen: Node.js 26.10.0 (ICU 78.3, zone data 2026c): given `Asia/Kolkata`, Temporal says `Asia/Kolkata` and
#   `Intl.DateTimeFormat` says `Asia/Calcutta`; the list has `Asia/Calcutta` and `Europe/Kiev`, but neither
#   `Asia/Kolkata`, `Europe/Kyiv` nor `UTC`, which all work. Temporal still counts the two names as equal.
# Why it matters: a bot that checks a stored or typed zone against the list refuses a zone it stored itself, and two
#   settings for one zone look different where they are compared as text.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E node@26.10.0

cat > try.mjs <<'SCRIPT'
const { version, versions } = process;
console.log(`Node.js ${version}, ICU ${versions.icu}, zone data ${versions.tz}`);
const listed = new Set(Intl.supportedValuesOf("timeZone"));
const at = Temporal.Instant.from("2027-01-15T12:00:00Z");
const differing = [];
for (const name of ["Asia/Kolkata", "Europe/Kyiv", "America/Nuuk", "UTC"]) {
  const byTemporal = at.toZonedDateTimeISO(name);
  const byIntl = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  const isEqual = byTemporal.equals(at.toZonedDateTimeISO(byIntl));
  console.log(
    `${name}: Temporal says ${byTemporal.timeZoneId}, Intl says ${byIntl}, listed: ${listed.has(name)}, equal for Temporal: ${isEqual}`,
  );
  if (!listed.has(name) && isEqual) differing.push(name);
}
if (!["Asia/Kolkata", "Europe/Kyiv", "UTC"].every((name) => differing.includes(name))) {
  console.log("Intl's list now has the current names of zones, or Temporal tells them apart.");
  process.exit(1);
}
SCRIPT
npx --no-install node try.mjs
