#!/usr/bin/env bash
# Commands that were changed in a bot's code, registered anew at its start by commandkit and by @sapphire/framework.
# Guess: whatever changed is sent to Discord: commandkit's readme has automatic updates of commands among its features, and Sapphire
#   compares a command with Discord's one field by field before it leaves it alone.
# Seen: with commandkit 0.1.10 and discord.js 14.28.1 only a new description, or another number of options, is sent. A choice more, an
#   option that's now required, a translated name and the rights that one needs are not. @sapphire/framework 5.5.1 sends all of
#   these, but not that a command is now for adults only (`nsfw`), though it hands that on when it registers a new one.
# Why it matters: the code says one thing and Discord another, for good and without a word: the new choice can't be chosen, and the
#   command is offered to people who aren't to have it. Whoever tries it changes the description, and sees that it works.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E node@26.10.0 discord.js@14.28.1 commandkit@0.1.10 @sapphire/framework@5.5.1 ws@8.23.0 >/dev/null

cat > discord.mjs <<'SCRIPT'
// A Discord that has the commands as they were, and notes which of them are sent again.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { WebSocketServer } from "ws";

const common = {
  type: 1, description: "Plan a week", name_localizations: null, description_localizations: null, default_member_permissions: null,
  dm_permission: true, contexts: null, integration_types: [0], nsfw: false,
};
const day = { type: 3, name: "day", description: "Which day", required: false, choices: [{ name: "Monday", value: "mo" }] };
const changes = {
  description: [{ description: "Plan a day" }, {}],
  choice: [{ options: [day] }, { options: [{ ...day, choices: [...day.choices, { name: "Tuesday", value: "tu" }] }] }],
  required: [{ options: [day] }, { options: [{ ...day, required: true }] }],
  rights: [{}, { default_member_permissions: "8" }],
  translation: [{}, { name_localizations: { de: "plan" } }],
  nsfw: [{}, { nsfw: true }],
};
const before = Object.entries(changes).map(([name, [old]], index) => ({
  ...common, id: String(index + 10), application_id: "1", version: "1", name, ...old,
}));
export const after = Object.entries(changes).map(([name, [, now]]) => ({ ...common, name, ...now }));
export const sent = new Set();
export const version = (name) => `${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version}`;

const server = createServer((request, response) => {
  let body = "";
  request.on("data", (part) => (body += part));
  request.on("end", () => {
    let answer = before;
    if (request.url.endsWith("/gateway/bot")) {
      answer = { url, shards: 1, session_start_limit: { total: 9, remaining: 9, reset_after: 0, max_concurrency: 1 } };
    } else if (request.method !== "GET") {
      const change = JSON.parse(body);
      sent.add(change.name);
      answer = { ...before.find(({ id }) => request.url.endsWith(`/${id}`)), ...change };
    }
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(answer));
  });
});
new WebSocketServer({ server }).on("connection", (socket) => {
  socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: 45_000 }, s: null, t: null }));
  socket.on("message", (data) => {
    if (JSON.parse(data).op !== 2) return;
    const user = { id: "1", username: "bot", discriminator: "0", avatar: null, bot: true };
    const ready = { v: 10, user, guilds: [], session_id: "a", resume_gateway_url: url, shard: [0, 1], application: { id: "1", flags: 0 } };
    socket.send(JSON.stringify({ op: 0, t: "READY", s: 1, d: ready }));
  });
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const url = `ws://127.0.0.1:${server.address().port}`;
export const rest = { api: `http://127.0.0.1:${server.address().port}/api` };
SCRIPT

mkdir commands
for name in description choice required rights translation nsfw; do
  cat > "commands/$name.mjs" <<SCRIPT
import { after } from "../discord.mjs";

export const data = after.find(({ name }) => name === "$name");
export const run = () => {};
SCRIPT
done
cat > commandkit.mjs <<'SCRIPT'
import { join } from "node:path";
import { CommandKit } from "commandkit";
import { Client } from "discord.js";
import { rest, sent, version } from "./discord.mjs";

const client = new Client({ intents: [], rest });
const kit = new CommandKit({ client, commandsPath: join(import.meta.dirname, "commands") });
const ready = new Promise((done) => client.once("clientReady", done));
await client.login("a.b.c");
await ready;
await kit.reloadCommands();
console.log(`sent by ${version("commandkit")} with ${version("discord.js")}:`, [...sent].join(", "));
process.exit([...sent].join() === "description" ? 0 : 1);
SCRIPT
cat > sapphire.mjs <<'SCRIPT'
import { Command, SapphireClient } from "@sapphire/framework";
import { after, rest, sent, version } from "./discord.mjs";

const client = new SapphireClient({ intents: [], rest, baseUserDirectory: null });
for (const command of after) {
  const { name, description, options, nsfw } = command;
  class Piece extends Command {
    constructor(context, given) {
      super(context, { ...given, name, description });
    }
    registerApplicationCommands(registry) {
      registry.registerChatInputCommand({
        name, description, options, nsfw, nameLocalizations: command.name_localizations ?? undefined,
        defaultMemberPermissions: command.default_member_permissions, integrationTypes: command.integration_types,
      });
    }
    chatInputRun() {}
  }
  await client.stores.get("commands").loadPiece({ name, piece: Piece });
}
const registered = new Promise((done) => client.once("applicationCommandRegistriesRegistered", done));
await client.login("a.b.c");
await registered;
console.log(`sent by ${version("@sapphire/framework")}:`, [...sent].join(", "));
process.exit([...sent].sort().join() === "choice,description,required,rights,translation" ? 0 : 1);
SCRIPT
echo "changed: description, choice, required, rights, translation, nsfw"
NODE_NO_WARNINGS=1 npx --no-install node commandkit.mjs || { echo "commandkit sends other changes now."; exit 1; }
NODE_NO_WARNINGS=1 npx --no-install node sapphire.mjs || { echo "Sapphire sends other changes now."; exit 1; }
