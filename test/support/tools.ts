import { accessSync, constants } from "node:fs";
import { join } from "node:path";

/** Debian's package of each program that the bot is tried with. */
const packages = {
  caddy: "caddy",
  haproxy: "haproxy",
  nginx: "nginx-light",
  pgbouncer: "pgbouncer",
  promtool: "prometheus",
  soffice: "libreoffice-calc-nogui",
  ssconvert: "gnumeric",
} as const;
export type Tool = keyof typeof packages;

/**
 * The path of a program that isn't installed with the bot. Where it's missing, a line says which tests are left out: pass
 * the answer to `test.skipIf`.
 */
export function findTool(tool: Tool): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(":"), "/usr/sbin"];
  const found = folders.map((folder) => join(folder, tool)).find(isExecutable);
  if (found === undefined)
    process.stderr.write(`Not tested here: ${tool} is missing (apt-get install ${packages[tool]}).\n`);
  return found;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
