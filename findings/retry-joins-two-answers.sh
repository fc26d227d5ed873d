#!/usr/bin/env bash
# undici's retry interceptor, and an answer whose connection ends in the middle while the file changes.
# Guess: it fetches the rest only if that is sure to belong to the first half. RFC 9110 (15.3.7.3) forbids joining parts
#   without a strong validator that they share, and the two answers say in `Last-Modified` that they are of different files.
# Seen: undici 8.12.4 compares only ETags. Without one it asks for the rest (`Range`, without `If-Range` or
#   `If-Unmodified-Since`) and joins what it gets: the body is half of one file and half of the other, with status 200.
# Why it matters: a backup, a list or a picture arrives whole in length and wrong in content. Whoever fetches from a
#   server without ETags should retry the whole request instead.

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

const asked = [];
const server = createServer(({ headers }, response) => {
  asked.push({ range: headers.range, ifRange: headers["if-range"], ifUnmodified: headers["if-unmodified-since"] });
  if (headers.range === undefined) {
    response.writeHead(200, { "content-length": 10, "last-modified": "Mon, 02 Nov 2026 10:00:00 GMT" });
    response.write("old,o");
    setTimeout(() => response.destroy(), 50);
  } else {
    const rest = { "content-range": "bytes 5-9/10", "last-modified": "Mon, 30 Nov 2026 10:00:00 GMT" };
    response.writeHead(206, { ...rest, "content-length": 5 });
    response.end("w,new");
  }
});
await once(server.listen(0, "127.0.0.1"), "listening");
const dispatcher = new Agent().compose(interceptors.retry({ minTimeout: 10, maxTimeout: 10, maxRetries: 1 }));
const outcome = await request(`http://127.0.0.1:${server.address().port}/`, { dispatcher })
  .then(async ({ statusCode, body }) => `${statusCode} ${await body.text()}`)
  .catch((error) => `${error.name}: ${error.message}`);
console.log(`undici 8.12.4, node ${process.version}`);
console.log("asked for:", asked);
console.log("outcome:", outcome);
await dispatcher.close();
server.close();
if (outcome !== "200 old,ow,new") {
  console.log("Halves of two files are no longer joined.");
  process.exit(1);
}
SCRIPT
npx --no-install node --disable-warning=ExperimentalWarning try.mjs
