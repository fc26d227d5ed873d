/** All benches, one after the other, each in a process of its own. Fails when one of them does. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { machine, say } from "./measure.ts";

const names = ["answer", "client", "memory", "storage", "start"] as const;
const stopSignals = ["SIGINT", "SIGTERM"] as const;
const explanation = [
  "Ours over a floor measured in the same run, in rounds of floor, ours, floor, ours.",
  "A ratio is the median of the rounds, with the least and the most of them beside it; so are the plain figures.",
];

say(machine(), ...explanation);
const failed: string[] = [];
for (const name of names) {
  // The flag of `npm start`, for the parts of the bot that run in the bench itself.
  const args = ["--max-semi-space-size=2", join(import.meta.dirname, `${name}.ts`)];
  const bench = spawn(process.execPath, args, { stdio: "inherit" });
  const stop = (): never => {
    bench.kill("SIGTERM");
    process.exit(1);
  };
  for (const signal of stopSignals) process.once(signal, stop);
  const [code]: unknown[] = await once(bench, "close");
  for (const signal of stopSignals) process.off(signal, stop);
  if (code !== 0) failed.push(name);
}
if (failed.length > 0) {
  say(`\nWithout a result: ${failed.join(", ")}.`);
  process.exitCode = 1;
}
