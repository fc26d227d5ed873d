import { createSecretKey, type KeyObject } from "node:crypto";

/** An encryption key and the id that encrypted text refers to it by. */
export interface SecretKey {
  readonly id: string;
  /** Opaque: printing or logging it shows nothing. */
  readonly key: KeyObject;
}

/** The keys can't be used. The message is for the operator and contains no part of a key. */
export class SecretKeysError extends Error {
  override readonly name = "SecretKeysError";
}

export const keyBytes = 32;
const idForm = /^[A-Za-z0-9_-]{1,32}$/;
const howToMake =
  'Create a key with "openssl rand -base64 32" and write it as id:key, for example k1:<the key>.';

/**
 * Parses `id:base64` pairs, separated by commas or lines; lines that start with `#` are comments.
 * @throws SecretKeysError
 */
export function parseSecretKeys(text: string): readonly SecretKey[] {
  const entries = text
    .split("\n")
    .filter((line) => !line.trimStart().startsWith("#"))
    .flatMap((line) => line.split(","))
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  if (entries.length === 0) throw new SecretKeysError(`There is no key. ${howToMake}`);

  const keys = entries.map((entry, index) => parseEntry(entry, `Key ${index + 1} of ${entries.length}`));
  const twice = keys.find(({ id }, index) => keys.findIndex((other) => other.id === id) !== index);
  if (twice !== undefined) {
    throw new SecretKeysError(`Two keys have the id "${twice.id}". Each key needs its own id.`);
  }
  return keys;
}

function parseEntry(entry: string, which: string): SecretKey {
  const colon = entry.indexOf(":");
  if (colon === -1) throw new SecretKeysError(`${which} has no id. ${howToMake}`);
  const id = entry.slice(0, colon);
  if (!idForm.test(id)) {
    throw new SecretKeysError(
      `The id of ${which.toLowerCase()} must be 1 to 32 letters, digits, "-" or "_". ${howToMake}`,
    );
  }

  const encoded = entry.slice(colon + 1).trim();
  const bytes = Buffer.from(encoded, "base64");
  if (withoutVariants(bytes.toString("base64")) !== withoutVariants(encoded)) {
    throw new SecretKeysError(`${which} (id "${id}") is not base64. ${howToMake}`);
  }
  if (bytes.length !== keyBytes) {
    throw new SecretKeysError(
      `${which} (id "${id}") has ${bytes.length} bytes and needs ${keyBytes}. ${howToMake}`,
    );
  }
  return { id, key: createSecretKey(bytes) };
}

/** Base64 has two alphabets, with and without padding; all four forms are the same key. */
function withoutVariants(base64: string): string {
  return base64.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
}
