import type { AuditEntry } from "../../src/store/audit.ts";
import { csvLine, csvStart } from "../../src/text/csv.ts";
import { changeOf } from "./detail.ts";
import { actionOf } from "./words.ts";

/** With the mark of its encoding, since it stands first. */
export const headLine = `${csvStart}${csvLine([
  "Time (UTC)",
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
])}`;

export function entryLine(entry: AuditEntry): string {
  const { before, after } = changeOf(entry.detail);
  return csvLine([
    Temporal.Instant.fromEpochMilliseconds(entry.at).toString(),
    entry.discordUserId,
    entry.action,
    actionOf(entry.action)?.words,
    entry.outcome,
    entry.target,
    entry.workspaceId,
    before,
    after,
    entry.detail === undefined ? undefined : JSON.stringify(entry.detail),
    entry.reference,
  ]);
}
