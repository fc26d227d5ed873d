import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { z } from "zod";
import type { Answer } from "../../src/interactions/answer.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { AuditFilter } from "../../src/store/audit.ts";
import { PageIndex } from "../shared/page-buttons.ts";
import { listFilters, readFilter, withFilterOptions } from "./filter.ts";
import { renderList } from "./render-list.ts";
import { suggestActions } from "./suggest-actions.ts";

const pageSize = 10;
const pageId = defineCustomId("audit.list.page", { draftId: z.string(), page: PageIndex });

const pageButton = defineButton({
  id: pageId,
  access: "admin",
  needs: "guild",
  ack: "update",
  run: async ({ draftId, page }, ctx) => showPage(await listFilters.find(draftId, ctx), draftId, page, ctx),
});

export const list = defineSubcommand({
  data: withFilterOptions(
    new SlashCommandSubcommandBuilder()
      .setName("list")
      .setDescription("Show who did what here, newest first"),
  ),
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  suggest: { action: suggestActions },
  controls: [pageButton],
  async run(interaction, ctx) {
    const filter = readFilter(interaction, ctx.now());
    return showPage(filter, await listFilters.keep(filter, ctx), 0, ctx);
  },
});

async function showPage(
  filter: AuditFilter,
  draftId: string,
  asked: number,
  { store, guildId, commandMention }: GuildContext,
): Promise<Answer> {
  const total = await store.audit.count(guildId, filter);
  const count = Math.max(1, Math.ceil(total / pageSize));
  const index = Math.min(Math.max(0, asked), count - 1);
  const entries = await store.audit.list(guildId, filter, { limit: pageSize, offset: index * pageSize });
  return renderList(
    { filter, page: { entries, index, count, total } },
    { commandMention, customIdOf: (page) => pageId.encode({ draftId, page }) },
  );
}
