#!/usr/bin/env bash
# What @discordjs/proxy sends again after a 429.
# Guess: the same request; or, with `retries: 0`, nothing, since repeating is then left to the caller.
# Seen: with @discordjs/proxy 2.1.1 and @discordjs/rest 2.6.0 the post is sent again with an empty body, and the caller
#   gets that answer. The body is a stream, read by the first try. `retries: 0` changes nothing, because a 429 isn't
#   counted as a retry; `rejectOnRateLimit: () => true` hands the 429 to the caller.
# Why it matters: several replicas share a pace through this proxy. Discord refuses the empty post with 400, so a post that
#   was only to wait is lost, and its sender is told that it was malformed.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E @discordjs/proxy@2.1.1 @discordjs/rest@2.6.0

cat > try.mjs <<'SCRIPT'
import { createServer } from "node:http";
import { once } from "node:events";
import { REST } from "@discordjs/rest";
import { proxyRequests } from "@discordjs/proxy";

const listen = async (handle) => {
  const server = createServer(handle).listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${server.address().port}`;
};

/** @returns the bodies that the stand-in for Discord got, and the status that the caller saw */
async function post(options) {
  const bodies = [];
  const discord = await listen(async (request, response) => {
    bodies.push(String(Buffer.concat(await request.toArray())));
    const limited = { "content-type": "application/json", "retry-after": "0.2", "x-ratelimit-scope": "user" };
    if (bodies.length === 1) response.writeHead(429, limited).end('{"message":"","retry_after":0.2,"global":false}');
    else response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  const rest = new REST({ api: `${discord}/api`, ...options }).setToken("token");
  const proxy = await listen(proxyRequests(rest));
  const { status } = await fetch(`${proxy}/api/v10/channels/123456789012345678/messages`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bot token" },
    body: '{"content":"Hello"}',
  });
  return { bodies, status };
}

const seen = {
  usual: await post({}),
  withoutRetries: await post({ retries: 0 }),
  rejecting: await post({ rejectOnRateLimit: () => true }),
};
console.log(`Node ${process.version}`, JSON.stringify(seen, null, 1));
const isLost = ({ bodies, status }) => status === 200 && bodies.length === 2 && bodies[1] === "";
if (!isLost(seen.usual) || !isLost(seen.withoutRetries)) {
  console.log("A post is no longer repeated with an empty body after a 429.");
  process.exit(1);
}
if (seen.rejecting.status !== 429 || seen.rejecting.bodies.length !== 1) {
  console.log("rejectOnRateLimit no longer hands the 429 to the caller.");
  process.exit(1);
}
process.exit(0);
SCRIPT
node try.mjs
