import type { AuditEntry } from "../../src/store/audit.ts";
import { csvLine, csvStart } from "../../src/text/csv.ts";
import { changeOf } from "./detail.ts";
import { actionOf } from "./words.ts";

interface Sheet {
  readonly text: string;
  /** Without the head. */
  readonly lines: number;
}
interface Most {
  readonly lines: number;
  readonly bytes: number;
}
type ReadEntries = (page: {
  readonly limit: number;
  readonly offset: number;
}) => Promise<readonly AuditEntry[]>;

/** As many are asked for at a time. */
const chunk = 1_000;

/** The table of all entries that `read` gives, as far as they fit. */
export async function sheetOf(read: ReadEntries, most: Most): Promise<Sheet> {
  const parts = [headLine];
  let bytes = Buffer.byteLength(headLine);
  for (let offset = 0; offset < most.lines; offset += chunk) {
    const limit = Math.min(chunk, most.lines - offset);
    const entries = await read({ limit, offset });
    for (const line of entries.map(entryLine)) {
      bytes += Buffer.byteLength(line);
      if (bytes > most.bytes) return { text: parts.join(""), lines: parts.length - 1 };
      parts.push(line);
    }
    if (entries.length < limit) break;
  }
  return { text: parts.join(""), lines: parts.length - 1 };
}

/** With the mark of its encoding, since it stands first. */
const headLine = `${csvStart}${csvLine([
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

function entryLine(entry: AuditEntry): string {
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
