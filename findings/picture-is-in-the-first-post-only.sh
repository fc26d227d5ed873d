#!/usr/bin/env bash
# One post, sent by eris to three webhooks, and a change made to two messages.
# Guess: the same options make the same post in each channel: the documentation describes them as what to send, and doesn't say
#   that they can be used only once.
# Seen: eris 0.18.0 takes `file` out of the options as it sends them, so only the first channel has the picture. The others get the
#   text alone, and so does the second message that is edited. The `embed` of a webhook, on the other hand, is added to `embeds` in the
#   options each time: it's there twice in the second channel, and three times in the third. `createMessage`, whose file is an
#   argument of its own, has it each time.
# Why it matters: news go to many channels with the same options. All but one lack the picture, without an error, and from the
#   eleventh on Discord refuses so many embeds. With one channel all is well. Each call needs `{ ...options }`.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E eris@0.18.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { Agent } from "node:https";
import { connect } from "node:net";
import { Client } from "eris";

const { version } = JSON.parse(readFileSync("node_modules/eris/package.json", "utf8"));
console.log(`eris ${version}, Node.js ${process.version}`);
// A server in Discord's place, which only notes what it was sent. It's reached without encryption.
let sent;
const server = createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  const hasFile = body.includes('filename="plan.txt"');
  const { embeds = [] } = JSON.parse(body.match(/\{.*\}/)[0]);
  sent = `${hasFile ? "a file" : "no file"}, embeds: ${embeds.length}`;
  response.writeHead(400, { "content-type": "application/json" }).end("{}");
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const agent = new Agent();
agent.createConnection = () => connect(server.address().port, "127.0.0.1");
const client = new Client("Bot none", { intents: [], rest: { agent } });
client.on("error", () => {});
const see = async (name, call) => {
  await call.catch(() => {});
  console.log(`${name}: ${sent}`);
  return sent;
};
const file = { file: Buffer.from("Monday: Mia"), name: "plan.txt" };
const post = { content: "News", file, embed: { title: "Plan of the week" } };
const change = { content: "News", file };
const message = { content: "News" };
const seen = [
  await see("first webhook", client.executeWebhook("1", "token", post)),
  await see("second webhook", client.executeWebhook("2", "token", post)),
  await see("third webhook", client.executeWebhook("3", "token", post)),
  await see("first edit", client.editMessage("1", "2", change)),
  await see("second edit", client.editMessage("3", "4", change)),
  await see("first message", client.createMessage("1", message, file)),
  await see("second message", client.createMessage("3", message, file)),
];
const expected = [
  "a file, embeds: 1",
  "no file, embeds: 2",
  "no file, embeds: 3",
  "a file, embeds: 0",
  "no file, embeds: 0",
  "a file, embeds: 0",
  "a file, embeds: 0",
];
if (seen.join() !== expected.join()) {
  console.log("eris now sends the same options as the same post.");
  process.exit(1);
}
process.exit(0);
SCRIPT
node try.mjs
