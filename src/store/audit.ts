import { fromJson, toJson } from "./json.ts";
import type { Db, Tables } from "./tables.ts";

/** `done` happened, `refused` surely did not, `unknown` may have. */
export type Outcome = "done" | "refused" | "unknown";

/** Who did what to what, and what came of it. Never holds a token. */
export interface AuditEntry {
  readonly id: string;
  readonly guildId: string;
  readonly workspaceId: string | undefined;
  readonly discordUserId: string;
  /** For example `order.create`. */
  readonly action: string;
  /** The id of what was acted on, once known. */
  readonly target: string | undefined;
  readonly outcome: Outcome;
  /** JSON of what was sent or changed. */
  readonly detail: unknown;
  /** Reference of a failure, as shown to the person and in the log. */
  readonly reference: string | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface Audit {
  record(entry: AuditEntry): Promise<void>;
  /** Newest first. `before` leaves out what happened at that moment or later. */
  list(
    guildId: string,
    options: { readonly limit: number; readonly before?: number },
  ): Promise<readonly AuditEntry[]>;
  removeBefore(at: number): Promise<number>;
}

export function createAudit(db: Db): Audit {
  return {
    async record({ workspaceId, target, detail, reference, ...entry }) {
      await db
        .insertInto("auditEntries")
        .values({
          ...entry,
          workspaceId: workspaceId ?? null,
          target: target ?? null,
          detail: toJson(detail),
          reference: reference ?? null,
        })
        .execute();
    },

    async list(guildId, { limit, before }) {
      let query = db.selectFrom("auditEntries").selectAll().where("guildId", "=", guildId);
      if (before !== undefined) query = query.where("at", "<", before);
      const rows = await query.orderBy("at", "desc").orderBy("id", "desc").limit(limit).execute();
      return rows.map(entryOf);
    },

    async removeBefore(at) {
      const { numDeletedRows } = await db.deleteFrom("auditEntries").where("at", "<", at).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

function entryOf({ workspaceId, target, detail, reference, ...row }: Tables["auditEntries"]): AuditEntry {
  return {
    ...row,
    workspaceId: workspaceId ?? undefined,
    target: target ?? undefined,
    detail: fromJson(detail),
    reference: reference ?? undefined,
  };
}
