import type { Config } from "../config.ts";
import type { Logger } from "../log/index.ts";
import type { GuildLink } from "../store/guild-links.ts";
import type { Store } from "../store/store.ts";
import { pluralize } from "../ui/numbers.ts";
import { loadKeys, SecretKeysError } from "../vault/secret-keys.ts";
import { createVault, createLinkSealContext, type Vault, VaultError } from "../vault/vault.ts";

/** The stored workspace keys, of all servers. */
export interface StoredKeys {
  readonly count: number;
  /** Those that none of the encryption keys decrypts. */
  readonly unopened: number;
}

const pageSize = 200;

/** Tries to decrypt every stored workspace key. */
export async function openStoredKeys(store: Store, vault: Vault): Promise<StoredKeys> {
  let count = 0;
  let unopened = 0;
  for await (const { guildId, workspaceId, sealedToken } of readStoredLinks(store)) {
    count += 1;
    try {
      vault.open(sealedToken, createLinkSealContext(guildId, workspaceId));
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
      unopened += 1;
    }
  }
  return { count, unopened };
}

/** Every link of every guild, read in pages. */
export async function* readStoredLinks({ guildLinks }: Store): AsyncGenerator<GuildLink> {
  let last: GuildLink | undefined;
  do {
    const links = await guildLinks.page(last, pageSize);
    yield* links;
    last = links.at(-1);
  } while (last !== undefined);
}

const whatToDo =
  "Add the keys they were encrypted with to SECRET_KEYS, after the first one if you are rotating keys.";

/**
 * A warning for the operator if some stored keys can't be decrypted.
 * @throws SecretKeysError if none can: the encryption keys or the database belong to another bot
 */
export function describeUnopened({ count, unopened }: StoredKeys): string | undefined {
  if (unopened === 0) return undefined;
  const which = `${unopened} of ${pluralize(count, "stored workspace key")} can't be decrypted with the given encryption keys.`;
  if (unopened < count) return `${which} Those servers can't use their workspace until then. ${whatToDo}`;
  throw new SecretKeysError(
    `${which} Nothing was started or changed. ${whatToDo} If they are lost for good, start once with "npm start -- --keys-lost"; every server then has to be linked again.`,
  );
}

interface VaultParts {
  readonly config: Pick<Config, "secretKeys" | "dataFolder">;
  readonly store: Store;
  readonly log: Logger;
  /** Continue even if no stored workspace key can be decrypted. */
  readonly keysLost: boolean;
  /** Called as soon as a key file was created. */
  readonly onKeyFileCreated: ((path: string) => void) | undefined;
}

/**
 * The vault, with the configured keys or those of the key file, after trying it on every stored workspace key.
 * @throws SecretKeysError if the keys can't be used, or decrypt none of the stored ones
 */
export async function openVault({
  config: { secretKeys, dataFolder },
  store,
  log,
  keysLost,
  onKeyFileCreated,
}: VaultParts): Promise<Vault> {
  const secretsExist = (await store.guildLinks.count()) > 0;
  const { keys, keyFile, warning } = await loadKeys({ secretKeys, dataFolder, secretsExist });
  if (warning !== undefined) log.warn(warning);
  if (keyFile?.created === true) onKeyFileCreated?.(keyFile.path);
  const vault = createVault(keys);
  const stored = await openStoredKeys(store, vault);
  const unopened = keysLost ? undefined : describeUnopened(stored);
  if (unopened !== undefined) log.warn(unopened, { ...stored });
  return vault;
}
