import { GatewayIntentBits } from "discord.js";

/** The intents that the guides begin with, and as many shards as Discord asks for. */
export const clientOptions = {
  intents: [GatewayIntentBits.Guilds],
  shards: "auto",
  rest: { api: process.env.DISCORD_API_URL },
};
