#!/usr/bin/env bash
# A Hindi name looked for in a full-text table of SQLite.
# Guess: the default tokenizer `unicode61` takes words as they're written, as it's there for other languages than English, so
#   राम (Ram) is one token and doesn't match रोम (Rome).
# Seen: with SQLite 3.53.4 of Node.js 26.10.0 each name finds both: the signs for vowels aren't letters to the tokenizer, but
#   gaps between words, so both names are the tokens र and म. Tamil and Bengali are cut likewise, Thai and Korean aren't.
#   With `categories 'L* N* Co Mn Mc'` each name finds itself alone.
# Why it matters: a search for names or posts works in the languages it was tried in, and finds other people's in those of
#   India, where most words differ by such signs. The setting can't be changed later without building the table anew.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E node@26.10.0

cat > try.mjs <<'SCRIPT'
import { DatabaseSync } from "node:sqlite";

const db = new DatabaseSync(":memory:");
console.log(`SQLite ${db.prepare("select sqlite_version() as version").get().version}, Node.js ${process.version}`);
const names = ["राम", "रोम", "தமிழ்", "বাংলা", "ภาษาไทย", "한국어"];
const look = (table, options) => {
  db.exec(`create virtual table ${table} using fts5(name${options})`);
  for (const name of names) db.prepare(`insert into ${table} values (?)`).run(name);
  db.exec(`create virtual table ${table}_words using fts5vocab(${table}, row)`);
  const words = db.prepare(`select term from ${table}_words order by term`).all().map(({ term }) => term);
  const found = db.prepare(`select name from ${table} where ${table} match ?`).all("राम").map(({ name }) => name);
  console.log(`${options || "default"}: राम finds ${found.join(", ")}; the tokens are ${words.join(" | ")}`);
  return found;
};
const byDefault = look("plain", "");
const withMarks = look("marks", `, tokenize = "unicode61 categories 'L* N* Co Mn Mc'"`);
if (byDefault.length !== 2 || withMarks.length !== 1) {
  console.log("The default tokenizer no longer cuts words at the signs for vowels.");
  process.exit(1);
}
SCRIPT
npx --no-install node try.mjs
