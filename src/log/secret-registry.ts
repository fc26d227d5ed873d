/** Secrets in use, so that the log can redact them wherever they appear. */
export interface SecretRegistry {
  /** Texts of fewer than six characters are ignored: removing them would garble ordinary words. */
  add(secret: string): void;
  /** Returns the same array until another secret is added. */
  values(): readonly string[];
}

const shortest = 6;

/** Keeps the `limit` most recently added secrets. */
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
