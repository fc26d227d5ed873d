#!/usr/bin/env bash
# A count of a million in Spanish, French, Italian or Portuguese, by i18next.
# Guess: a text with the forms `_one` and `_other` is complete, or at least `_other` stands in for a form that's missing, as it
#   does in ICU's messages, where it's the one form that every text must have.
# Seen: with i18next 26.7.2 a million and two millions come out in the fallback language, English, and without one as the bare
#   key: since CLDR 38 these languages have a form `many` for whole millions, and `_other` isn't tried. 999,999 is fine.
# Why it matters: points and amounts reach a million on some servers only. Until then no test and nobody who tries the
#   bot sees that a line of a Spanish or French message is in English or is a key.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E i18next@26.7.2 intl-messageformat@12.1.5

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import i18next from "i18next";
import { IntlMessageFormat } from "intl-messageformat";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
console.log(
  `i18next ${versionOf("i18next")}, intl-messageformat ${versionOf("intl-messageformat")}, ICU ${process.versions.icu}`,
);
const resources = {
  en: { translation: { points_one: "{{count}} point", points_other: "{{count}} points" } },
  es: { translation: { points_one: "{{count}} punto", points_other: "{{count}} puntos" } },
};
const textsBy = async (fallbackLng) => {
  const i18n = i18next.createInstance();
  await i18n.init({ lng: "es", fallbackLng, resources });
  return [1, 2, 999_999, 1_000_000, 2_000_000].map((count) => i18n.t("points", { count }));
};
const inFallback = await textsBy("en");
const asKey = await textsBy(false);
console.log("i18next, fallback English:", inFallback);
console.log("i18next, no fallback:", asKey);
const icu = new IntlMessageFormat("{count, plural, one {# punto} other {# puntos}}", "es").format({ count: 1_000_000 });
console.log("intl-messageformat:", icu);
const isSo = inFallback[2] === "999999 puntos" && inFallback[3] === "1000000 points" && asKey[3] === "points";
if (!isSo || !icu.endsWith("puntos")) {
  console.log("A missing form of the plural is no longer looked for in another language.");
  process.exit(1);
}
SCRIPT
node try.mjs
