import { createLogger } from "../log/index.ts";
import { replica, version } from "../version.ts";

/** Writes to standard output. */
export type Print = (text: string, level?: "info" | "warn" | "error") => void;

/** Sentences for a person. */
export const printText: Print = (text) => void process.stdout.write(`${text}\n`);

/** JSON lines, as those of the log between them. */
export function createPrintLines(): Print {
  const log = createLogger({ level: "info", base: { replica, version } });
  return (text, level = "info") => log[level](text);
}
