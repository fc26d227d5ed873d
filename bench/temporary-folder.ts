import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

/** A folder that is gone when this process ends, whichever way short of being killed. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "workspace-bot-bench-"));
  process.once("exit", () => rmSync(path, { recursive: true, force: true }));
  return path;
}
