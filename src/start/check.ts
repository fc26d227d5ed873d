import type { Config } from "../config.ts";
import { checkDatabase } from "./check-database.ts";
import { checkDiscord } from "./check-discord.ts";
import { CheckFailure } from "./check-failure.ts";
import { checkKeys } from "./check-keys.ts";
import { checkService } from "./check-service.ts";
import { operatorWords } from "./operator-words.ts";

/**
 * Tries everything the bot needs and prints a line for each. Nothing is sent but reads; like a start, it makes the data
 * folder, the database and the key file when they are missing.
 * @returns true when all of it works
 */
export async function check(config: Config, say: (text: string) => void): Promise<boolean> {
  const tell = (mark: "ok" | "FAIL" | "skip", name: string, text: string): void =>
    say(`${mark.padEnd(5)} ${name.padEnd(17)} ${text}`);
  tell("ok", "configuration", "every variable is well-formed");
  if (config.discordToken === undefined) {
    tell(
      "skip",
      "everything else",
      "DISCORD_TOKEN is not set, so a start runs the playground, which needs nothing",
    );
    return true;
  }
  const { discordToken } = config;
  const steps: readonly (readonly [string, () => Promise<string>])[] = [
    ["database", () => checkDatabase(config)],
    ["keys", () => checkKeys(config)],
    ["service", () => checkService(config)],
    ["Discord", () => checkDiscord(config.discordApiUrl, discordToken)],
  ];
  let allWell = true;
  for (const [name, step] of steps) {
    try {
      tell("ok", name, await step());
    } catch (error) {
      allWell = false;
      tell("FAIL", name, error instanceof CheckFailure ? error.message : operatorWords(error));
    }
  }
  return allWell;
}
