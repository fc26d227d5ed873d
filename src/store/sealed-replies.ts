import { hasChanged } from "./sql-values.ts";
import type { Db } from "./tables.ts";

/** The encrypted tokens with which the reply to an interaction can be edited. */
export interface SealedReplies {
  /** Rows that have one, ordered by id. */
  sealedPage(
    afterId: string,
    limit: number,
  ): Promise<readonly { readonly id: string; readonly sealedReplyToken: string }[]>;
  /** Replaces the token if it still equals `from`. False if it doesn't. */
  reseal(id: string, from: string, to: string): Promise<boolean>;
}

export function createSealedReplies(db: Db, table: "drafts" | "imports"): SealedReplies {
  return {
    async sealedPage(afterId, limit) {
      const rows = await db
        .selectFrom(table)
        .select(["id", "sealedReplyToken"])
        .where("id", ">", afterId)
        .where("sealedReplyToken", "is not", null)
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.flatMap(({ id, sealedReplyToken }) =>
        sealedReplyToken === null ? [] : [{ id, sealedReplyToken }],
      );
    },

    reseal: (id, from, to) =>
      hasChanged(
        db
          .updateTable(table)
          .set({ sealedReplyToken: to })
          .where((eb) => eb.and({ id, sealedReplyToken: from })),
      ),
  };
}
