/**
 * Applies each mutant of the list to a copy of the checkout, one at a time, and runs the tests that should notice it.
 * `npm run test:mutants -- ID...` for some of them.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { applyMutant, listDeclared, type Mutant, readMutants, root, type TestRun, testRuns } from "./list.ts";

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

const wanted = process.argv.slice(2);
const all = readMutants();
const declared = listDeclared();
const unknown = wanted.filter((id) => !all.some((mutant) => mutant.id === id));
if (unknown.length > 0) throw new Error(`there is no mutant ${unknown.join(", ")}`);
const mutants = wanted.length === 0 ? all : all.filter(({ id }) => wanted.includes(id));

const copy = mkdtempSync(join(tmpdir(), "workspace-bot-mutants-"));
process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
copyCheckout();

const first = await runTests([...new Set(mutants.flatMap(({ tests }) => tests))]);
if (first.failed !== undefined || first.notRun.length > 0) {
  process.stderr.write(`Without any mutant these have to pass: ${first.failed ?? first.notRun.join(", ")}\n`);
  process.exit(1);
}
const unnoticed: Mutant[] = [];
for (const mutant of mutants) {
  const startedAt = performance.now();
  const noticedBy = await noticing(mutant);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4);
  say(
    `${noticedBy === undefined ? "✗" : "✓"} ${seconds} s  ${mutant.id.padEnd(38)} ${noticedBy ?? "NOT NOTICED"}`,
  );
  if (noticedBy === undefined) unnoticed.push(mutant);
}
for (const { id, in: name, breaks } of unnoticed) say(`\n${id} (${name}) went unnoticed: ${breaks}`);
say(`\n${mutants.length - unnoticed.length} passed, ${unnoticed.length} failed`);
process.exitCode = unnoticed.length === 0 ? 0 : 1;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** What git knows or would take, so that nothing else of the developer's folder counts. */
function copyCheckout(): void {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
    cwd: root,
    encoding: "utf8",
  });
  const gone = execFileSync("git", ["ls-files", "-d", "-z"], { cwd: root, encoding: "utf8" }).split("\0");
  for (const path of listed.split("\0"))
    if (path !== "" && !gone.includes(path)) cpSync(join(root, path), join(copy, path));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
}

/** @returns the first test that fails with it; code that cannot even be loaded fails none */
async function noticing(mutant: Mutant): Promise<string | undefined> {
  const { file, text } = applyMutant(mutant, declared);
  const path = join(copy, file);
  const before = readFileSync(path, "utf8");
  writeFileSync(path, text);
  try {
    return (await runTests(mutant.tests)).failed;
  } finally {
    writeFileSync(path, before);
  }
}

interface Outcome {
  /** The first test that failed. */
  readonly failed: string | undefined;
  /** Files of which no test ran. */
  readonly notRun: readonly string[];
}

/** A failure ends the runs. */
async function runTests(files: readonly string[]): Promise<Outcome> {
  const notRun: string[] = [];
  for (const run of testRuns(files)) {
    const outcome = await runTogether(run);
    notRun.push(...outcome.notRun);
    if (outcome.failed !== undefined) return { failed: outcome.failed, notRun };
  }
  return { failed: undefined, notRun };
}

async function runTogether({ options, files }: TestRun): Promise<Outcome> {
  const json = join(copy, "report.json");
  rmSync(json, { force: true });
  const vitest = join(copy, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--bail=1", "--reporter=json", `--outputFile=${json}`, ...options, ...files];
  const child = spawn(process.execPath, args, { cwd: copy, stdio: "ignore" });
  await once(child, "exit");
  const { testResults } = report.parse(JSON.parse(readFileSync(json, "utf8")));
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === "failed")?.fullName;
  const broken = testResults.find(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length > 0,
  );
  const ran = new Set(
    testResults.filter(({ assertionResults }) => assertionResults.length > 0).map(({ name }) => name),
  );
  return {
    failed: failed ?? broken?.name.slice(copy.length + 1),
    notRun: files.filter((file) => ![...ran].some((name) => name.endsWith(`/${file}`))),
  };
}
