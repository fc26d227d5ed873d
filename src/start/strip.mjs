/**
 * Strips the types of all files in folders directly below the root and stores the result: `strip.mjs <root>
 * <folder>...`.
 */
import { hash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";

/** Per version of Node, since another one may strip differently. */
export const getCacheFolder = (root, folder) =>
  join(root, "node_modules/.cache/workspace-bot", `stripped-${process.version}`, folder);

/** Keyed by content, so that a changed file is stripped again. */
export const getCacheName = (source) => `${hash("sha256", source)}.js`;

function strip(root, folder) {
  const cache = getCacheFolder(root, folder);
  mkdirSync(cache, { recursive: true });
  const before = new Set(readdirSync(cache));
  const now = new Set();
  for (const path of readdirSync(join(root, folder), { recursive: true })) {
    if (!path.endsWith(".ts") || path.endsWith(".d.ts")) continue;
    const source = readFileSync(join(root, folder, path));
    const name = getCacheName(source);
    now.add(name);
    if (before.has(name)) continue;
    // Written atomically: another process may be starting and reading it.
    const unfinished = join(cache, `${name}.${process.pid}`);
    writeFileSync(unfinished, stripTypeScriptTypes(source.toString("utf8")));
    renameSync(unfinished, join(cache, name));
  }
  for (const name of before) if (!now.has(name)) rmSync(join(cache, name), { force: true });
}

if (import.meta.main) {
  const [root = "", ...folders] = process.argv.slice(2);
  for (const folder of folders) strip(root, folder);
}
