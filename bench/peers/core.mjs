/** The same with what is below discord.js: its gateway, its requests and their types, without its client. */
import { Client, GatewayDispatchEvents, InteractionType } from "@discordjs/core";
import { REST } from "@discordjs/rest";
import { WebSocketManager } from "@discordjs/ws";
import { answers } from "./lean-answers.mjs";

const token = process.env.DISCORD_TOKEN;
const rest = new REST({ version: "10", api: process.env.DISCORD_API_URL }).setToken(token);
const gateway = new WebSocketManager({ token, intents: 0, rest });
const client = new Client({ rest, gateway });
const shards = await gateway.getShardCount();
let ready = 0;
client.on(GatewayDispatchEvents.Ready, () => {
  ready += 1;
  if (ready === shards) process.stdout.write("ready\n");
});
client.on(GatewayDispatchEvents.InteractionCreate, ({ data, api }) => {
  if (data.type === InteractionType.ApplicationCommand) void execute(data, api);
});
process.once("SIGTERM", () => process.exit(0));
await gateway.connect();

async function execute({ id, token: interactionToken, data }, api) {
  try {
    const answer = await answers[data.name]?.();
    if (answer !== undefined) await api.interactions.reply(id, interactionToken, answer);
  } catch (error) {
    process.stderr.write(`${String(error)}\n`);
  }
}
