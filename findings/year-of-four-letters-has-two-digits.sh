#!/usr/bin/env bash
# A date in a message, with the year written as `yyyy`, by three libraries for ICU's messages.
# Guess: `{day, date, ::yyyyMMdd}` has the year in full in all of them: in such a pattern only `yy` asks for two digits (UTS #35).
# Seen: intl-messageformat 12.1.5 and @messageformat/core 3.4.1 write 11/07/2026. @lingui/core 6.11.0 writes 11/07/26, the same as for
#   `yy`: any even number of letters is two digits to it. `y` is right.
# Why it matters: `yyyy` is what translators know from everywhere else, and a catalog is shared between a bot and a website. Of
#   11/07/26 some think that it's in November 2026, some in July 2026, and some in July 2011.

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
const day = new Date(2026, 10, 7, 12);
const byLingui = (message) => {
  const i18n = setupI18n({ locale: "en", messages: { en: {} } });
  i18n.setMessagesCompiler(compileMessage);
  i18n.load("en", { message });
  i18n.activate("en");
  return i18n._("message", { day });
};
const seen = ["y", "yy", "yyyy"].map((year) => {
  const message = `{day, date, ::${year}MMdd}`;
  const texts = [
    new IntlMessageFormat(message, "en").format({ day }),
    new MessageFormat("en").compile(message)({ day }),
    byLingui(message),
  ];
  console.log(`${message}: ${texts.map((text, at) => `${names[at]} ${text}`).join(", ")}`);
  return texts.join();
});
if (
  seen.join(" ") !==
  "11/07/2026,11/07/2026,11/07/2026 11/07/26,11/07/26,11/07/26 11/07/2026,11/07/2026,11/07/26"
) {
  console.log("A year of four letters now has four digits.");
  process.exit(1);
}
SCRIPT
node try.mjs
