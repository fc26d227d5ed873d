/**
 * Preloaded into a measured process, which knows nothing of it: tells over the channel to its parent what the process
 * has used so far. Ends the process when the parent is gone, so that nothing is left behind.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export interface Usage {
  /** Processor time, user and system, since the start. */
  readonly cpuMs: number;
  readonly residentBytes: number;
}

export interface Heap {
  /** In use after a forced collection. */
  readonly heapBytes: number;
}

export type Question = "usage" | "heap";

process.on("message", (message) => {
  const answer = answerTo(message);
  if (answer !== undefined) process.send?.(answer);
});
process.on("disconnect", () => process.exit(1));
process.channel?.unref();

/** What the process is told beside that is its own affair. */
function answerTo(message: unknown): Usage | Heap | undefined {
  if (message === ("usage" satisfies Question)) return usage();
  return message === ("heap" satisfies Question) ? heap() : undefined;
}

function usage(): Usage {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1_000, residentBytes: process.memoryUsage.rss() };
}

function heap(): Heap {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return { heapBytes: process.memoryUsage().heapUsed };
}
