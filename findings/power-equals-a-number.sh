#!/usr/bin/env bash
# Two names compared without regard to capitals, by `localeCompare` with `sensitivity: "accent"`.
# Guess: only capitals don't count: MDN says that strings are different if their base letters, accents or other marks are, and
#   shows a ≠ b, a ≠ á, a = A.
# Seen: with Node.js 26.10.0 (ICU 78.3) `10²` equals `102`, `H₂O` equals `H2O`, `①` equals `1`, and so do letters in other
#   styles and digits in other scripts: `𝓜𝓲𝓪` is `Mia` and `٣` is `3`. To the algorithm, raised, circled and ornate
#   characters differ from plain ones as capitals from small letters. Some that can't be seen, such as U+2060, don't count at
#   all, with any sensitivity.
# Why it matters: this is the usual advice for comparing without capitals. Rooms, amounts and units become the same, and so do
#   people who write their names in ornate letters to be told apart; a list without doubles loses one of them. To compare
#   `toLowerCase()` of both does only what it says.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E node@26.10.0 >/dev/null

cat > try.mjs <<'SCRIPT'
const isEqual = (one, other, sensitivity) => one.localeCompare(other, "en", { sensitivity }) === 0;
console.log(`Node.js ${process.version}, ICU ${process.versions.icu}`);
const pairs = [["10²", "102"], ["H₂O", "H2O"], ["①", "1"], ["𝓜𝓲𝓪", "Mia"], ["٣", "3"]];
const equal = pairs.filter(([one, other]) => {
  const isAlike = isEqual(one, other, "accent");
  console.log(`${one} and ${other}: equal ${isAlike}, in lower case ${one.toLowerCase() === other.toLowerCase()}`);
  return isAlike;
});
const isUnseenEqual = isEqual("Mia", "Mi\u2060a", "variant");
console.log("A character that can't be seen, with the strictest sensitivity: equal", isUnseenEqual);
if (isEqual("a", "b", "accent") || isEqual("a", "á", "accent") || !isEqual("a", "A", "accent")) {
  console.log("Even what is documented isn't so.");
  process.exit(1);
}
if (equal.length < pairs.length || !isUnseenEqual) {
  console.log("At least one of these pairs is no longer equal.");
  process.exit(1);
}
SCRIPT
npx --no-install node try.mjs
