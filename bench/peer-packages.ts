import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const source = join(import.meta.dirname, "peers");
const cache = join(import.meta.dirname, "../node_modules/.cache/bench-peers");
/** npm writes it last. */
const installedMark = "node_modules/.package-lock.json";

let installing: Promise<string> | undefined;

/**
 * The libraries to compare with, as their lock file says, beside the programs written with them. They are downloaded
 * at the first run, and again when anything of it changes; nobody's own install has them.
 * @returns the folder of the programs
 */
export function installPeers(): Promise<string> {
  return (installing ??= install());
}

async function install(): Promise<string> {
  const folder = join(cache, await fingerprint());
  if (existsSync(join(folder, installedMark))) return folder;
  await mkdir(folder, { recursive: true });
  await cp(source, folder, { recursive: true });
  await promisify(execFile)("npm", ["ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund"]);
  return folder;
}

async function fingerprint(): Promise<string> {
  const hash = createHash("sha256");
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"));
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).toSorted())
    hash.update(path.slice(source.length)).update(await readFile(path));
  return hash.digest("hex").slice(0, 12);
}
