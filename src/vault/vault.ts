import { createCipheriv, createDecipheriv, randomBytes as systemRandomBytes } from "node:crypto";
import type { SecretKey } from "./secret-keys.ts";

/** Binds a sealed token to its guild and workspace, so that a copy of it in another row can't be decrypted. */
export function createLinkSealContext(guildId: string, workspaceId: string): string {
  return JSON.stringify(["guild-link", guildId, workspaceId]);
}

/** Binds the sealed reply token of a draft to that draft. */
export function createReplySealContext(draftId: string): string {
  return `drafts:${draftId}:reply`;
}

/** Encryption of secrets at rest. `context` names the row the secret belongs to and must be the same to open it. */
export type Vault = ReturnType<typeof createVault>;

interface Opened {
  readonly plaintext: string;
  /** True if an older key sealed it: seal it again with the first one. */
  readonly stale: boolean;
}

export type VaultFailure = "unknown-key" | "wrong-key-or-damaged" | "not-sealed";

/** A secret couldn't be decrypted. Contains no secret itself. */
export class VaultError extends Error {
  override readonly name = "VaultError";
  readonly failure: VaultFailure;

  constructor(failure: VaultFailure) {
    super(`a stored secret cannot be opened: ${failure}`);
    this.failure = failure;
  }
}

const version = "v1";
const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;
const sealedForm = /^v1\.([A-Za-z0-9_-]{1,32})\.([\w-]{16})\.([\w-]*)\.([\w-]{22})$/;

/**
 * Seals with the first key and opens with any of them. Sealed text reads `v1.<key id>.<iv>.<ciphertext>.<tag>`.
 * @throws RangeError if there is no key
 */
export function createVault(keys: readonly SecretKey[], randomBytes = systemRandomBytes) {
  const [first] = keys;
  if (first === undefined) throw new RangeError("a vault needs at least one key");
  const keyOfId = new Map(keys.map(({ id, key }) => [id, key]));

  return {
    seal(plaintext: string, context: string): string {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, first.key, iv, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(context));
      const ciphertext = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
      const parts = [iv, ciphertext, cipher.getAuthTag()].map((part) => part.toString("base64url"));
      return [version, first.id, ...parts].join(".");
    },

    /** @throws VaultError */
    open(sealed: string, context: string): Opened {
      const [, id, iv, ciphertext, tag] = sealedForm.exec(sealed) ?? [];
      if (id === undefined || iv === undefined || ciphertext === undefined || tag === undefined) {
        throw new VaultError("not-sealed");
      }
      const key = keyOfId.get(id);
      if (key === undefined) throw new VaultError("unknown-key");

      try {
        const decipher = createDecipheriv(algorithm, key, decode(iv), { authTagLength: tagBytes });
        decipher.setAAD(Buffer.from(context));
        decipher.setAuthTag(decode(tag));
        const plaintext = Buffer.concat([decipher.update(decode(ciphertext)), decipher.final()]);
        return { plaintext: plaintext.toString("utf8"), stale: id !== first.id };
      } catch {
        throw new VaultError("wrong-key-or-damaged");
      }
    },
  };
}

/** Several texts decode to the same bytes; only the one that `seal` writes is accepted. */
function decode(text: string): Buffer {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.toString("base64url") !== text) throw new RangeError("not canonical");
  return bytes;
}
