import { createCipheriv, createDecipheriv, randomBytes as systemRandomBytes } from "node:crypto";
import type { SecretKey } from "./secret-keys.ts";
import { type Opened, type Vault, VaultError } from "./vault.ts";

const version = "v1";
const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;
const sealedForm = /^v1\.([A-Za-z0-9_-]{1,32})\.([\w-]{16})\.([\w-]*)\.([\w-]{22})$/;

/**
 * Seals with the first key and opens with any of them. Sealed text reads `v1.<key id>.<iv>.<ciphertext>.<tag>`.
 * @throws RangeError when there is no key
 */
export function createVault(keys: readonly SecretKey[], randomBytes = systemRandomBytes): Vault {
  const [first] = keys;
  if (first === undefined) throw new RangeError("a vault needs at least one key");
  const keyOfId = new Map(keys.map(({ id, key }) => [id, key]));

  return {
    seal(plaintext, context) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, first.key, iv, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(context));
      const ciphertext = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
      const parts = [iv, ciphertext, cipher.getAuthTag()].map((part) => part.toString("base64url"));
      return [version, first.id, ...parts].join(".");
    },

    open(sealed, context): Opened {
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

/** Several texts decode to the same bytes; only the one that `seal` writes is taken. */
function decode(text: string): Buffer {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.toString("base64url") !== text) throw new RangeError("not canonical");
  return bytes;
}
