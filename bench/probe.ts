/**
 * Preloaded into a measured process, which knows nothing of it: tells over the channel to its parent what the process
 * has used so far. Ends the process when the parent is gone, so that nothing is left behind.
 */
import { readFileSync } from "node:fs";
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

export interface Block {
  /**
   * For how long nothing else could run on the main thread at most, since this was asked for the last time: without
   * the time that the system gave to other programs, where it says so.
   */
  readonly longestBlockMs: number;
  /** The same with that time. */
  readonly longestStallMs: number;
}

export type Question = "usage" | "heap" | "block";

/** A timer of this length is late by as long as the thread was busy. */
const everyMs = 5;
let longest: { block: number; stall: number } | undefined;

process.on("message", (message) => {
  const answer = answerTo(message);
  if (answer !== undefined) process.send?.(answer);
});
process.on("disconnect", () => process.exit(1));
process.channel?.unref();

/** Other messages to the process are its own affair. */
function answerTo(message: unknown): Usage | Heap | Block | undefined {
  if (message === ("usage" satisfies Question)) return usage();
  if (message === ("block" satisfies Question)) return block();
  return message === ("heap" satisfies Question) ? heap() : undefined;
}

function usage(): Usage {
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1_000, residentBytes: process.memoryUsage.rss() };
}

/** The first time it only begins to look. */
function block(): Block {
  const { block: longestBlockMs, stall: longestStallMs } = longest ?? watchBlocks();
  longest = { block: 0, stall: 0 };
  return { longestBlockMs, longestStallMs };
}

function watchBlocks() {
  let atMs = performance.now();
  let waitedMs = waitedForProcessorMs();
  setInterval(() => {
    const [nowMs, waitedUntilNowMs] = [performance.now(), waitedForProcessorMs()];
    const stall = nowMs - atMs - everyMs;
    const busy = stall - (waitedUntilNowMs - waitedMs);
    [atMs, waitedMs] = [nowMs, waitedUntilNowMs];
    longest = { block: Math.max(longest?.block ?? 0, busy), stall: Math.max(longest?.stall ?? 0, stall) };
  }, everyMs).unref();
  return { block: 0, stall: 0 };
}

/** Of the main thread, which was ready to run meanwhile. Linux alone tells. */
function waitedForProcessorMs(): number {
  try {
    return Number(readFileSync("/proc/self/schedstat", "utf8").split(" ")[1] ?? 0) / 1e6;
  } catch {
    return 0;
  }
}

function heap(): Heap {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return { heapBytes: process.memoryUsage().heapUsed };
}
