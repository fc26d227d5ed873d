import type { Config } from "../config.ts";
import { openStore } from "../store/open.ts";
import { counted } from "../text/numbers.ts";

/** Opens the database and brings it to this version, as a start does. */
export async function checkDatabase({ databaseUrl, dataFolder }: Config): Promise<string> {
  const store = await openStore({ databaseUrl, dataFolder, now: Date.now });
  try {
    const place = databaseUrl === undefined ? `SQLite in ${dataFolder}` : "Postgres";
    return `${place}, ${counted(await store.guildLinks.count(), "linked workspace")}`;
  } finally {
    await store.close();
  }
}
