import { readFile } from "node:fs/promises";
import { pluralize } from "../ui/numbers.ts";

/** The bot uses about thirty when idle, plus two for each person it's serving. */
const fewestOpenFiles = 256;

/** How many files and sockets this process may have open; `undefined` if that's not known. Only Linux says. */
export async function readOpenFilesLimit(limitsPath = "/proc/self/limits"): Promise<number | undefined> {
  const limits = await readFile(limitsPath, "utf8").catch(() => "");
  const allowed = /^Max open files +(\d+)/m.exec(limits)?.[1];
  return allowed === undefined ? undefined : Number(allowed);
}

/** A warning for the operator if this process may open too few files and sockets; only works on Linux. */
export async function checkOpenFiles(limitsPath = "/proc/self/limits"): Promise<string | undefined> {
  const allowed = await readOpenFilesLimit(limitsPath);
  if (allowed === undefined || allowed >= fewestOpenFiles) return undefined;
  return `The bot may open only ${allowed} files and connections at once, so commands may go unanswered when it's busy. Allow 1024 or more: ulimit -n 1024, or LimitNOFILE=1024 in a systemd service.`;
}

/** The bot can't run like this. The message says what to do. */
export class CheckError extends Error {
  override readonly name = "CheckError";
}

export interface CheckResult {
  /** What works. */
  readonly text: string;
  /** What doesn't prevent a start, but the operator should know. */
  readonly warnings?: readonly string[];
}

export type Report = (mark: "ok" | "FAIL" | "warn" | "skip", name: string, text: string) => void;

/** A line for each thing that is tested, and one for all of them. */
export function createReport(
  print: (text: string) => void,
  nameWidth = 17,
): {
  readonly report: Report;
  /** @returns true if nothing failed */
  readonly end: (more?: string) => boolean;
} {
  const counts = { ok: 0, FAIL: 0, warn: 0, skip: 0 };
  return {
    report(mark, name, text) {
      counts[mark] += 1;
      print(`${mark.padEnd(5)} ${name.padEnd(nameWidth)} ${text}`);
    },
    end(more = "") {
      const warnings = counts.warn === 0 ? "" : `, ${pluralize(counts.warn, "warning")}`;
      const problems = counts.FAIL === 0 ? "No problems" : pluralize(counts.FAIL, "problem");
      print(`${problems}${warnings}.${more === "" ? "" : ` ${more}`}`);
      return counts.FAIL === 0;
    },
  };
}
