import { createHash } from "node:crypto";

/** Equal for equal data, and short enough to be kept. */
export function contentHash(data: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(data) ?? "")
    .digest("base64url")
    .slice(0, 22);
}
