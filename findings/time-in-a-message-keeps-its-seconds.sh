#!/usr/bin/env bash
# A time in a message, as hours and minutes of 24 hours, by three libraries for ICU's messages.
# Guess: `{at, time, ::HHmm}` is 18:05 in all of them: in ICU's messages a pattern after `::` goes with `date` and with `time`
#   alike, and `{at, date, ::HHmm}` works in all three.
# Seen: intl-messageformat 12.1.5 writes 18:05. @messageformat/core 3.4.1 and @lingui/core 6.11.0 write 6:05:00 PM, as for
#   `{at, time}`: they drop the pattern without an error, whatever it is.
# Why it matters: a catalog that is shared between a bot and a website shows two different times, and a text that was checked
#   in one of them is too long or in the wrong style in the other. With `date` before the pattern all three agree.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E @lingui/core@6.11.0 @lingui/message-utils@6.11.0 intl-messageformat@12.1.5 @messageformat/core@3.4.1 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { setupI18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import MessageFormat from "@messageformat/core";
import { IntlMessageFormat } from "intl-messageformat";

const names = ["intl-messageformat", "@messageformat/core", "@lingui/core"];
const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
console.log(`${names.map((name) => `${name} ${versionOf(name)}`).join(", ")}, Node.js ${process.version}`);
const at = new Date(2026, 10, 7, 18, 5);
const byLingui = (message) => {
  const i18n = setupI18n({ locale: "en", messages: { en: {} } });
  i18n.setMessagesCompiler(compileMessage);
  i18n.load("en", { message });
  i18n.activate("en");
  return i18n._("message", { at });
};
const seen = ["{at, date, ::HHmm}", "{at, time}", "{at, time, ::HHmm}"].map((message) => {
  const texts = [
    new IntlMessageFormat(message, "en").format({ at }),
    new MessageFormat("en").compile(message)({ at }),
    byLingui(message),
  ].map((text) => text.replace(/\s/gu, " "));
  console.log(`${message}: ${texts.map((text, place) => `${names[place]} ${text}`).join(", ")}`);
  return texts.join();
});
if (
  seen.join(" | ") !==
  "18:05,18:05,18:05 | 6:05:00 PM,6:05:00 PM,6:05:00 PM | 18:05,6:05:00 PM,6:05:00 PM"
) {
  console.log("A pattern for a time in a message is no longer dropped.");
  process.exit(1);
}
SCRIPT
node try.mjs
