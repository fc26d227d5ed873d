#!/usr/bin/env bash
# `clear()` of keyv, where several namespaces share a store in memory.
# Guess: only the entries of that namespace go, as the readme says of `clear()` and gives as what namespaces are for.
# Seen: with keyv 5.6.0 over a `Map` or quick-lru 7.3.0, both of which the readme shows as stores, the entries of all
#   namespaces go. The iterator of one namespace also gives the entries of the other. Keys by themselves are kept apart.
# Why it matters: caches of a bot share one bounded store. Clearing one server's or one command's empties the others too,
#   sessions and limits among them, though not where the store is a database, which is where one would have looked.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E keyv@5.6.0 quick-lru@7.3.0

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import Keyv from "keyv";
import QuickLRU from "quick-lru";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
console.log(`keyv ${versionOf("keyv")}, quick-lru ${versionOf("quick-lru")}`);
for (const store of [new Map(), new QuickLRU({ maxSize: 100 })]) {
  const pages = new Keyv({ store, namespace: "pages" });
  const sessions = new Keyv({ store, namespace: "sessions" });
  await pages.set("mia", "a page");
  await sessions.set("mia", "a session");
  const before = [await pages.get("mia"), await sessions.get("mia")];
  const listed = [];
  for await (const [key, value] of pages.iterator()) listed.push(`${key}: ${value}`);
  await pages.clear();
  const after = await sessions.get("mia");
  console.log(`${store.constructor.name}: before`, before, "all pages", listed, "session after pages.clear()", after);
  if (before.join() !== "a page,a session" || after !== undefined) {
    console.log("Clearing one namespace now leaves the other.");
    process.exit(1);
  }
}
SCRIPT
node try.mjs
