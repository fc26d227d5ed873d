import { z } from "zod";
import type { Reply } from "../../src/ui/reply.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { AuditEntry, AuditFilter, AuditPage } from "../../src/store/audit.ts";
import { namesOf } from "../../src/ui/people.ts";
import { PageIndex } from "../kit/page-buttons.ts";
import { peopleIn } from "../../src/audit/facts.ts";
import { filterOf, filterOptions, listFilters } from "./filter.ts";
import { renderList } from "./render-list.ts";

const pageSize = 10;
/** An entry, and whether the page of what is newer or older than it is meant; empty for the first page. */
const Edge = z.string().regex(/^(?:[no]\d+\.[\w-]+)?$/);
const pageId = defineCustomId("audit.list.page", { draftId: z.string(), page: PageIndex, edge: Edge });

const pageButton = defineButton({
  id: pageId,
  access: "admin",
  needs: "guild",
  ack: "update",
  run: async ({ draftId, page, edge }, ctx) =>
    showPage(await listFilters.find(draftId, ctx), draftId, { index: page, edge }, ctx),
});

export const list = defineSubcommand({
  name: "list",
  description: "Show who did what here, newest first",
  options: filterOptions,
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  components: [pageButton],
  async run({ options }, ctx) {
    const filter = filterOf(options, ctx.now());
    return showPage(filter, await listFilters.keep(filter, ctx), { index: 0, edge: "" }, ctx);
  },
});

interface Asked {
  /** From 0. */
  readonly index: number;
  readonly edge: string;
}

async function showPage(
  filter: AuditFilter,
  draftId: string,
  asked: Asked,
  { store, guildId, commandMention }: GuildContext,
): Promise<Reply> {
  const read = (page: Partial<AuditPage>) => store.audit.list(guildId, filter, { limit: pageSize, ...page });
  const total = await store.audit.count(guildId, filter);
  const count = Math.max(1, Math.ceil(total / pageSize));
  let { index, edge } = { ...asked, index: Math.min(Math.max(0, asked.index), count - 1) };
  let entries = await read(placeOf(edge));
  // Who turns back as far as it goes gets a whole page, with what came meanwhile; so does who turns past what was deleted.
  if (index === 0 || entries.length === 0 || (edge.startsWith("n") && entries.length < pageSize)) {
    [index, edge] = [0, ""];
    entries = await read({});
  }
  const customIdOf = (page: number): string => {
    const beside = page > index ? edgeOf("o", entries.at(-1)) : edgeOf("n", entries[0]);
    return pageId.encode({ draftId, page, edge: page === index ? edge : beside });
  };
  const names = await namesOf(entries.flatMap(peopleIn), { store, guildId });
  const page = { entries, index, count, total };
  return renderList({ names, filter, page }, { commandMention, customIdOf });
}

function edgeOf(side: "n" | "o", entry: AuditEntry | undefined): string {
  return entry === undefined ? "" : `${side}${entry.at}.${entry.id}`;
}

function placeOf(edge: string): Partial<AuditPage> {
  const [, side, at, id = ""] = /^(.)(\d+)\.(.*)$/.exec(edge) ?? [];
  if (side === undefined) return {};
  const place = { at: Number(at), id };
  return side === "o" ? { olderThan: place } : { newerThan: place };
}
