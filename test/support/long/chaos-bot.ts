import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type BotProcess, startBotProcess } from "../bot-process.ts";
import type { Emulators } from "../emulators.ts";
import { until } from "../wait-for.ts";

const preload = join(import.meta.dirname, "chaos.process.ts");

/** The program in a process of its own, killed and started again as often as someone wants. */
export interface ChaosBot {
  /** Sets its clock ahead or back. */
  jump(): void;
  /** From now on no file of its takes another byte. */
  fillDisk(): void;
  freeDisk(): void;
  /** Without a word, and then again on the same database. */
  killAndRestart(): Promise<void>;
  /** Resident, of the process that runs now. */
  megabytes(): Promise<number>;
  stop(): Promise<{ readonly code: number | string | null; readonly output: string; readonly ms: number }>;
  /** Whether it ended although nobody ended it. */
  readonly crashed: () => boolean;
}

export async function startChaosBot(
  emulators: Emulators,
  environment: Readonly<Record<string, string>>,
): Promise<ChaosBot> {
  const { discord } = emulators;
  const ending = new WeakSet<BotProcess>();
  let crashed = false;
  let bot = await start();

  async function start(): Promise<BotProcess> {
    const started = startBotProcess({ ...environment, NODE_OPTIONS: `--import=${preload}` });
    void started.ended.then(() => (crashed ||= !ending.has(started)));
    await until("the bot is ready", () => crashed || started.output().includes('"ready"'), 30_000);
    if (crashed) throw new Error(`the bot ended by itself: ${started.output()}`);
    await discord.waitForBot();
    return started;
  }

  function end(signal: NodeJS.Signals): Promise<number | string | null> {
    ending.add(bot);
    return bot.stop(signal);
  }

  function limitFiles(bytes: number | "unlimited"): void {
    // With the colon it is the limit that can be lifted again.
    execFileSync("prlimit", ["--pid", String(bot.pid), `--fsize=${bytes}:`]);
  }

  return {
    fillDisk: () => limitFiles(1),
    freeDisk: () => limitFiles("unlimited"),
    jump: () => void process.kill(bot.pid, "SIGUSR2"),
    async killAndRestart() {
      await end("SIGKILL");
      await until("the dead bot's connection is gone", () => discord.connectedShards() === 0);
      bot = await start();
    },
    async megabytes() {
      const status = await readFile(`/proc/${bot.pid}/status`, "utf8");
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
    },
    async stop() {
      const startedAt = performance.now();
      const code = await end("SIGTERM");
      return { code, output: bot.output(), ms: performance.now() - startedAt };
    },
    crashed: () => crashed,
  };
}
