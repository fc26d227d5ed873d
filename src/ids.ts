import { randomFillSync } from "node:crypto";

const idBytes = 16;
const idsAtOnce = 128;

/** @returns what makes an id: 128 random bits in 22 characters that addresses may contain */
export function createIds(): () => string {
  const pool = Buffer.alloc(idsAtOnce * idBytes);
  let used = pool.length;
  return () => {
    // Asked of the system one by one, they'd cost most of what a button does.
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const from = used;
    used += idBytes;
    return pool.toString("base64url", from, used);
  };
}
