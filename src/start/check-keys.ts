import type { Config } from "../config.ts";
import { openStore } from "../store/open.ts";
import { createVault } from "../vault/create-vault.ts";
import { loadKeys } from "../vault/load-keys.ts";
import { CheckError, type CheckResult } from "./check-result.ts";
import { openStoredKeys } from "./stored-keys.ts";

/** Decrypts every stored workspace key. */
export async function checkKeys({ databaseUrl, dataFolder, secretKeys }: Config): Promise<CheckResult> {
  const store = await openStore({ databaseUrl, dataFolder, now: Date.now });
  try {
    const links = await store.guildLinks.count();
    const { keys, keyFile, warning } = await loadKeys({ secretKeys, dataFolder, secretsExist: links > 0 });
    const { count, unopened } = await openStoredKeys(store, createVault(keys));
    if (unopened > 0) {
      throw new CheckError(
        `${unopened} of ${count} stored workspace keys can't be decrypted. Add the old encryption key after the new one in SECRET_KEYS, or link those servers again.`,
      );
    }
    const keyPlace = keyFile === undefined ? "SECRET_KEYS" : `${keyFile.path} (keep a copy in a safe place)`;
    return { text: `from ${keyPlace}`, warnings: warning === undefined ? [] : [warning] };
  } finally {
    await store.close();
  }
}
