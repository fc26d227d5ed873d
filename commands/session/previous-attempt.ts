import { z } from "zod";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";

export interface Attempt {
  readonly discordUserId: string;
  readonly at: Temporal.Instant;
  /** Whether it is known that a server came of it. */
  readonly isCertain: boolean;
}

/** So far back a second server by mistake is likely. */
const searched = 50;
const Detail = z.object({ eventId: z.string() });

/** When somebody here last made a server for this event, or may have. */
export async function previousAttempt(
  eventId: string,
  { store, guildId, workspaceId }: LinkedContext,
): Promise<Attempt | undefined> {
  const page = { limit: searched, offset: 0 };
  const entries = await store.audit.list(guildId, { action: createServerKind }, page);
  const last = entries.find(
    (entry) =>
      (entry.outcome === "done" || entry.outcome === "unknown") &&
      entry.workspaceId === workspaceId &&
      Detail.safeParse(entry.detail).data?.eventId === eventId,
  );
  return (
    last && {
      discordUserId: last.discordUserId,
      at: Temporal.Instant.fromEpochMilliseconds(last.at),
      isCertain: last.outcome === "done",
    }
  );
}

/** Names the question and its entries in the record. */
export const createServerKind = "session.create-server";
