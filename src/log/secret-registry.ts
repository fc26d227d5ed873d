/** Secrets that are in use, so that the log can take them out wherever they turn up. */
export interface SecretRegistry {
  /** Texts of fewer than six characters are left out: removing them would tear ordinary words apart. */
  add(secret: string): void;
  /** The same array until another secret is added. */
  values(): readonly string[];
}

const shortest = 6;

/** Keeps the `limit` secrets that were added last. */
export function createSecretRegistry(limit = 500): SecretRegistry {
  const secrets = new Set<string>();
  let listed: readonly string[] | undefined;
  return {
    add(secret) {
      if (secret.length < shortest) return;
      secrets.delete(secret);
      secrets.add(secret);
      for (const oldest of secrets) {
        if (secrets.size <= limit) break;
        secrets.delete(oldest);
      }
      listed = undefined;
    },
    values: () => (listed ??= [...secrets]),
  };
}
