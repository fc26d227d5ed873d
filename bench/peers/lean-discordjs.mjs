/**
 * With discord.js alone, as someone writes it who looks for speed: no intents, plain objects, one reply, undici for the
 * service, and zod for what it answers.
 */
import { Client, Events } from "discord.js";
import { clientOptions } from "./client-options.mjs";
import { answers } from "./lean-answers.mjs";

const client = new Client({ ...clientOptions, intents: [] });
client.once(Events.ClientReady, () => process.stdout.write("ready\n"));
client.on(Events.InteractionCreate, (interaction) => {
  if (interaction.isChatInputCommand()) void execute(interaction);
});
process.once("SIGTERM", () => process.exit(0));
await client.login(process.env.DISCORD_TOKEN);

async function execute(interaction) {
  try {
    const answer = await answers[interaction.commandName]?.();
    if (answer !== undefined) await interaction.reply(answer);
  } catch (error) {
    process.stderr.write(`${String(error)}\n`);
  }
}
