#!/usr/bin/env bash
# A text that a language lacks, by seyfert.
# Guess: it comes from the default language, as for a language that is missing altogether, and as for a whole group of texts.
# Seen: with seyfert 5.1.0 a text comes from the default language only if the group around it is missing as well. If the group
#   is there, the text is `undefined`, with arguments too, and nothing is logged.
# Why it matters: translations fall behind by single texts, not by groups. People with that language then get "undefined" in a
#   sentence, or an empty message, which Discord refuses; a trial with a language that isn't there shows that it works. A
#   test has to compare the keys of all languages.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E seyfert@5.1.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import seyfert from "seyfert";

const { version } = JSON.parse(readFileSync("node_modules/seyfert/package.json", "utf8"));
console.log(`seyfert ${version}, Node.js ${process.version}`);
const { langs } = new seyfert.Client({ getRC: () => ({ token: "a.b.c", intents: 0, locations: { base: "." } }) });
langs.defaultLang = "en";
const english = { order: { saved: "Saved", lost: ({ count }) => `${count} lost` }, week: { title: "Week" } };
langs.set([
  { name: "en.json", file: english },
  { name: "de.json", file: { order: { saved: "Gespeichert" } } },
]);
const textsFor = (locale) => {
  const t = langs.get(locale);
  const texts = [t.order.saved, t.week.title, t.order.lost({ count: 2 })].map((text) => String(text.get()));
  console.log(`${locale}: ${texts.join(", ")}`);
  return texts.join();
};
const seen = ["en", "fr", "de"].map(textsFor);
if (seen.join(" | ") !== "Saved,Week,2 lost | Saved,Week,2 lost | Gespeichert,Week,undefined") {
  console.log("A text that a language lacks now comes from the default language.");
  process.exit(1);
}
process.exit(0);
SCRIPT
node try.mjs
