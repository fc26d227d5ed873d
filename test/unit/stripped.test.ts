import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

const start = join(import.meta.dirname, "../../src/start");
const run = promisify(execFile);

/** A checkout with one file of its own. */
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "workspace-bot-stripped-"));
  await mkdir(join(root, "src/start"), { recursive: true });
  for (const name of ["stripped.mjs", "strip.mjs"])
    await cp(join(start, name), join(root, "src/start", name));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const write = (value: string) =>
  writeFile(join(root, "src/it.ts"), `export const it: string = "${value}";\nthrow new Error(it);\n`);

/** Loads the file. @returns what it threw, where, and whether Node had to strip its types */
async function load(): Promise<string> {
  const script = `
    const { stack } = await import("./src/it.ts").catch((error) => error);
    const byNode = process.moduleLoadList.some((name) => name.includes("amaro"));
    console.log(stack.replace(/\\n[^]*?\\/src\\//, " ").split("\\n", 1)[0], byNode ? "by Node" : "beforehand");`;
  const hook = pathToFileURL(join(root, "src/start/stripped.mjs")).href;
  const { stdout } = await run(
    process.execPath,
    ["--import", hook, "--input-type=module", "--eval", script],
    { cwd: root },
  );
  return stdout.trim();
}

const kept = async () =>
  readdir(join(root, `node_modules/.cache/workspace-bot/stripped-${process.version}/src`));

test("a file is stripped of its types by another process, once, and the original is unchanged", async () => {
  await mkdir(join(root, "node_modules"));
  await write("first");
  expect(await load()).toBe("Error: first it.ts:2:7 beforehand");
  const before = await kept();
  expect(before).toHaveLength(1);
  expect(await load()).toBe("Error: first it.ts:2:7 beforehand");
  expect(await kept()).toEqual(before);
});

test("a file that changed is stripped again, and the old result is gone", async () => {
  await mkdir(join(root, "node_modules"));
  await write("first");
  await load();
  const before = await kept();
  await write("second");
  expect(await load()).toBe("Error: second it.ts:2:7 beforehand");
  const after = await kept();
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
});

test("where nothing can be stored, Node strips the types itself", async () => {
  await writeFile(join(root, "node_modules"), "in the way");
  await write("first");
  expect(await load()).toBe("Error: first it.ts:2:7 by Node");
});

test("the command builders are those that discord.js has already loaded", async () => {
  const script = `
    const { SlashCommandBuilder } = await import("@discordjs/builders");
    const discord = await import("discord.js");
    console.log(SlashCommandBuilder === discord.SlashCommandBuilder);`;
  const hook = pathToFileURL(join(start, "stripped.mjs")).href;
  const { stdout } = await run(
    process.execPath,
    ["--import", hook, "--input-type=module", "--eval", script],
    { cwd: import.meta.dirname },
  );
  expect(stdout.trim()).toBe("true");
});
