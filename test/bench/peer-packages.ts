import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const source = join(import.meta.dirname, "peers");
const cache = join(import.meta.dirname, "../../node_modules/.cache/bench-peers");
/** npm writes it last. */
const installedMark = "node_modules/.package-lock.json";

/**
 * The libraries to compare with, installed as their lock file says, beside the programs written with them. They are
 * downloaded once for each lock file and kept out of everybody's own install.
 * @returns the folder of the programs
 */
export async function installPeers(): Promise<string> {
  const lock = await readFile(join(source, "package-lock.json"));
  const folder = join(cache, createHash("sha256").update(lock).digest("hex").slice(0, 12));
  await mkdir(folder, { recursive: true });
  await cp(source, folder, { recursive: true });
  if (!existsSync(join(folder, installedMark)))
    await promisify(execFile)("npm", [
      "ci",
      "--prefix",
      folder,
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
    ]);
  return folder;
}
