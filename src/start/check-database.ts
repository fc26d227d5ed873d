import type { Config } from "../config.ts";
import { openStore } from "../store/open.ts";
import { counted } from "../text/numbers.ts";
import type { CheckResult } from "./check-result.ts";

/** Opens the database and brings it to this version, as a start does. */
export async function checkDatabase({ databaseUrl, dataFolder }: Config): Promise<CheckResult> {
  const store = await openStore({ databaseUrl, dataFolder, now: Date.now });
  try {
    const place = databaseUrl === undefined ? `SQLite in ${dataFolder}` : "Postgres";
    return { text: `${place}, ${counted(await store.guildLinks.count(), "linked workspace")}` };
  } finally {
    await store.close();
  }
}
