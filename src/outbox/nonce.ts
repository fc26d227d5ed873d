import { createHash } from "node:crypto";

/** Discord's limit is 25 characters. */
const length = 24;

/** Identifies a message to Discord: for some minutes it makes only one of several with the same nonce in a channel. */
export function formatNonce(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, length);
}
