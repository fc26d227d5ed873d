#!/usr/bin/env bash
# Plural forms of a PO file, by node-gettext.
# Guess: the file's header `Plural-Forms` says how many forms there are and which number takes which: that's what gettext has
#   it for. gettext-parser, with which the readme reads the file, hands it on.
# Seen: node-gettext 3.0.1 never looks at it and goes by a list of its own. A Spanish file with a form for millions, which Unicode's
#   data has since 2020, gives "5 de días". A Czech one with a form for fractions gives that for 5, and a Brazilian one, whose
#   header counts 0 like 1, gives the form for many. Polish with the usual three forms is right.
# Why it matters: services for translators write files with the newer forms, and the header along with them. Nearly every number is
#   then in the wrong form, in languages that the developers don't read, and the file is valid.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E node-gettext@3.0.1 gettext-parser@10.0.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { po } from "gettext-parser";
import Gettext from "node-gettext";

for (const name of ["node-gettext", "gettext-parser"]) {
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version);
}
const choose = (language, header, forms, number) => {
  const lines = forms.map((form, index) => `msgstr[${index}] "${form}"`).join("\n");
  const head = `"Content-Type: text/plain; charset=utf-8\\n"\n"Language: ${language}\\n"\n"Plural-Forms: ${header}\\n"`;
  const file = `msgid ""\nmsgstr ""\n${head}\n\nmsgid "%d day"\nmsgid_plural "%d days"\n${lines}\n`;
  const gettext = new Gettext();
  gettext.addTranslations(language, "messages", po.parse(file));
  gettext.setLocale(language);
  return gettext.ngettext("%d day", "%d days", number);
};
const whole = "n % 1 == 0";
const spanish = "nplurals=3; plural=(n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2);";
const czech = `nplurals=4; plural=(n == 1 && ${whole} ? 0 : n >= 2 && n <= 4 && ${whole} ? 1 : n % 1 != 0 ? 2 : 3);`;
const polish = "nplurals=3; plural=(n == 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2);";
const cases = [
  ["pl", polish, ["%d dzień", "%d dni (2)", "%d dni (5)"], 5, "%d dni (5)", "%d dni (5)"],
  ["es", spanish, ["%d día", "%d de días", "%d días"], 5, "%d días", "%d de días"],
  ["cs", czech, ["%d den", "%d dny", "%d dne", "%d dní"], 5, "%d dní", "%d dne"],
  ["pt_BR", "nplurals=2; plural=(n > 1);", ["%d dia", "%d dias"], 0, "%d dia", "%d dias"],
];
const changed = [];
for (const [language, header, forms, number, meant, seen] of cases) {
  const found = choose(language, header, forms, number);
  console.log(`${language}: ${number} takes "${found}"; by the file's header it's "${meant}"`);
  if (found !== seen) changed.push(language);
}
if (changed.length) {
  console.log(`Another form is taken now: ${changed.join(", ")}.`);
  process.exit(1);
}
SCRIPT
node try.mjs
