#!/usr/bin/env bash
# Where in a text Fuse.js found a word, if accents don't count.
# Guess: `indices` are places in the text as it was given, with `ignoreDiacritics` as without: the documentation says that they can be
#   used for highlighting, and of the option only that comparisons ignore accents.
# Seen: with fuse.js 7.5.0 they are places in a text that was rewritten for the search. In Korean, whose syllables are taken apart for
#   it, the second word of 한국어 수업 is at 9 to 13, though the text has six letters. In Hindi, which loses its vowels, the
#   mark is on the word before. A ß moves all that follows by one, and so does an ü that is stored as two characters. The usual
#   ü and Polish letters are right.
# Why it matters: in a list of results the bold letters are beside the word, or there are none, in some people's languages only.
#   The entry itself is found, so nothing looks broken to those who tried it with é.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E fuse.js@7.5.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import Fuse from "fuse.js";

const { version } = JSON.parse(readFileSync("node_modules/fuse.js/package.json", "utf8"));
console.log(`fuse.js ${version}, Node.js ${process.version}`);
const find = (text, word, ignoreDiacritics) => {
  const options = { includeMatches: true, ignoreLocation: true, minMatchCharLength: 2, threshold: 0.2, ignoreDiacritics };
  const [[start, end]] = new Fuse([text], options).search(word)[0].matches[0].indices;
  return { start, end, letters: text.slice(start, end + 1) };
};
const wrong = [];
for (const [text, word] of [
  ["Müller kitchen", "kitchen"],
  ["Łódź kuchnia", "kuchnia"],
  ["한국어 수업", "수업"],
  ["हिन्दी रसोई", "रसोई"],
  ["Straße kitchen", "kitchen"],
  ["Mu\u0308ller kitchen", "kitchen"],
]) {
  const { start, end, letters } = find(text, word, true);
  const usual = find(text, word, false).letters;
  console.log(`${word} in ${text}, ${text.length} long: ${start} to ${end}, which is "${letters}"; with accents "${usual}"`);
  if (usual !== word) throw new Error("Without the option the place is wrong as well.");
  if (letters !== word) wrong.push(letters);
}
if (wrong.join("|") !== "|दी |itchen| kitche") {
  console.log("Fuse.js now gives other places.");
  process.exit(1);
}
SCRIPT
node try.mjs
