#!/usr/bin/env bash
# An answer that only one person is to see, by discord-hono.
# Guess: `c.flags("EPHEMERAL")` holds for the answer, whatever other flags are added to it, by another call of `flags` or in the data
#   that's given to `res`. Flags are bits of one number, each for itself.
# Seen: with discord-hono 0.22.1 the last ones replace those before, and the answer is public: `c.flags("EPHEMERAL")` and then
#   `.res({ flags: 32768, components })` send 32768, and two calls of `flags` send the second one's. Only flags in one call are
#   joined.
# Why it matters: a function that makes a message from components has to set a flag for them, and whoever calls it adds that it's
#   private. Everybody in the channel then reads it, without an error, while answers of plain text are private.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E discord-hono@0.22.1 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { DiscordHono } from "discord-hono";

console.log("discord-hono", JSON.parse(readFileSync("node_modules/discord-hono/package.json", "utf8")).version);
const answer = async (handler) => {
  const app = new DiscordHono({
    verify: () => true,
    discordEnv: () => ({ TOKEN: "token", PUBLIC_KEY: "key", APPLICATION_ID: "5" }),
  }).command("hours", handler);
  const interaction = { type: 2, id: "1", token: "token", application_id: "5", data: { id: "2", name: "hours", type: 1 } };
  const headers = { "x-signature-ed25519": "signature", "x-signature-timestamp": "1" };
  const request = new Request("https://example.org/", { method: "POST", body: JSON.stringify(interaction), headers });
  const context = { waitUntil() {}, passThroughOnException() {} };
  return (await (await app.fetch(request, {}, context)).json()).data.flags;
};
const components = [{ type: 10, content: "Your hours" }];
const cases = [
  ["flags in one call", 64 + 4096, (c) => c.flags("EPHEMERAL", "SUPPRESS_NOTIFICATIONS").res("Your hours")],
  ["flags in two calls", 4096, (c) => c.flags("EPHEMERAL").flags("SUPPRESS_NOTIFICATIONS").res("Your hours")],
  ["flags in the data as well", 32768, (c) => c.flags("EPHEMERAL").res({ flags: 32768, components })],
];
const changed = [];
for (const [name, seen, handler] of cases) {
  const flags = await answer(handler);
  console.log(`${name}: ${flags}, which is ${flags & 64 ? "private" : "public"}`);
  if (flags !== seen) changed.push(name);
}
if (changed.length) {
  console.log(`Other flags are sent now: ${changed.join(", ")}.`);
  process.exit(1);
}
SCRIPT
node try.mjs
