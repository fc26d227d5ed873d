#!/usr/bin/env bash
# @discordjs/rest and a 429 that doesn't say for how long to wait, as the edge before Discord's API sends it.
#
# Guess: it waits for some time of its own, or fails after the given number of retries.
# Seen: with @discordjs/rest 2.6.3 on Node 20.20 the request is repeated at once, without a pause and without counting
#   towards `retries`. The number in the body (`retry_after`) isn't read either.
# Why it matters: each refused request counts towards Discord's ban of the machine's address (10,000 in ten minutes), and
#   one edit alone sends thousands in a second. A bot has to look at each 429 itself.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null && npm i --silent -E @discordjs/rest@2.6.3 >/dev/null
cat >try.mjs <<'JS'
import { createServer } from "node:http";
import { REST, version } from "@discordjs/rest";
const enough = 200;
async function countRequests(type, body) {
  let requests = 0;
  const server = createServer((request, response) => {
    request.resume();
    requests += 1;
    if (requests > enough) response.writeHead(204).end();
    else response.writeHead(429, { "content-type": type }).end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const rest = new REST({ api: `http://127.0.0.1:${server.address().port}/api`, retries: 0 }).setToken("t");
  const startedAt = performance.now();
  await rest.patch("/channels/100000000000000001/messages/100000000000000002", { body: { content: "x" } });
  const ms = Math.round(performance.now() - startedAt);
  rest.clearHandlerSweeper();
  rest.clearHashSweeper();
  server.closeAllConnections();
  server.close();
  return { requests, ms };
}
const page = await countRequests("text/html", "<h1>error code: 1015</h1>");
const json = await countRequests("application/json", JSON.stringify({ retry_after: 60, global: false }));
console.log({ rest: version, node: process.version, page, json });
const isSeen = page.requests === enough + 1 && json.requests === enough + 1 && json.ms < 60_000;
if (!isSeen) {
  console.log("It is no longer so: a 429 without Retry-After isn't repeated at once.");
  process.exit(1);
}
JS
node try.mjs
