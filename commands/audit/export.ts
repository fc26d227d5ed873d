import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { recordDeed } from "../../src/interactions/recording.ts";
import type { AuditFilter } from "../../src/store/audit.ts";
import { isEmptyFilter } from "../shared/kept-filter.ts";
import { readFilter, withFilterOptions } from "./filter.ts";
import { renderExport } from "./render-export.ts";
import { sheetOf } from "./sheet.ts";
import { suggestActions } from "./suggest-actions.ts";

const most = {
  lines: 10_000,
  /** Discord takes 10 MiB in all. */
  bytes: 9_000_000,
} as const;

export const exportRecord = defineSubcommand({
  data: withFilterOptions(
    new SlashCommandSubcommandBuilder()
      .setName("export")
      .setDescription("Get the record of who did what as a file for a spreadsheet"),
  ),
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  operations: [],
  suggest: { action: suggestActions },
  async run(interaction, ctx) {
    const at = ctx.now();
    // What is recorded while this reads would move the pages.
    const filter: AuditFilter = { ...readFilter(interaction, at), until: at };
    const total = await ctx.store.audit.count(ctx.guildId, filter);
    if (total === 0) {
      const { until: _, ...asked } = filter;
      return {
        content: isEmptyFilter(asked)
          ? "Nothing is on record yet, so there is no file."
          : "Nothing on record fits, so there is no file. Leave filters out to get more.",
      };
    }
    const { store, scheduler, guildId } = ctx;
    const { text, lines } = await scheduler.runExclusive(guildId, () =>
      sheetOf(
        (page) => store.audit.list(guildId, filter, page),
        most,
        () => scheduler.pause(guildId),
      ),
    );
    await recordDeed({ action: "audit.export", outcome: "done", detail: { entries: lines, ...filter } }, ctx);
    return renderExport({ text, lines, total, filter, at });
  },
});
