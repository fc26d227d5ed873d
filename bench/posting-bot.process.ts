/** The bot as `npm start` runs it on Discord, and beside it a message to as many channels as its parent names. */
import { readConfig } from "../src/config.ts";
import { startOnDiscord } from "../src/start/discord.ts";

const { discordToken = "", ...config } = readConfig(process.env);
const say = (text: string) => process.stdout.write(`${text}\n`);
const app = await startOnDiscord({ ...config, discordToken }, say, { onFatal: () => process.exit(1) });

process.on("message", (message) => {
  if (!Array.isArray(message)) return;
  for (const channelId of message)
    void app.ctx.messenger.post(String(channelId), { content: "The week at a glance" });
});
process.once("SIGTERM", () => void app.stop().then(() => process.exit(0)));
