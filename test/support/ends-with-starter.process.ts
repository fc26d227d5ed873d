import { Socket } from "node:net";
import { isMainThread } from "node:worker_threads";

/**
 * Loaded before a program under test. Its standard input closes with the process that started it, even when that one is
 * killed; then the program is stopped as an operator would, and ended should it not stop.
 */
const maxMs = 15_000;

const { stdin } = process;
// A worker of the program and the process that draws load this, too, and have no input from the starter.
if (isMainThread && stdin instanceof Socket) {
  stdin.once("close", () => {
    setTimeout(() => process.exit(1), maxMs).unref();
    process.kill(process.pid, "SIGTERM");
  });
  stdin.on("error", () => undefined);
  stdin.resume();
  stdin.unref();
}
for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);
