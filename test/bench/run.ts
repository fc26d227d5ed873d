/**
 * All benches, one after the other, each in a process of its own. Fails when one of them does.
 *   --write  puts the tables into docs/performance.md
 *   --full   goes on to a million interactions, which takes an hour
 *   --tiny   only shows that everything works
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { machine, say } from "./measure.ts";
import type { Size } from "./sizes.ts";
import { type Section, writeTables } from "./write-tables.ts";

/** `answer` is left out: whoever tunes the bot runs it alone, and `peers` measures the same and more. */
const names = [
  "peers",
  "posting",
  "due",
  "resting",
  "suggestions",
  "cafe",
  "memory",
  "lasting",
  "client",
  "storage",
  "start",
] as const;
const stopSignals = ["SIGINT", "SIGTERM"] as const;
const explanation = [
  "Ratios are over what was measured beside it in the same run, in rounds of one after the other.",
  "A ratio is the median of the rounds, with the least and the most of them beside it; so are the plain figures.",
];

const size: Size = asked("--full") ? "full" : asked("--tiny") ? "tiny" : "usual";
const startedAt = performance.now();
const sections: Section[] = [{ name: "machine", text: machine() }];
const failed: string[] = [];
say(machine(), ...explanation);
for (const name of names) {
  const text = await run(name);
  if (text === undefined) failed.push(name);
  else sections.push({ name, text });
}
say(`\nIt took ${Math.round((performance.now() - startedAt) / 1_000)} s.`);
if (asked("--write")) await writeTables(sections);
if (failed.length > 0) {
  say(`\nWithout a result: ${failed.join(", ")}.`);
  process.exitCode = 1;
}

function asked(flag: string): boolean {
  return process.argv.includes(flag);
}

/** @returns what it printed, unless it failed */
async function run(name: (typeof names)[number]): Promise<string | undefined> {
  // The flags of `npm start`, for the parts of the bot that run in the bench itself.
  const args = ["--max-semi-space-size=2", "--disable-warning=ExperimentalWarning"];
  const bench = spawn(process.execPath, [...args, join(import.meta.dirname, `${name}.ts`)], {
    stdio: ["inherit", "pipe", "inherit"],
    env: { ...process.env, BENCH_SIZE: size },
  });
  let text = "";
  bench.stdout.on("data", (chunk) => {
    text += String(chunk);
    process.stdout.write(String(chunk));
  });
  const stop = (): never => {
    bench.kill("SIGTERM");
    process.exit(1);
  };
  for (const signal of stopSignals) process.once(signal, stop);
  const [code]: unknown[] = await once(bench, "close");
  for (const signal of stopSignals) process.off(signal, stop);
  return code === 0 ? text : undefined;
}
