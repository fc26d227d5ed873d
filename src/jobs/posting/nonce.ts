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
