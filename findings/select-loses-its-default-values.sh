#!/usr/bin/env bash
# oceanic.js, and a select of people, roles or channels with default values.
# Guess: `defaultValues`, which the library's types have for these four selects, reaches Discord as `default_values`.
# Seen: oceanic.js 1.15.0 leaves it out of what it sends, for all four, without a word. It reads `default_values` from
#   Discord's answers, so a message that is edited with its own components loses them as well.
# Why it matters: a setting that is shown as a select is empty each time, as if nothing had been chosen, and whoever submits
#   it like that clears the setting.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E oceanic.js@1.15.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { createServer } from "node:http";
import { Client, ComponentTypes, Constants } from "oceanic.js";

const bodies = [];
const server = createServer(async (request, response) => {
  let body = "";
  for await (const piece of request) body += piece;
  bodies.push(JSON.parse(body));
  response.writeHead(400, { "content-type": "application/json" }).end('{"code":0,"message":"seen"}');
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const client = new Client({ auth: "Bot t", rest: { baseURL: `http://127.0.0.1:${server.address().port}` } });

const kinds = { USER_SELECT: "user", ROLE_SELECT: "role", MENTIONABLE_SELECT: "user", CHANNEL_SELECT: "channel" };
const components = Object.entries(kinds).map(([name, type]) => ({
  type: ComponentTypes.ACTION_ROW,
  components: [
    {
      type: ComponentTypes[name],
      customID: name,
      defaultValues: [{ id: "123456789012345678", type }],
      ...(type === "channel" && { channelTypes: [0] }),
    },
  ],
}));
await client.rest.channels.createMessage("1", { components }).catch(() => {});
server.closeAllConnections();
server.close();

const sent = bodies[0].components.map((row) => row.components[0]);
const read = client.util.componentToParsed({
  type: ComponentTypes.USER_SELECT,
  custom_id: "read",
  default_values: [{ id: "1", type: "user" }],
});
console.log(`oceanic.js ${Constants.VERSION}, node ${process.version}`);
console.log("sent:", sent);
console.log("read:", read.defaultValues);
if (sent.length !== 4 || sent.some((each) => "default_values" in each)) {
  console.log("Default values are sent now.");
  process.exit(1);
}
SCRIPT
node try.mjs
