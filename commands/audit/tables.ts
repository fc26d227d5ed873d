import { keep, type TableFacts } from "../../src/personal-data.ts";
import { selectEntriesAbout } from "../../src/store/audit.ts";
import { selectGuildSettings } from "../../src/store/guild-settings.ts";
import { formatNumber } from "../../src/ui/numbers.ts";
import { formatCounted } from "../kit/counted.ts";
import { blankAudit } from "../privacy/index.ts";

/** The maximum of audit log entries that are counted and exported for a person. */
export const maxEntries = 5_000;

/** Of a server's settings, one says who chose it. */
export const settingTables = {
  guildSettings: {
    guild: true,
    person: keep({
      member: undefined,
      read: async (db, { guildId, discordUserId }) => {
        const rows = await selectGuildSettings(db, guildId).execute();
        const settings = new Map(rows.map(({ key, value }) => [key, value]));
        return settings.get("audit-channel-set-by") === discordUserId
          ? settings.get("audit-channel")
          : undefined;
      },
      shown: {
        rank: 13,
        describe: (channelId, _settings, isOwn) =>
          channelId !== undefined &&
          `${isOwn ? "You" : "They"} chose the audit log's channel, <#${channelId}>`,
      },
      exported: { as: "chosenAuditChannel", write: (channelId) => channelId },
      // It is the server's, and has their id only.
      forget: "nothing",
    }),
  },
} as const satisfies Partial<TableFacts>;

export const auditTables = {
  auditEntries: {
    guild: true,
    person: keep({
      member: "discordUserId",
      /** By them or naming one of their ids, newest first. */
      read: (db, asker) => selectEntriesAbout(db, asker, asker.maxEntries),
      shown: {
        rank: 14,
        name: "audit log entries",
        describe(entries, _settings, isOwn) {
          const counted =
            entries.length < maxEntries
              ? formatCounted(entries, "audit log entry", "audit log entries")
              : `**${formatNumber(maxEntries)} audit log entries or more**`;
          if (entries.length === 0) return false;
          return isOwn
            ? `${counted} by or about you, for 180 days`
            : `${counted} by or about them, for 180 days`;
        },
      },
      exported: {
        as: "auditLog",
        write: (entries, { at, who }) =>
          entries.map((entry) => ({
            at: at(entry.at),
            by: who(entry.discordUserId),
            action: entry.action,
            outcome: entry.outcome,
            target: entry.target,
            detail: entry.detail,
            workspaceId: entry.workspaceId,
            reference: entry.reference,
          })),
      },
      /** Ids stay. */
      async forget(db, { guildId, ids, names }) {
        if (ids.size > 0) await blankAudit(db, guildId, { ids, names });
      },
    }),
  },
} as const satisfies Partial<TableFacts>;
