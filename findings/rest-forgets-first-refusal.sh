#!/usr/bin/env bash
# @discordjs/rest, and a route whose first answer of all is a refusal.
#
# Guess: after a 429 with 60 s in all its headers, the next request to that channel isn't sent for 60 s; with
#   `rejectOnRateLimit` it is rejected at once.
# Seen: with @discordjs/rest 2.6.3 the next request is sent. The refusal is noted for the bucket that was assumed when the
#   request left, and the same answer's X-RateLimit-Bucket gives the route another one, about which nothing is known. Only
#   from the second refusal on nothing more is sent.
# Why it matters: refused requests count towards the ban of an address. After a start each route does this once, for
#   whichever channel comes first.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null && npm i --silent -E @discordjs/rest@2.6.3 >/dev/null
cat >try.mjs <<'JS'
import { createServer } from "node:http";
import { RateLimitError, REST, version } from "@discordjs/rest";
let arrived = 0;
const server = createServer((request, response) => {
  request.resume();
  arrived += 1;
  response
    .writeHead(429, {
      "content-type": "application/json",
      "retry-after": "60",
      "x-ratelimit-bucket": "abcd1234",
      "x-ratelimit-limit": "5",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset-after": "60",
      "x-ratelimit-scope": "user",
    })
    .end(JSON.stringify({ message: "You are being rate limited.", retry_after: 60, global: false }));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const api = `http://127.0.0.1:${server.address().port}/api`;
const rest = new REST({ api, retries: 0, rejectOnRateLimit: ["/"] }).setToken("t");
const counts = [];
for (let time = 0; time < 3; time += 1) {
  const error = await rest.post("/channels/100000000000000001/messages", { body: {} }).catch((reason) => reason);
  if (!(error instanceof RateLimitError)) throw error;
  counts.push(arrived);
}
server.close();
server.closeAllConnections();
console.log(`@discordjs/rest ${version}, node ${process.versions.node}`);
console.log(`requests that had arrived after each of three: ${counts.join(", ")}`);
if (counts.join() !== "1,2,2") {
  console.error("It no longer sends the second request, and only that one.");
  process.exit(1);
}
process.exit(0);
JS
node try.mjs
