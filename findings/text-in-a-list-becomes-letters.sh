#!/usr/bin/env bash
# A list with a table and a text in it, written as TOML and read again.
# Guess: it comes back as it was, or isn't written: TOML 1.0 allows lists of different kinds, and the readme of @iarna/toml
#   3.0.0 says that it supports that version's release candidate, which allows them, too.
# Seen: @iarna/toml looks at the first element only. If that's a table, the rest are written as tables as well: the text
#   "general" becomes `0 = "g"`, `1 = "e"` and so on, and a number an empty table, without an error. With the text first, all is
#   well, and so it is when @iarna/toml reads what smol-toml 1.9.1 wrote.
# Why it matters: settings such as "these channels, of which one has an exception" are such lists. A bot that writes its file of
#   settings anew, to change something else, destroys them, and which ones depends on the order in which somebody wrote them.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E @iarna/toml@3.0.0 smol-toml@1.9.1 >/dev/null

cat > try.mjs <<'SCRIPT'
import iarna from "@iarna/toml";
import { parse, stringify } from "smol-toml";

const table = { name: "staff", quiet: true };
const lists = [
  ["general", table],
  [table, "general"],
  [table, 5],
];
console.log("@iarna/toml 3.0.0, smol-toml 1.9.1");
const kept = lists.map((channels) => {
  const isSame = (seen) => JSON.stringify(seen.channels) === JSON.stringify(channels);
  const seen = iarna.parse(iarna.stringify({ channels }));
  console.log(JSON.stringify(channels), "by @iarna/toml:", JSON.stringify(seen.channels));
  const file = stringify({ channels });
  if (!isSame(parse(file)) || !isSame(iarna.parse(file))) {
    console.log("By smol-toml, or read by @iarna/toml, it isn't the same either.");
    process.exit(1);
  }
  return isSame(seen);
});
if (kept.join() !== "true,false,false") {
  console.log("@iarna/toml writes such lists otherwise now.");
  process.exit(1);
}
SCRIPT
node try.mjs
