/**
 * Benches, one after the other, each in a process of its own. Fails when one of them does.
 *   NAME     runs only this one, and others that are named
 *   --json   ends with a line of JSON: what was measured, for a program
 *   --write  puts the tables into bench/README.md
 *   --full   continues to a million interactions, which takes an hour
 *   --tiny   only shows that everything works
 *   --servers=N, --rounds=N, --only=NAME,NAME  for peers: so many servers and rounds, and only these beside the floor
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { machine, say, type Told } from "./measure.ts";
import type { Size } from "./memory-sizes.ts";
import { type Section, writeTables } from "./report-tables.ts";

const names = [
  "peers",
  "noisy-neighbour",
  "posting",
  "burst",
  "idle",
  "weekly-turn",
  "suggestions",
  "cafe",
  "memory",
  "endurance",
  "client",
  "storage",
  "start",
] as const;
/** Runs only by name, for tuning the bot; `peers` measures everything `latency` does, and more. */
const byNameOnly = ["http", "latency", "databases", "pictures", "boards"] as const;
const flags = ["--json", "--write", "--full", "--tiny"];
const settings = {
  "--servers": "BENCH_SERVERS",
  "--rounds": "BENCH_ROUNDS",
  "--only": "BENCH_ONLY",
} as const;
const stopSignals = ["SIGINT", "SIGTERM"] as const;
const explanation = [
  "Ratios are over what was measured beside it in the same run, in rounds of one after the other.",
  "A ratio is the median of the rounds, with the least and the most of them beside it; so are the plain numbers.",
];

interface Measured {
  readonly text: string;
  readonly told: readonly Told[];
}

const args = process.argv.slice(2);
const chosen = [...names, ...byNameOnly].filter((name) => args.includes(name));
const asked = Object.entries(settings).flatMap(([flag, variable]) =>
  args
    .filter((arg) => arg.startsWith(`${flag}=`))
    .map((arg) => [variable, arg.slice(flag.length + 1)] as const),
);
const unknown = args.filter(
  (arg) =>
    !flags.includes(arg) &&
    !chosen.some((name) => name === arg) &&
    !Object.keys(settings).some((flag) => arg.startsWith(`${flag}=`)),
);
if (unknown.length > 0) {
  say(
    `There is no ${unknown.join(", ")}. Benches: ${[...names, ...byNameOnly].join(", ")}. Flags: ${[...flags, ...Object.keys(settings)].join(", ")}.`,
  );
  process.exit(1);
}

const size: Size = args.includes("--full") ? "full" : args.includes("--tiny") ? "tiny" : "usual";
const startedAt = performance.now();
const sections: Section[] = [{ name: "machine", text: machine() }];
const results: object[] = [];
const failed: string[] = [];
say(machine(), ...explanation);
for (const name of chosen.length > 0 ? chosen : names) {
  const measured = await run(name);
  if (measured === undefined) failed.push(name);
  else {
    sections.push({ name, text: measured.text });
    results.push(resultOf(name, measured.told));
  }
}
say(`\nIt took ${Math.round((performance.now() - startedAt) / 1_000)} s.`);
// If only some benches ran, the other tables of the page may be from another machine.
if (args.includes("--write")) await writeTables(chosen.length > 0 ? sections.slice(1) : sections);
if (failed.length > 0) {
  say(`\nWithout a result: ${failed.join(", ")}.`);
  process.exitCode = 1;
}
const [only] = results;
if (args.includes("--json"))
  say(JSON.stringify(chosen.length === 1 ? (only ?? { failed }) : { results, failed }));

/** The single numbers of a bench, in addition to its tables. */
function resultOf(bench: string, told: readonly Told[]): object {
  const numbers = told.map((each) => ("numbers" in each ? each.numbers : {}));
  const tables = told.flatMap((each) => ("table" in each ? each.table : []));
  return Object.assign({ bench, machine: machine(), size }, ...numbers, { tables });
}

/** @returns what it printed and reported, unless it failed */
async function run(name: string): Promise<Measured | undefined> {
  // The flags of `npm start`, for the parts of the bot that run in the bench itself.
  const nodeFlags = [
    "--max-semi-space-size=8",
    "--heap-growing-percent=100",
    "--disable-warning=ExperimentalWarning",
  ];
  const bench = spawn(process.execPath, [...nodeFlags, join(import.meta.dirname, `${name}.ts`)], {
    stdio: ["inherit", "pipe", "inherit", "ipc"],
    env: { ...process.env, BENCH_SIZE: size, ...Object.fromEntries(asked) },
  });
  let text = "";
  const told: Told[] = [];
  // A bench sends no other messages.
  bench.on("message", (message) => told.push(message as Told));
  bench.stdout?.on("data", (chunk) => {
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
  return code === 0 ? { text, told } : undefined;
}
