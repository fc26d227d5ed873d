#!/usr/bin/env bash
# A `Date` among the parameters of a call with ofetch: "all posts since then".
# Guess: the address has it as milliseconds: ofetch's readme puts `new Date()` in a query and says that this adds
#   `?t=1640125211170`.
# Seen: ofetch 1.5.1 sends it as JSON, with the quotes: `t="2026-11-07T18:00:00.000Z"`, encoded. axios 1.21.1 sends it without
#   quotes. In a body both are the same.
# Why it matters: a service that can't read the time refuses the call, or passes over it and answers with everything there is: old
#   posts are posted again, or a list is replaced by the whole one. As a text the time is safe.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E ofetch@1.5.1 axios@1.21.1 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import axios from "axios";
import { ofetch } from "ofetch";

const version = (name) => `${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`;
console.log(`${["ofetch", "axios"].map(version).join(", ")}, Node.js ${process.version}`);
// A server that answers with the address it was asked for.
const server = createServer((request, response) => {
  const url = decodeURIComponent(request.url);
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ url }));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const baseUrl = `http://127.0.0.1:${server.address().port}`;
const t = new Date("2026-11-07T18:00:00Z");
const seen = {
  ofetch: (await ofetch("/posts", { baseURL: baseUrl, query: { t, limit: 5 } })).url,
  axios: (await axios.get("/posts", { baseURL: baseUrl, params: { t, limit: 5 } })).data.url,
};
server.close();
for (const [name, url] of Object.entries(seen)) console.log(`${name}: ${url}`);
const expected = [
  '/posts?t="2026-11-07T18:00:00.000Z"&limit=5',
  "/posts?t=2026-11-07T18:00:00.000Z&limit=5",
];
if (Object.values(seen).join() !== expected.join()) {
  console.log("They now send a Date in another way.");
  process.exit(1);
}
SCRIPT
node try.mjs
