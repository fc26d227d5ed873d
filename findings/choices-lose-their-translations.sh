#!/usr/bin/env bash
# A command that is read with oceanic.js and sent back with another description.
# Guess: all else stays as it was: what is read has the types of what is sent, with `nameLocalizations` of the command, its options
#   and their choices.
# Seen: oceanic.js 1.15.0 reads the translated names of choices as `name_localizations`, under which its types don't have them
#   and it doesn't send them. Those of the command and of options are kept.
# Why it matters: a choice is then shown in one language to everybody, after a change that had nothing to do with it. The
#   command itself is still translated, so whoever looks at it in another language doesn't see it until the last step.

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
// A server in Discord's place, which has one command and takes changes to it.
const choice = { name: "Tea", name_localizations: { de: "Tee" }, value: "tea" };
const option = { type: 3, name: "what", name_localizations: { de: "was" }, description: "What", choices: [choice] };
let stored = { id: "5", application_id: "1", version: "1", type: 1, name: "order", description: "Order", options: [option] };
const server = createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  if (request.method === "PATCH") stored = { ...stored, ...JSON.parse(body) };
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(stored));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const baseURL = `http://127.0.0.1:${server.address().port}/api/v10`;
const { applications } = new Client({ auth: "Bot none", rest: { baseURL } }).rest;
const tell = (when) => {
  const [{ name_localizations: names, choices }] = stored.options;
  const text = `option ${names?.de}, choice ${choices[0].name_localizations?.de}`;
  console.log(`${when}, in German: ${text}`);
  return text;
};
const before = tell("before");
const { options } = await applications.getGlobalCommand("1", "5", { withLocalizations: true });
await applications.editGlobalCommand("1", "5", { description: "Log an order", options });
const after = tell("after");
if (before !== "option was, choice Tee" || after !== "option was, choice undefined") {
  console.log("The choices of a command now keep their translations.");
  process.exit(1);
}
process.exit(0);
SCRIPT
node try.mjs
