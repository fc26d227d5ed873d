#!/usr/bin/env bash
# A length of time in Intl's narrow style, by `Intl.DurationFormat` and by `Intl.NumberFormat` with a unit.
# Guess: short, but still to be told apart: MDN's page on `Intl.DurationFormat` shows `1y 2mo 3w 3d 4h 5m 6s` for English.
# Seen: Node.js 26.10.0 (ICU 78.3) writes five months and five minutes alike, as `5m`, in English, Swedish and Japanese, and as
#   `5 m` in Dutch and Danish; months and minutes in one length are `5m 5m`. A narrow `Intl.RelativeTimeFormat`, whose data
#   has its own words, says `in 5mo` for months in American English. The short style tells them apart in all of these languages.
# Why it matters: "banned for 6m" is read as six minutes by the one who has to wait for half a year. French, Polish and Russian
#   have two words, so it depends on the language in which somebody looked.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E node@26.10.0 >/dev/null

cat > try.mjs <<'SCRIPT'
const write = (language, unit, unitDisplay) =>
  new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay }).format(5);
const isAlike = (language, unitDisplay) =>
  write(language, "month", unitDisplay) === write(language, "minute", unitDisplay);

console.log(`Node.js ${process.version}, ICU ${process.versions.icu}`);
const languages = ["en", "en-GB", "sv", "ja", "nl", "da"];
const alike = languages.filter((language) => {
  const both = new Intl.DurationFormat(language, { style: "narrow" }).format({ months: 5, minutes: 5 });
  console.log(`${language}: ${write(language, "month", "narrow")}, ${write(language, "minute", "narrow")}; both: ${both}`);
  return isAlike(language, "narrow");
});
const relative = new Intl.RelativeTimeFormat("en-US", { style: "narrow" });
console.log(`en-US, relative: ${relative.format(5, "month")}, ${relative.format(5, "minute")}`);
console.log(`fr: ${write("fr", "month", "narrow")}, ${write("fr", "minute", "narrow")}`);
if (languages.some((language) => isAlike(language, "short")) || isAlike("fr", "narrow")) {
  console.log("The short style, or French, doesn't tell months from minutes either.");
  process.exit(1);
}
if (alike.length < languages.length) {
  console.log("The narrow style tells months from minutes now, at least in one of the languages.");
  process.exit(1);
}
SCRIPT
npx --no-install node try.mjs
