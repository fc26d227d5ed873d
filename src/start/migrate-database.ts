import type { Config } from "../config.ts";
import { openStore } from "../../commands/store.ts";
import { version } from "../version.ts";

/**
 * For those who want it done before the first replica of a new version starts. Commands are left to that one: until it
 * runs, nobody could answer a new command.
 * @throws StoreError
 */
export async function migrateDatabase(
  { databaseUrl, dataFolder }: Config,
  print: (text: string) => void,
): Promise<void> {
  const store = await openStore({ databaseUrl, dataFolder, now: Date.now, version });
  await store.close();
  print("The database is ready for this version of the bot.");
}
