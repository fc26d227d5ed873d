#!/usr/bin/env bash
# The names of a command in several languages, as `bot.helpers` of discordeno gives them back.
# Guess: under the languages that they were sent for, and so they are in what `bot.rest` gives for the same answer.
# Seen: with @discordeno/bot 21.0.0 `pt-BR` is `pt-_b_r` and `es-ES` is `es-_e_s`, in names, descriptions, options and choices. The
#   helpers turn an answer into snake case once more and take the capitals of a language for the start of a word. `de` stays.
# Why it matters: a bot that compares its commands with what Discord has, to register only what changed, finds a change at each
#   start. One that changes a single field and sends the command back names languages that Discord doesn't have, and Discord
#   refuses it. Whoever tries it in German or French sees nothing.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E @discordeno/bot@21.0.0 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createBot } from "@discordeno/bot";

const { version } = JSON.parse(readFileSync("node_modules/@discordeno/bot/package.json", "utf8"));
console.log(`@discordeno/bot ${version}, Node.js ${process.version}`);
// A server in Discord's place, which answers with the commands that it was sent, as Discord does.
const server = createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  const commands = JSON.parse(body).map((command) => ({ id: "5", application_id: "123", version: "1", ...command }));
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(commands));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const token = `${btoa("123")}.a.b`;
const proxy = { baseUrl: `http://127.0.0.1:${server.address().port}`, authorization: "none" };
const bot = createBot({ token, intents: 0, desiredProperties: {}, rest: { token, applicationId: 123n, proxy } });
const nameLocalizations = { de: "bestellung", "pt-BR": "pedido", "es-ES": "pedido" };
const commands = [{ type: 1, name: "order", description: "Log an order", nameLocalizations }];
const languages = ([command]) => Object.keys(command.nameLocalizations).join();
const byRest = languages(await bot.rest.upsertGlobalApplicationCommands(commands));
const byHelpers = languages(await bot.helpers.upsertGlobalApplicationCommands(commands));
console.log(`sent ${languages(commands)}; bot.rest gives ${byRest}, bot.helpers gives ${byHelpers}`);
if (byRest !== "de,pt-BR,es-ES" || byHelpers !== "de,pt-_b_r,es-_e_s") {
  console.log("The languages of a command now come back as they were sent.");
  process.exit(1);
}
process.exit(0);
SCRIPT
node try.mjs
