#!/usr/bin/env bash
# Two functions whose results are kept in one cache of cacheable.
# Guess: each has its own results, at the latest with `key`: the readme has `wrap(syncFunction, { ttl: "1h", key: "syncFunction" })` and
#   says that this sets a custom key.
# Seen: with cacheable 2.5.0 `key` does nothing, and its types don't have it. Results are told apart by the function's name and its
#   arguments, and a function written right there in the call has no name: with or without `key`, the second one answers with
#   what the first one found for the same id. With `keyPrefix`, or functions of different names, all is well.
# Why it matters: the id of a server is also that of its role for everyone, so the bot shows one where it means the other, and
#   numbers from 1 on always meet. What is wrong depends on who asked first, so a test of each function by itself passes.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E cacheable@2.5.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { Cacheable, CacheableMemory } from "cacheable";

const { version } = JSON.parse(readFileSync("node_modules/cacheable/package.json", "utf8"));
console.log(`cacheable ${version}, Node.js ${process.version}`);
const seen = [];
for (const Cache of [Cacheable, CacheableMemory]) {
  for (const [role, guild] of [
    [{}, {}],
    [{ key: "role" }, { key: "guild" }],
    [{ keyPrefix: "role" }, { keyPrefix: "guild" }],
  ]) {
    const cache = new Cache();
    const findRole = cache.wrap((id) => `role ${id}`, { ttl: "1h", ...role });
    const findGuild = cache.wrap((id) => `server ${id}`, { ttl: "1h", ...guild });
    const found = [await findRole("5"), await findGuild("5")].join(" and ");
    console.log(`${Cache.name} with ${Object.keys(role).join() || "neither"}: asked for role 5 and server 5, it gives ${found}`);
    seen.push(found);
  }
}
const mixed = "role 5 and role 5";
const apart = "role 5 and server 5";
if (seen.join() !== [mixed, mixed, apart, mixed, mixed, apart].join()) {
  console.log("cacheable now keeps the results of two functions apart by `key`.");
  process.exit(1);
}
process.exit(0);
SCRIPT
node try.mjs
