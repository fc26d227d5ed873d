#!/usr/bin/env bash
# @discordjs/rest and a 429 with a long Retry-After.
#
# Guess: the request's abort signal, or the client's `timeout`, ends the wait.
# Seen: with @discordjs/rest 2.6.3 the client sleeps for the whole number. An aborted signal is only looked at after the
#   sleep, and `timeout` counts single requests, not the sleep between them.
# Why it matters: Discord has been seen to ask for hours. Without `rejectOnRateLimit` a post holds its place for as long,
#   and the process doesn't end.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null && npm i --silent -E @discordjs/rest@2.6.3 >/dev/null
cat >try.mjs <<'JS'
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { REST, version } from "@discordjs/rest";
const retryAfterSeconds = 3;
let requests = 0;
const server = createServer((request, response) => {
  request.resume();
  requests += 1;
  if (requests > 1) response.writeHead(204).end();
  else response.writeHead(429, { "retry-after": String(retryAfterSeconds) }).end();
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const api = `http://127.0.0.1:${server.address().port}/api`;
const rest = new REST({ api, retries: 0, timeout: 500 }).setToken("t");
const abort = new AbortController();
const startedAt = performance.now();
const post = rest.post("/channels/100000000000000001/messages", { body: { content: "x" }, signal: abort.signal });
const ended = post.then(() => "sent", (error) => error.name);
await sleep(1_000);
abort.abort();
const outcome = await ended;
const ms = Math.round(performance.now() - startedAt);
console.log({ rest: version, node: process.version, retryAfterSeconds, abortedAfterMs: 1_000, outcome, ms });
rest.clearHandlerSweeper();
rest.clearHashSweeper();
server.closeAllConnections();
server.close();
if (ms < retryAfterSeconds * 1_000) {
  console.log("It is no longer so: the wait for a rate limit ends with the signal or the timeout.");
  process.exit(1);
}
JS
node try.mjs
