#!/usr/bin/env bash
# One formatter of `Intl`, given the same day as a `Date` and as a date of Temporal.
# Guess: the same text: `Intl.DateTimeFormat` takes both, and its options say what is shown and how.
# Seen: Node.js 26.10.0 (ICU 78.3) writes long dates of Temporal with slashes in Japanese and in both kinds of Chinese: 2026/3/29
#   where the `Date` is 2026年3月29日. The same with `toLocaleString`, with `month: "long"`, and for a day and a month alone: 3/29
#   is 3月29日. Short dates and times are alike, and so are other languages, Korean among them.
# Why it matters: one message has dates in two styles, depending on which line of code wrote them, and a change from `Date` to
#   Temporal changes texts that people know. A test in English, or in any other European language, shows nothing.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E node@26.10.0 >/dev/null

cat > try.mjs <<'SCRIPT'
console.log(`Node.js ${process.version}, ICU ${process.versions.icu}`);
const day = Temporal.PlainDate.from("2026-03-29");
const date = new Date("2026-03-29T12:00Z");
const forms = [{ dateStyle: "long" }, { month: "long", day: "numeric" }];
const isSame = (language) => {
  const texts = forms.map((form) => {
    const formatter = new Intl.DateTimeFormat(language, { ...form, timeZone: "UTC" });
    return [formatter.format(date), formatter.format(day)];
  });
  console.log(`${language}: ${texts.map(([byDate, byTemporal]) => `Date ${byDate}, Temporal ${byTemporal}`).join("; ")}`);
  return texts.map(([byDate, byTemporal]) => byDate === byTemporal).join();
};
const others = ["ja", "zh-CN", "zh-TW"].map(isSame);
const alike = ["en", "de", "ru", "hi", "ko"].map(isSame);
if (others.some((same) => same !== "false,false") || alike.some((same) => same !== "true,true")) {
  console.log("A long date of Temporal now has the same text as the one of a Date.");
  process.exit(1);
}
SCRIPT
npx --no-install node try.mjs
