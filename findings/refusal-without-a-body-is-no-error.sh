#!/usr/bin/env bash
# A refusal that has no body, by openapi-fetch.
# Guess: `error` is set, so `if (error)` tells: by the readme `data` is only present if the answer is a 2XX, and `error` only if
#   it's a 4XX or 5XX, and both are checked by TypeScript.
# Seen: with openapi-fetch 0.17.0 `error` is `undefined` after a 401 with `Content-Length: 0`, and an empty text, which counts as
#   false as well, after a 500 without a length. `data` is `undefined`, too, but to TypeScript 7.0.2 it's there as soon as
#   `error` isn't. With a body all is as guessed. `response.ok` is right each time.
# Why it matters: proxies and gateways refuse with nothing but a status. After a post or a deletion, which have no data to look
#   at, the bot says that it's done. Tests whose refusals have a body, as the service's description has them, pass.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E openapi-fetch@0.17.0 typescript@7.0.2 >/dev/null

cat > types.mts <<'SCRIPT'
import createClient from "openapi-fetch";

type Answer<Body> = { headers: Record<string, unknown>; content: { "application/json": Body } };
interface paths {
  "/lists": { get: { parameters: object; responses: { 200: Answer<{ name: string }>; 401: Answer<{ message: string }> } } };
}
const { data, error } = await createClient<paths>().GET("/lists");
if (!error) console.log(data.name);
SCRIPT
npx --no-install tsc --noEmit --strict --skipLibCheck --target es2022 --module nodenext --lib es2022,dom,dom.iterable types.mts || {
  echo "To TypeScript, data may now be missing where there's no error."
  exit 1
}

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import createClient from "openapi-fetch";

const { version } = JSON.parse(readFileSync("node_modules/openapi-fetch/package.json", "utf8"));
console.log(`openapi-fetch ${version}, Node.js ${process.version}`);
const server = createServer((request, response) => {
  if (request.url === "/a-body") response.writeHead(401, { "content-type": "application/json" }).end('{"message":"No"}');
  if (request.url === "/no-body") response.writeHead(401, { "content-length": 0 }).end();
  if (request.url === "/no-length") response.writeHead(500).write("", () => response.end());
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const client = createClient({ baseUrl: `http://127.0.0.1:${server.address().port}` });
const seen = [];
for (const path of ["/a-body", "/no-body", "/no-length"]) {
  const { data, error, response } = await client.POST(path, { body: {} });
  console.log(`${path}: ${response.status}, error ${JSON.stringify(error)}, data ${data}, so if (error) is ${Boolean(error)}`);
  seen.push(Boolean(error));
}
server.close();
if (seen.join() !== "true,false,false") {
  console.log("openapi-fetch now gives an error for every refusal.");
  process.exit(1);
}
SCRIPT
node try.mjs
