import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const key = createSecretKey(randomBytes(32));

/** Encrypts and decrypts with nothing around it: no context, no key id, no text form. @returns the plaintext */
export function bareRoundTrip(plaintext: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv(algorithm, key, iv);
  const sealed = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
  const decipher = createDecipheriv(algorithm, key, iv);
  decipher.setAuthTag(cipher.getAuthTag());
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString("utf8");
}
