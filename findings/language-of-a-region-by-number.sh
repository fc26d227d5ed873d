#!/usr/bin/env bash
# The language `es-419`, one of those that Discord sends, matched with a bot's languages by @fluent/langneg.
# Guess: it's found if the bot has it, and otherwise `es` or `es-ES` is found before English.
# Seen: @fluent/langneg 0.7.0 finds nothing for it, not even `es-419` itself: it reads regions of two letters only, though three
#   digits are as valid in a language tag. `es-MX` finds `es-ES`. @formatjs/intl-localematcher 0.10.1 finds all three.
# Why it matters: everybody in Latin America gets the default language from a bot that speaks Spanish. With `es-ES`,
#   which one tries it in, all is well.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E @fluent/langneg@0.7.0 @formatjs/intl-localematcher@0.10.1

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { negotiateLanguages } from "@fluent/langneg";
import { match } from "@formatjs/intl-localematcher";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
console.log(
  `@fluent/langneg ${versionOf("@fluent/langneg")}, @formatjs/intl-localematcher ${versionOf("@formatjs/intl-localematcher")}`,
);
const look = (asked, spanish) => {
  const [byFluent] = negotiateLanguages([asked], ["en-US", spanish], { strategy: "lookup", defaultLocale: "en-US" });
  const byFormat = match([asked], ["en-US", spanish], "en-US");
  console.log(`${asked} among en-US and ${spanish}: ${byFluent} by langneg, ${byFormat} by intl-localematcher`);
  return { byFluent, isOther: byFormat === spanish };
};
const missed = ["es-419", "es", "es-ES"].map((spanish) => look("es-419", spanish));
const control = look("es-MX", "es-ES");
if (missed.some(({ byFluent, isOther }) => byFluent !== "en-US" || !isOther) || control.byFluent !== "es-ES") {
  console.log("A region of three digits is now understood.");
  process.exit(1);
}
SCRIPT
node try.mjs
