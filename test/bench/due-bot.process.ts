/** The bot as `npm start` runs it on Discord. Told `["longest-block", n]` by its parent, it says how long its main thread was busy at most. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { readConfig } from "../../src/config.ts";
import { startOnDiscord } from "../../src/start/on-discord.ts";

/** A timer of this length is late by as long as the thread was busy. */
const resolution = 5;
const delays = monitorEventLoopDelay({ resolution });
const { discordToken = "", ...config } = readConfig(process.env);
const app = await startOnDiscord({ ...config, discordToken }, (text) => process.stdout.write(`${text}\n`));
delays.enable();

process.on("message", (message) => {
  if (!Array.isArray(message)) return;
  const longestMs = Math.max(0, delays.max / 1e6 - resolution);
  delays.reset();
  process.stdout.write(`longest block ${message[1]}: ${longestMs.toFixed(1)} ms\n`);
});
process.once("SIGTERM", () => void app.stop().then(() => process.exit(0)));
