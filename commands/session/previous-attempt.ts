import { z } from "zod";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";

export interface Attempt {
  readonly discordUserId: string;
  readonly at: Temporal.Instant;
  /** Whether it certainly created a server. */
  readonly isCertain: boolean;
}

/** Within this time, a second server is likely a mistake. */
const searched = 50;
const Detail = z.object({ eventId: z.string() });

/** When someone here last created a server for this event, or may have. */
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

/** The kind of its drafts and audit entries. */
export const createServerKind = "session.create-server";
