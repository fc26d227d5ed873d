#!/usr/bin/env bash
# A call of dressed with a parameter that is false.
# Guess: `listEntitlements({ exclude_deleted: false })` asks for `?exclude_deleted=false`, as Discord has it in its reference, where
#   the default is true, and as the library's types have it, with that default beside it.
# Seen: dressed 1.10.1 leaves out whatever is false or 0, so the address has no such parameter, and Discord's default holds. True and
#   other numbers are there.
# Why it matters: the list lacks all entitlements that were deleted, such as refunded ones, which are just what was asked for, and
#   nobody is told. A bot that takes away what was paid back does nothing. As the text "false", which the types don't
#   have, it's sent.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E dressed@1.10.1 >/dev/null

cat > try.mjs <<'SCRIPT'
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { listEntitlements } from "dressed";

console.log("dressed", JSON.parse(readFileSync("node_modules/dressed/package.json", "utf8")).version);
let query;
const server = createServer((request, response) => {
  query = new URL(request.url, "http://localhost").search || "nothing";
  response.setHeader("content-type", "application/json").end("[]");
}).listen(0, "127.0.0.1");
await once(server, "listening");
const options = {
  routeBase: `http://127.0.0.1:${server.address().port}`,
  authorization: "Bot token",
  env: { DISCORD_APP_ID: "123456789012345678" },
};
const seen = [
  [{ exclude_ended: true }, "?exclude_ended=true"],
  [{ exclude_deleted: false }, "nothing"],
  [{ exclude_deleted: false, limit: 5 }, "?limit=5"],
];
const changed = [];
for (const [parameters, expected] of seen) {
  await listEntitlements(parameters, options);
  console.log(`${JSON.stringify(parameters)}: ${query} was sent`);
  if (query !== expected) changed.push(JSON.stringify(parameters));
}
server.close();
server.closeAllConnections();
if (changed.length) {
  console.log(`Sent otherwise now: ${changed.join(", ")}.`);
  process.exit(1);
}
SCRIPT
DISCORD_APP_ID=123456789012345678 DISCORD_TOKEN=token DISCORD_PUBLIC_KEY=key node try.mjs
