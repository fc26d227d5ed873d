#!/usr/bin/env bash
# A post by a webhook into a thread, whose sender waits for the answer, by discordeno.
# Guess: `wait` and `threadId` both reach Discord, as its types describe them side by side: `?wait=true&thread_id=5`.
# Seen: with @discordeno/rest 21.0.0 the address ends with `?wait=truethread_id=5`: nothing is between the two, so there is no
#   thread in it, and `wait` is neither true nor false. Each of them alone is right.
# Why it matters: whoever keeps the id of what was posted, to edit it later, has to wait for it. In a thread the post is refused,
#   or lands in the channel above it, for all to see. In a channel, where one tries it first, it works.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E @discordeno/rest@21.0.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRestManager } from "@discordeno/rest";

const { version } = JSON.parse(readFileSync("node_modules/@discordeno/rest/package.json", "utf8"));
console.log(`@discordeno/rest ${version}, Node.js ${process.version}`);
// A server in Discord's place, which only notes what it was asked.
let asked;
const server = createServer((request, response) => {
  asked = new URL(request.url, "http://discord.test").searchParams;
  response.writeHead(204).end();
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const proxy = { baseUrl: `http://127.0.0.1:${server.address().port}`, authorization: "none" };
const rest = createRestManager({ token: `${btoa("1")}.a.b`, applicationId: 1n, proxy });
const seen = [];
for (const options of [{ wait: true }, { threadId: "5" }, { wait: true, threadId: "5" }]) {
  await rest.executeWebhook("1", "none", { content: "Hello", ...options });
  const text = `wait ${asked.get("wait")}, thread_id ${asked.get("thread_id")}`;
  console.log(`${JSON.stringify(options)}: ${text}`);
  seen.push(text);
}
if (
  seen.join("; ") !==
  "wait true, thread_id null; wait null, thread_id 5; wait truethread_id=5, thread_id null"
) {
  console.log("A post by a webhook that is waited for now reaches its thread.");
  process.exit(1);
}
process.exit(0);
SCRIPT
node try.mjs
