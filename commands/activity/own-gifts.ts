import type { LinkedContext } from "../../src/interactions/handler-context.ts";

/** As long as a gift can stand among the visits of a week. */
const lookBackMs = 15 * 24 * 60 * 60_000;
const maxGifts = 500;

/** Who gave what was given from this server, by the id of the activity; the workspace need not say of a gift that it is one. */
export type OwnGifts = ReadonlyMap<string, string>;

/** The gifts that the audit log has of this workspace's last weeks. Nothing but a help to read visits: empty when it fails. */
export async function readOwnGifts({
  store,
  guildId,
  workspaceId,
  now,
  log,
}: Pick<LinkedContext, "store" | "guildId" | "workspaceId" | "now" | "log">): Promise<OwnGifts> {
  try {
    const entries = await store.audit.list(
      guildId,
      { action: "activity.gift", outcome: "done", since: now() - lookBackMs },
      { limit: maxGifts, offset: 0 },
    );
    return new Map(
      entries.flatMap((entry) =>
        entry.target !== undefined && entry.workspaceId === workspaceId
          ? [[entry.target, entry.discordUserId]]
          : [],
      ),
    );
  } catch (error) {
    log.warn("gifts could not be read from the audit log", { guildId, error });
    return new Map();
  }
}
