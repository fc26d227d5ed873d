// @ts-check
/**
 * Bundles the bot into `dist`: before each `npm start`, and by `npm run build` where nothing can be written later. Does
 * nothing where the bundle there is of these sources. Prints nothing to standard output, which belongs to the log. JavaScript, so that a
 * start doesn't have to load what strips types.
 */
import { hash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";

// Where packages may not run scripts, the Node.js among them is missing, and npm takes the machine's own, which may be older: it
// reads all of this file first, so nothing here is newer than Node.js 20.
if (Number.parseInt(process.versions.node, 10) < 26) {
  process.stderr.write(
    `The bot brings Node.js 26 with its packages, but that isn't there, so this is Node.js ${process.versions.node}. Packages weren't allowed to run scripts: run \`npm ci --ignore-scripts=false\`, then start again. If it's there, move the bot to a folder without a colon in its path.\n`,
  );
  process.exit(1);
}

const hourMs = 3_600_000;
const root = import.meta.dirname;
const dist = join(root, "dist");
const sources = ["src", "commands", "playground"];
/** Programs, each of a process of its own, by the name of its file in `dist`. */
const programs = { main: "src/main.ts", draw: "commands/draw.ts" };

/**
 * What `dist` holds. It is written last, so without it nothing there counts.
 *
 * @typedef Built
 * @property {string} of a digest of all that the result depends on
 * @property {Record<string, number>} sizes in bytes, by file
 */

const notBuilt = "This version of the bot isn't built yet";

/** Packages with files or machine code of their own, and those that others would use if they were installed. */
const external = [
  /^@napi-rs\/canvas/,
  /^@fontsource-variable\//,
  "bufferutil",
  "pg-native",
  "utf-8-validate",
  "zlib-sync",
];

/**
 * Writes programs of this repository, with all that they import, as JavaScript.
 *
 * @param {Record<string, string>} input the source of each, from the root, by its name
 * @param {string} folder
 * @returns {Promise<Map<string, string>>} the file of each by its name
 */
export async function bundle(input, folder) {
  // Only where something has to be built: it isn't installed where the bot just runs.
  const { rolldown } = await import("rolldown");
  const bundled = await rolldown({
    cwd: root,
    input,
    platform: "node",
    external,
    // discord.js requires them, so importing them would load another copy, from other files of the same package.
    resolve: {
      alias: { "@discordjs/builders": join(root, "node_modules/@discordjs/builders/dist/index.js") },
    },
    onLog(_, log) {
      if (log.code === "UNRESOLVED_IMPORT") throw new Error(log.message);
    },
  });
  try {
    const { output } = await bundled.write({
      dir: folder,
      format: "esm",
      sourcemap: true,
      // From where the files are in the end.
      sourcemapPathTransform: (source) => relative(dist, join(folder, source)),
      entryFileNames: "[name]-[hash].js",
      chunkFileNames: "[name]-[hash].js",
      // The whole text stays in memory for as long as the program runs.
      minify: { mangle: false, compress: false },
      // With a single “ in it, V8 keeps all of a text in twice the memory.
      charset: "ascii",
      keepNames: true,
      comments: false,
    });
    return new Map(
      output.flatMap((file) => (file.type === "chunk" && file.isEntry ? [[file.name, file.fileName]] : [])),
    );
  } finally {
    await bundled.close();
  }
}

/** @throws Error where it can't be built; what was there before stays */
export async function build() {
  const of = digestSources();
  const before = readBuilt();
  if (before?.of === of && isWhole(before)) return;
  mkdirSync(dist, { recursive: true });
  // Beside the files it becomes: another process may be starting, or building the same.
  const folder = mkdtempSync(join(dist, "building-"));
  try {
    const entries = await bundle(programs, folder);
    for (const [name, file] of entries) writeFileSync(join(folder, `${name}.js`), starterOf(file));
    const names = readdirSync(folder);
    const sizes = Object.fromEntries(names.map((name) => [name, statSync(join(folder, name)).size]));
    // Their names say what is in them, so that a running bot, and one that starts now, keep theirs.
    for (const name of names.toSorted((a, b) => Number(isStarter(a)) - Number(isStarter(b))))
      renameSync(join(folder, name), join(dist, name));
    writeFileSync(join(folder, "built.json"), JSON.stringify({ of, sizes }));
    renameSync(join(folder, "built.json"), join(dist, "built.json"));
    removeOthers([...Object.keys(before?.sizes ?? {}), ...names]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} name */
const isStarter = (name) => Object.keys(programs).some((program) => name === `${program}.js`);

/**
 * Compiled code is kept by the runtime itself: keyed by source and version, and never read when it's unfinished.
 *
 * @param {string} file
 */
function starterOf(file) {
  return `import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";
enableCompileCache(fileURLToPath(new URL("compiled", import.meta.url)));
await import("./${file}");
`;
}

function digestSources() {
  const files = sources.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => join(folder, path)),
  );
  const all = [...files.toSorted(), "build.mjs", "package.json", "package-lock.json"];
  return hash("sha256", all.map((path) => `${path}\n${readFileSync(join(root, path), "utf8")}`).join("\n"));
}

/** @returns {Built | undefined} */
function readBuilt() {
  try {
    return JSON.parse(readFileSync(join(dist, "built.json"), "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * After a full disk or a power cut, a file may be there without all of its bytes.
 *
 * @param {Built} built
 */
function isWhole({ sizes }) {
  return Object.entries(sizes).every(
    ([name, size]) => statSync(join(dist, name), { throwIfNoEntry: false })?.size === size,
  );
}

/**
 * Keeps what a bot that is still running was started with, and what another process is building.
 *
 * @param {readonly string[]} kept
 */
function removeOthers(kept) {
  for (const name of readdirSync(dist)) {
    const isUnderWay =
      name.startsWith("building-") && Date.now() - statSync(join(dist, name)).mtimeMs < hourMs;
    if (!kept.includes(name) && name !== "built.json" && !isUnderWay)
      rmSync(join(dist, name), { recursive: true, force: true });
  }
}

/**
 * What whoever starts it reads.
 *
 * @param {unknown} error
 * @returns {string}
 */
function describe(error) {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "ERR_MODULE_NOT_FOUND")
    return `${notBuilt}, and what builds it isn't installed. Nothing was started. Run: npm ci && npm run build && npm prune --omit=dev`;
  // Its words say which file it is, and what is wrong with it.
  if (!("syscall" in error)) return error.stack ?? error.message;
  return `${notBuilt}, and its bundle can't be written (${error.message}). Nothing was started. Run npm run build as a user who may write there, with room on the disk.`;
}

if (import.meta.main) {
  await build().catch((error) => {
    process.exitCode = 1;
    process.stderr.write(`${describe(error)}\n`);
  });
}
