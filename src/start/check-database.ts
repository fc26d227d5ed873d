import type { Config } from "../config.ts";
import { openStore } from "../store/open.ts";
import { pluralize } from "../ui/numbers.ts";
import type { CheckResult } from "./check-result.ts";

/** Opens and migrates the database, as a start does. */
export async function checkDatabase({ databaseUrl, dataFolder }: Config): Promise<CheckResult> {
  const store = await openStore({ databaseUrl, dataFolder, now: Date.now });
  try {
    const workspace = databaseUrl === undefined ? `SQLite in ${dataFolder}` : "Postgres";
    return { text: `${workspace}, ${pluralize(await store.guildLinks.count(), "linked workspace")}` };
  } finally {
    await store.close();
  }
}
