/**
 * Loaded before the bot by `npm start`. Node's type stripper stays in a process for as long as it lives, and
 * was a sixth of the bot's memory. So a short process of its own strips, once for each version of a file, and this one
 * reads what that left. Where it could leave nothing, Node strips as it always does.
 */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { getCacheFolder, getCacheName } from "./strip.mjs";

const root = join(import.meta.dirname, "../..");
/** Folders directly below the root that this process has had stripped. */
const asked = new Set();

registerHooks({
  // discord.js requires the builders; imported directly, they would be loaded a second time from other files.
  resolve: (specifier, context, nextResolve) =>
    specifier === "@discordjs/builders"
      ? nextResolve(specifier, { ...context, conditions: ["node", "require"] })
      : nextResolve(specifier, context),

  load(url, context, nextLoad) {
    const source =
      url.startsWith("file:") && url.endsWith(".ts") ? readStripped(fileURLToPath(url)) : undefined;
    return source === undefined ? nextLoad(url, context) : { format: "module", source, shortCircuit: true };
  },
});

/** @returns {string | undefined} nothing for files that aren't ours or couldn't be stripped */
function readStripped(path) {
  const [folder = ""] = relative(root, path).split(sep);
  if (folder === ".." || folder === "node_modules") return undefined;
  const place = join(getCacheFolder(root, folder), getCacheName(readFileSync(path)));
  const known = readIfThere(place);
  if (known !== undefined || asked.has(folder)) return known;
  asked.add(folder);
  // Loaded only when needed, since it takes memory too.
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  spawnSync(process.execPath, [join(import.meta.dirname, "strip.mjs"), root, folder], { stdio: "ignore" });
  return readIfThere(place);
}

function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
