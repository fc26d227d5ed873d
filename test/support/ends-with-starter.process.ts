import { isMainThread } from "node:worker_threads";

/**
 * Loaded before a program under test. Its standard input closes with the process that started it, even when that one is
 * killed; then the program is stopped as an operator would, and ended should it not stop.
 */
const mostMs = 15_000;

// A worker of the program loads this, too, and has no input of its own.
if (isMainThread) {
  process.stdin.once("close", () => {
    setTimeout(() => process.exit(1), mostMs).unref();
    process.kill(process.pid, "SIGTERM");
  });
  process.stdin.on("error", () => undefined);
  process.stdin.resume();
  process.stdin.unref();
}
for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);
