#!/usr/bin/env bash
# The time limit of @discordjs/rest and a response whose body is late.
#
# Guess: `timeout` limits the request until its response is there.
# Seen: with @discordjs/rest 2.6.3 the timer ends with the response's headers. The body is read afterwards, without a
#   limit but undici's own of 300 s between two pieces.
# Why it matters: a proxy that lost the other side after the headers holds a post for minutes, with nothing in the log. A
#   `makeRequest` of one's own that reads the whole body puts it under the limit.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null && npm i --silent -E @discordjs/rest@2.6.3 >/dev/null
cat >try.mjs <<'JS'
import { createServer } from "node:http";
import { REST, version } from "@discordjs/rest";
const timeoutMs = 500;
const lateMs = 3_000;
const server = createServer((_, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.write(" ");
  setTimeout(() => response.end('{"id":"1"}'), lateMs);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const api = `http://127.0.0.1:${server.address().port}/api`;
const rest = new REST({ api, retries: 0, timeout: timeoutMs }).setToken("t");
const outcome = await rest.get("/users/@me").then(
  ({ id }) => `answered with id ${id}`,
  (error) => error.name,
);
console.log({ rest: version, node: process.version, timeoutMs, lateMs, outcome });
rest.clearHandlerSweeper();
rest.clearHashSweeper();
server.closeAllConnections();
server.close();
if (!outcome.startsWith("answered")) {
  console.log("It is no longer so: the time limit covers the body.");
  process.exit(1);
}
JS
node try.mjs
