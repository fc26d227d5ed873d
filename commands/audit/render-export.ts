import type { Answer } from "../../src/interactions/answer.ts";
import type { AuditFilter } from "../../src/store/audit.ts";
import { counted, grouped } from "../../src/text/numbers.ts";
import { joined, smallPrint } from "../shared/lines.ts";
import { filterWords } from "./render-list.ts";

interface Export {
  readonly text: string;
  readonly lines: number;
  /** How many there are; a file holds the newest of them. */
  readonly total: number;
  readonly filter: AuditFilter;
  readonly at: number;
}

export function renderExport({ text, lines, total, filter, at }: Export): Answer {
  const filtered = filterWords(filter);
  const day = Temporal.Instant.fromEpochMilliseconds(at).toString().slice(0, 10);
  const entries = counted(lines, "entry", "entries");
  const content = [
    lines < total
      ? `The newest ${entries} of ${grouped(total)}, newest first. Choose fewer \`days\` or another filter to get the others.`
      : `${entries}, newest first.`,
    filtered !== undefined && `Only ${filtered}.`,
    smallPrint("Times are in UTC. The file names people and what they did: share it with care."),
  ];
  return {
    content: joined(content, "\n"),
    files: [
      {
        name: `record-${day}.csv`,
        data: Buffer.from(text),
        description: `Who did what here, ${entries}, as a table`,
      },
    ],
  };
}
