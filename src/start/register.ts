import { type RESTGetCurrentApplicationResult, Routes } from "discord.js";
import { commands } from "../../commands/index.ts";
import type { Config } from "../config.ts";
import { registerCommands } from "../discord/registration.ts";
import { createToolRest } from "../discord/rest.ts";
import { openStore } from "../../commands/store.ts";
import { pluralize } from "../ui/numbers.ts";
import { version, replica } from "../version.ts";
import { createLogger } from "../log/index.ts";

/**
 * Registers this version's commands with Discord, whichever version's were registered last; the bot may be running.
 * Newer replicas have to be stopped before: theirs that this version doesn't have are gone from Discord then.
 * @returns false without a token
 */
export async function register(config: Config, print: (text: string) => void): Promise<boolean> {
  const { databaseUrl, dataFolder, discordApiUrl, discordToken } = config;
  if (discordToken === undefined) {
    print("DISCORD_TOKEN isn't set, so no commands were registered.");
    return false;
  }
  const store = await openStore({ databaseUrl, dataFolder, now: Date.now, besideRunningBot: true });
  try {
    const rest = createToolRest(discordApiUrl, discordToken);
    // Discord's documented response of this route.
    const { id } = (await rest.get(Routes.currentApplication())) as RESTGetCurrentApplicationResult;
    await registerCommands(commands, id, rest, store.botState, { always: true });
    print(`Registered ${pluralize(commands.length, "command")} of version ${version} with Discord.`);
    return true;
  } finally {
    await store.close();
  }
}

/** Writes to standard output. */
export type Print = (text: string, level?: "info" | "warn" | "error") => void;

/** Sentences for a person. */
export const printText: Print = (text) => void process.stdout.write(`${text}\n`);

/** JSON lines, as those of the log between them. */
export function createPrintLines(): Print {
  const log = createLogger({ level: "info", base: { replica, version } });
  return (text, level = "info") => log[level](text);
}
