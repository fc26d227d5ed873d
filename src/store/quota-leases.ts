import { sql } from "kysely";
import { runInTransaction } from "./guild-transaction.ts";
import { countChanged } from "./sql-values.ts";
import type { Db } from "./tables.ts";

export type { QuotaLease } from "./rows.ts";

export interface QuotaRequest {
  readonly id: string;
  readonly workspaceId: string;
  readonly wanted: number;
  /** For all of the workspace's leases together. */
  readonly limit: number;
  readonly now: number;
  readonly endsAt: number;
}

/** The requests the service allows a workspace, shared among replicas. */
export interface QuotaLeases {
  /** Grants as many of `wanted` as are left, and says when the first counted lease ends. */
  lease(request: QuotaRequest): Promise<{ readonly granted: number; readonly nextEnd: number | undefined }>;
  /** Does nothing if the lease is gone. */
  complete(id: string, used: number, endsAt: number): Promise<void>;
  /** Removes leases that ended before then; they no longer count. */
  removeBefore(at: number): Promise<number>;
}

export function createQuotaLeases(db: Db, shared: boolean): QuotaLeases {
  return {
    async lease({ id, workspaceId, wanted, limit, now, endsAt }) {
      if (shared) {
        const { rows } = await sql<{ readonly granted: number; readonly nextEnd: number | null }>`
          select granted, next_end from lease_quota(${id}, ${workspaceId}, ${wanted}, ${limit}, ${now}, ${endsAt})
        `.execute(db);
        return { granted: rows[0]?.granted ?? 0, nextEnd: rows[0]?.nextEnd ?? undefined };
      }
      return runInTransaction(db, async (transaction) => {
        const current = await transaction
          .selectFrom("quotaLeases")
          .where("workspaceId", "=", workspaceId)
          .where("endsAt", ">", now)
          .select(({ fn }) => [fn.sum("used").as("used"), fn.min("endsAt").as("nextEnd")])
          .executeTakeFirst();
        const granted = Math.max(0, Math.min(wanted, limit - Number(current?.used ?? 0)));
        if (granted > 0) {
          await transaction
            .insertInto("quotaLeases")
            .values({ id, workspaceId, used: granted, endsAt })
            .execute();
        }
        return { granted, nextEnd: current?.nextEnd ?? undefined };
      });
    },

    async complete(id, used, endsAt) {
      if (used === 0) await db.deleteFrom("quotaLeases").where("id", "=", id).execute();
      else await db.updateTable("quotaLeases").set({ used, endsAt }).where("id", "=", id).execute();
    },

    removeBefore: (at) => countChanged(db.deleteFrom("quotaLeases").where("endsAt", "<", at)),
  };
}
