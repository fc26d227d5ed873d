import type { Config } from "../config.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/store.ts";
import { linkSealContext } from "../vault/contexts.ts";
import { createVault } from "../vault/create-vault.ts";
import { loadKeys } from "../vault/load-keys.ts";
import { type Vault, VaultError } from "../vault/vault.ts";
import { CheckFailure } from "./check-failure.ts";

/** Opens every stored token with the keys at hand. */
export async function checkKeys({ databaseUrl, dataFolder, secretKeys }: Config): Promise<string> {
  const store = await openStore({ databaseUrl, dataFolder, now: Date.now });
  try {
    const links = await store.guildLinks.count();
    const { keys, keyFile, warning } = await loadKeys({ secretKeys, dataFolder, secretsExist: links > 0 });
    const unreadable = await countUnreadable(store, createVault(keys));
    if (unreadable > 0) {
      throw new CheckFailure(
        `${unreadable} of ${links} stored workspace tokens cannot be opened with the keys at hand. Put the old key behind the new one in SECRET_KEYS, or link those servers again.`,
      );
    }
    const keyPlace = keyFile === undefined ? "SECRET_KEYS" : `${keyFile.path} (keep a copy in a safe place)`;
    return [`from ${keyPlace}`, ...(warning === undefined ? [] : [warning])].join(". ");
  } finally {
    await store.close();
  }
}

async function countUnreadable(store: Store, vault: Vault): Promise<number> {
  let unreadable = 0;
  for (const guildId of await store.departures.knownGuildIds()) {
    for (const { sealedToken, workspaceId } of await store.guildLinks.list(guildId)) {
      try {
        vault.open(sealedToken, linkSealContext(guildId, workspaceId));
      } catch (error) {
        if (!(error instanceof VaultError)) throw error;
        unreadable += 1;
      }
    }
  }
  return unreadable;
}
