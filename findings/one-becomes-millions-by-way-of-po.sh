#!/usr/bin/env bash
# Plural forms of i18next, sent to translators as a PO file by i18next-conv and read again.
# Guess: the forms come back as they went, or one that PO has no place for is left out: its option for "v4" is there for the JSON
#   that i18next reads today, whose forms are those of `Intl.PluralRules`.
# Seen: with i18next-conv 17.0.0 in Spanish, French, Italian and Portuguese the form for one is replaced by the form for
#   millions, so i18next 27.1.5 says "1 de días". In Polish and Russian the form for fractions takes the place of the one for
#   5, and in Arabic the form for one is the one for 3 to 10. German is right, and so is a Spanish text without a form for
#   millions, which i18next shows in the fallback language from a million on.
# Why it matters: the forms that i18next asks for are there, the translators see only a wrong one at the right place, or overlook
#   it, and afterwards the most frequent of all messages is wrong in languages that the developers don't read.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E i18next-conv@17.0.0 i18next@27.1.5 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import i18next from "i18next";
import { gettextToI18next, i18nextToPo } from "i18next-conv";

for (const name of ["i18next-conv", "i18next"]) {
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version);
}
const spanish = { days_one: "{{count}} día", days_many: "{{count}} de días", days_other: "{{count}} días" };
const texts = {
  de: { days_one: "{{count}} Tag", days_other: "{{count}} Tage" },
  es: spanish,
  fr: { days_one: "{{count}} jour", days_many: "{{count}} de jours", days_other: "{{count}} jours" },
  it: { days_one: "{{count}} giorno", days_many: "{{count}} di giorni", days_other: "{{count}} giorni" },
  "pt-BR": { days_one: "{{count}} dia", days_many: "{{count}} de dias", days_other: "{{count}} dias" },
  pl: { days_one: "{{count}} dzień", days_few: "{{count}} dni", days_many: "{{count}} dni", days_other: "{{count}} dnia" },
  ru: { days_one: "{{count}} день", days_few: "{{count}} дня", days_many: "{{count}} дней", days_other: "(1,5)" },
  ar: { days_zero: "zero", days_one: "one", days_two: "two", days_few: "few", days_many: "many", days_other: "other" },
};
const say = async (language, resources, count) => {
  const instance = i18next.createInstance();
  await instance.init({ lng: language, fallbackLng: false, resources: { [language]: { translation: resources } } });
  return instance.t("days", { count });
};
const roundTrip = async (language, resources) => {
  const po = await i18nextToPo(language, JSON.stringify(resources), { compatibilityJSON: "v4" });
  return JSON.parse(await gettextToI18next(language, String(po), { compatibilityJSON: "v4" }));
};
const wrong = [];
for (const [language, resources] of Object.entries(texts)) {
  const read = await roundTrip(language, resources);
  for (const count of [1, 2, 5]) {
    const [before, after] = [await say(language, resources, count), await say(language, read, count)];
    if (before === after) continue;
    console.log(`${language}, ${count}: "${before}" has become "${after}"`);
    wrong.push(`${language} ${count}`);
  }
}
const { days_many: _, ...withoutMillions } = spanish;
console.log("es without a form for millions:", await say("es", await roundTrip("es", withoutMillions), 1));
if (wrong.join() !== "es 1,fr 1,it 1,pt-BR 1,pl 5,ru 5,ar 1,ar 2,ar 5") {
  console.log(`Other forms are wrong now, or none: ${wrong.join(", ") || "none"}.`);
  process.exit(1);
}
SCRIPT
node try.mjs
