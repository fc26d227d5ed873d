import { z } from "zod";
import { defineCustomId, withLinkKey } from "../../interactions/custom-id.ts";
import type { Import } from "../../store/imports.ts";

/** Shows an import as it is now: its progress, its preview or its receipt. */
export const importShowId = defineCustomId("account.import.show", {
  importId: z.string().min(1),
  page: z.coerce.number().int().min(-1).max(999),
});

/** The id of the button that shows it from its first page. */
export function firstPageId({ id, linkKey }: Pick<Import, "id" | "linkKey">): string {
  return withLinkKey(importShowId.encode({ importId: id, page: 0 }), linkKey);
}
