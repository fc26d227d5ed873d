import { createHash } from "node:crypto";

/** Discord's limit is 25 characters. */
const length = 24;

/** The same for each try to post one due time of one schedule, so that Discord makes one message of them all. */
export function nonceOf({
  scheduleId,
  dueAt,
}: {
  readonly scheduleId: string;
  readonly dueAt: number;
}): string {
  return nonceFrom(`${scheduleId} ${dueAt}`);
}

export function nonceFrom(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, length);
}

/** From 0 to 1, as good as drawn. */
export function spreadOf(nonce: string): number {
  return createHash("sha256").update(nonce).digest().readUInt16BE(0) / 0xff_ff;
}
