import type { ConnectionRequest } from "./store.ts";
import { inlineCode } from "../../../src/ui/escape.ts";
import { describeDisplay } from "../../../src/ui/people.ts";
import { formatRelativeAndExact } from "../../../src/ui/time.ts";

/** Where people find their user id, true of every workspace; follows a refusal. */
export const whereToFindUserId =
  "The user id is shown on the person's profile in the workspace. If you can't find it, ask someone who manages the workspace.";

/** @param isOwn it is the reader's */
export function describeWaiting(
  { displayName, userId, createdAt }: ConnectionRequest,
  isOwn: boolean,
): string {
  const asked = formatRelativeAndExact(Temporal.Instant.fromEpochMilliseconds(createdAt));
  const user = `**${describeDisplay({ displayName, userId })}** ${inlineCode(userId)}`;
  return isOwn
    ? `⏳ You asked to be connected to ${user}. A manager hasn't decided yet. Asked: ${asked}`
    : `⏳ They asked to be connected to ${user}. A manager hasn't decided yet. Asked: ${asked}`;
}
