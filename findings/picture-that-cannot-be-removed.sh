#!/usr/bin/env bash
# What oceanic.js sends when a picture is to be removed.
# Guess: `null`, which removes it: the library's documentation says "`null` to reset" of the icon, banner and splash of a server, and
#   of the avatar of a webhook.
# Seen: oceanic.js 1.15.0 leaves out all four, and the icon of a role, without a word; what else is in the call is sent. The bot's
#   own avatar is sent as `null`. A role's `color: 0`, which means none, is left out likewise, though `colors` with a 0 is sent.
# Why it matters: Discord answers that all is well, and the picture or colour stays. "Reset" in a bot's settings says that it's done,
#   and setting another picture works.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E oceanic.js@1.15.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { Client } from "oceanic.js";

const { version } = JSON.parse(readFileSync("node_modules/oceanic.js/package.json", "utf8"));
console.log(`oceanic.js ${version}, Node.js ${process.version}`);
// A server in Discord's place, which only notes what it was sent.
let sent;
const server = createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  sent = JSON.parse(body);
  response.writeHead(400, { "content-type": "application/json" }).end("{}");
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const baseURL = `http://127.0.0.1:${server.address().port}/api/v10`;
const { rest } = new Client({ auth: "Bot none", rest: { baseURL } });
const see = async (name, call) => {
  await call.catch(() => {});
  console.log(`${name}: sent ${JSON.stringify(sent)}`);
  return JSON.stringify(sent);
};
const png = "data:image/png;base64,iVBORw0KGgo=";
const seen = [
  await see("own avatar", rest.users.editSelf({ avatar: null })),
  await see("a webhook's new avatar", rest.webhooks.edit("1", { name: "News", avatar: png })),
  await see("a webhook's avatar", rest.webhooks.edit("1", { name: "News", avatar: null })),
  await see("a server", rest.guilds.edit("1", { name: "Inn", icon: null, banner: null, splash: null })),
  await see("a role", rest.guilds.editRole("1", "2", { name: "Staff", icon: null, color: 0 })),
  await see("a role's colors", rest.guilds.editRole("1", "2", { name: "Staff", colors: { primaryColor: 0 } })),
];
const expected = [
  { avatar: null },
  { avatar: png, name: "News" },
  { name: "News" },
  { name: "Inn" },
  { name: "Staff" },
  { colors: { primary_color: 0 }, name: "Staff" },
];
if (seen.join() !== expected.map((body) => JSON.stringify(body)).join()) {
  console.log("oceanic.js now sends what removes a picture or a colour.");
  process.exit(1);
}
process.exit(0);
SCRIPT
node try.mjs
