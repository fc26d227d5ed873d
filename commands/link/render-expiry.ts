import { nearAndExact } from "../../src/text/time.ts";

const soonMs = 14 * 24 * 60 * 60_000;

export interface KeyEnd {
  readonly text: string;
  /** Past, or within two weeks. */
  readonly urgent: boolean;
}

/** When the key ends, in words; `undefined` when the key does not say. */
export function keyEndWords(endsAt: Temporal.Instant | undefined, now: number): KeyEnd | undefined {
  if (endsAt === undefined) return undefined;
  const leftMs = endsAt.epochMilliseconds - now;
  if (leftMs <= 0) return { text: `❌ it ended ${nearAndExact(endsAt)}`, urgent: true };
  if (leftMs <= soonMs) return { text: `⚠️ it ends ${nearAndExact(endsAt)}`, urgent: true };
  return { text: nearAndExact(endsAt), urgent: false };
}
