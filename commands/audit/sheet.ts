import type { AuditEntry, AuditPage } from "../../src/store/audit.ts";
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
type ReadEntries = (page: AuditPage) => Promise<readonly AuditEntry[]>;

/** So many are read and written in a few milliseconds. */
const entriesAtOnce = 100;

/**
 * The table of all entries that `read` gives, newest first, as far as they fit.
 * @param pause lets others go on
 */
export async function sheetOf(read: ReadEntries, most: Most, pause: () => Promise<void>): Promise<Sheet> {
  const parts = [headLine];
  let bytes = Buffer.byteLength(headLine);
  let last: AuditEntry | undefined;
  for (let left = most.lines; left > 0; left -= entriesAtOnce) {
    await pause();
    const limit = Math.min(entriesAtOnce, left);
    const entries = await read({ limit, olderThan: last });
    for (const line of entries.map(entryLine)) {
      bytes += Buffer.byteLength(line);
      if (bytes > most.bytes) return { text: parts.join(""), lines: parts.length - 1 };
      parts.push(line);
    }
    last = entries.at(-1);
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
    Temporal.Instant.fromEpochMilliseconds(entry.at).toString({ smallestUnit: "millisecond" }),
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
