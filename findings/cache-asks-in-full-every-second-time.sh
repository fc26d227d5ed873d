#!/usr/bin/env bash
# undici's cache, and an answer that is to be asked about each time (`no-cache` with an ETag).
# Guess: after one full answer each request carries its ETag and is answered with 304, which renews what is stored, as
#   RFC 9111 says (4.3.4).
# Seen: with undici 8.12.4 that holds for every second request. The 304 is used once, then the stored answer is gone, and the
#   next request is a full one without the ETag. What the 304 says isn't stored either: its `max-age=60` is ignored. The
#   answer that was just confirmed carries `Warning: 110 - "response is stale"`.
# Why it matters: a service that doesn't count what it answers with 304 counts every second request instead of one, and
#   sends as many whole answers. Whoever looks for stale answers by their warning finds those that are surely fresh.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E node@26.10.0 undici@8.12.4 >/dev/null

cat > try.mjs <<'SCRIPT'
import { once } from "node:events";
import { createServer } from "node:http";
import { Agent, interceptors, request } from "undici";

let asked = [];
const server = createServer(({ url, headers }, response) => {
  const isConditional = headers["if-none-match"] === '"1"';
  asked.push(isConditional ? "304" : "200");
  const renewed = isConditional && url === "/renewed" ? "max-age=60" : "no-cache";
  response.writeHead(isConditional ? 304 : 200, { etag: '"1"', "cache-control": renewed });
  response.end(isConditional ? undefined : "the list");
});
await once(server.listen(0, "127.0.0.1"), "listening");
const dispatcher = new Agent().compose(interceptors.cache());
async function askSixTimes(path) {
  asked = [];
  const warnings = [];
  for (let time = 1; time <= 6; time++) {
    const { body, headers } = await request(`http://127.0.0.1:${server.address().port}${path}`, { dispatcher });
    if ((await body.text()) !== "the list") throw new Error("Not the answer");
    warnings.push(headers.warning ?? "-");
  }
  console.log(`${path}: the server answered ${asked.join(", ")}; warnings: ${warnings.join(", ")}`);
  return asked.join();
}
console.log(`undici 8.12.4, node ${process.version}`);
const seen = [await askSixTimes("/as-before"), await askSixTimes("/renewed")];
await dispatcher.close();
server.close();
if (seen.some((each) => each !== "200,304,200,304,200,304")) {
  console.log("A stored answer now outlives a 304, or takes its headers.");
  process.exit(1);
}
SCRIPT
npx --no-install node --disable-warning=ExperimentalWarning try.mjs
