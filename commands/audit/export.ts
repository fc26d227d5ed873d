import { z } from "zod";
import { findAction, parseChange } from "./actions.ts";
import type { AuditActions } from "../../src/interactions/audit-action.ts";
import { recordAudit } from "../../src/interactions/audit.ts";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { AuditEntry, AuditFilter, AuditPage } from "../../src/store/audit.ts";
import { isEmptyFilter } from "../kit/stored-filter.ts";
import { readGuildZone } from "../kit/zone-option.ts";
import { listFilters } from "./filter.ts";
import { renderExport } from "./render.ts";
import { createLineFormat, formatTableTime, maxTableBytes, utf8Bom } from "../../src/ui/csv-file.ts";

interface Sheet {
  readonly text: string;
  /** Without the header. */
  readonly lines: number;
}
interface Most {
  readonly lines: number;
  readonly bytes: number;
}
type ReadEntries = (page: AuditPage) => Promise<readonly AuditEntry[]>;

/** This many take a few milliseconds. */
const entriesAtOnce = 100;

interface SheetFormat {
  readonly actions: AuditActions;
  /** As Discord says of its reader. */
  readonly locale: string;
  readonly zone: string;
}

/**
 * The table of all entries from `read`, newest first, as far as they fit.
 * @param pause lets other work continue
 */
export async function createSheet(
  read: ReadEntries,
  { actions, locale, zone, ...most }: Most & SheetFormat,
  pause: () => Promise<void>,
): Promise<Sheet> {
  const formatLine = createLineFormat(locale);
  // With the byte order mark, since it comes first.
  const headLine = `${utf8Bom}${formatLine(head)}`;
  const parts = [headLine];
  let bytes = Buffer.byteLength(headLine);
  let last: AuditEntry | undefined;
  for (let left = most.lines; left > 0; left -= entriesAtOnce) {
    await pause();
    const limit = Math.min(entriesAtOnce, left);
    const entries = await read({ limit, olderThan: last });
    for (const line of entries.map((entry) => formatLine(listCells(entry, actions, zone)))) {
      bytes += Buffer.byteLength(line);
      if (bytes > most.bytes) return { text: parts.join(""), lines: parts.length - 1 };
      parts.push(line);
    }
    last = entries.at(-1);
    if (entries.length < limit) break;
  }
  return { text: parts.join(""), lines: parts.length - 1 };
}

const head = [
  "Time",
  "Discord user",
  "Action",
  "In words",
  "Outcome",
  "On what",
  "Workspace",
  "Before",
  "After",
  "Details",
  "Reference",
  "Time (UTC)",
];

function listCells(entry: AuditEntry, actions: AuditActions, zone: string): readonly (string | undefined)[] {
  const { before, after } = parseChange(entry.detail);
  const at = Temporal.Instant.fromEpochMilliseconds(entry.at);
  return [
    formatTableTime(at, zone),
    entry.discordUserId,
    entry.action,
    findAction(entry.action, actions)?.label,
    entry.outcome,
    entry.target,
    entry.workspaceId,
    before,
    after,
    entry.detail === undefined ? undefined : JSON.stringify(entry.detail),
    entry.reference,
    // Where clocks are put back, an hour comes twice.
    at.toString({ smallestUnit: "millisecond" }),
  ];
}

const maxAmount = { lines: 10_000, bytes: maxTableBytes } as const;

/** Under the list, whose filter it carries. */
export const csvId = defineCustomId("audit.csv", { draftId: z.string() });

export const csvButton = defineButton({
  id: csvId,
  access: "admin",
  needs: "guild",
  ack: "ephemeral",
  async run({ draftId }, ctx, { locale }) {
    const at = ctx.now();
    // Entries recorded during the export would shift the pages.
    const filter: AuditFilter = { ...(await listFilters.find(draftId, ctx)), until: at };
    const total = await ctx.store.audit.count(ctx.guildId, filter);
    if (total === 0) {
      const { until: _, ...asked } = filter;
      return {
        content: isEmptyFilter(asked)
          ? "The audit log is empty, so there's no file."
          : "No entries match, so there's no file. Remove filters to get more.",
      };
    }
    const { store, scheduler, guildId, auditActions: actions } = ctx;
    const zone = (await readGuildZone(ctx)) ?? "UTC";
    const { text, lines } = await scheduler.runExclusive(guildId, () =>
      createSheet(
        (page) => store.audit.list(guildId, filter, page),
        { ...maxAmount, actions, locale, zone },
        () => scheduler.pause(guildId),
      ),
    );
    await recordAudit(
      { action: "audit.export", outcome: "done", detail: { entries: lines, ...filter } },
      ctx,
    );
    return renderExport({ text, lines, total, filter, at, actions, zone });
  },
});
