import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { dayMs } from "../../src/time.ts";

/** How long a gift can appear among the visits of a week. */
const lookBackMs = 15 * dayMs;
const maxGifts = 500;

/** Givers of this server's gifts, by activity id; the workspace may not mark a gift as one. */
export type OwnGifts = ReadonlyMap<string, string>;

/** The gifts to this workspace of the last weeks, from the audit log. They only help to describe visits: empty on failure. */
export async function readOwnGifts({
  store,
  guildId,
  workspaceId,
  now,
  log,
}: Pick<LinkedContext, "store" | "guildId" | "workspaceId" | "now" | "log">): Promise<OwnGifts> {
  try {
    const since = now() - lookBackMs;
    const entries = await Promise.all(
      ["activity.gift", "request.approve"].map((action) =>
        store.audit.list(guildId, { action, outcome: "done", since }, { limit: maxGifts }),
      ),
    );
    return new Map(
      entries
        .flat()
        .flatMap((entry) =>
          entry.target !== undefined && entry.workspaceId === workspaceId
            ? [[entry.target, entry.discordUserId]]
            : [],
        ),
    );
  } catch (error) {
    log.warn("couldn't read gifts from the audit log", { guildId, error });
    return new Map();
  }
}
