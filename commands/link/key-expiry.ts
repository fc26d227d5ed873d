import { z } from "zod";

/** Seconds since the epoch, up to the end of the year 9999: past it Discord shows no time. */
const Claims = z.object({ exp: z.number().min(0).max(253_402_300_799) });

/** When a key says it ends, if it happens to be a JWT that says so. It is read, not verified. */
export function keyExpiry(token: string): Temporal.Instant | undefined {
  const [, payload, signature, ...more] = token.split(".");
  if (payload === undefined || signature === undefined || more.length > 0) return undefined;
  const claims = Claims.safeParse(parsed(Buffer.from(payload, "base64url").toString("utf8")));
  return claims.success
    ? Temporal.Instant.fromEpochMilliseconds(Math.floor(claims.data.exp) * 1000)
    : undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
