import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type BotProcess, type ProcessParts, readPort, startBotProcess } from "../bot-process.ts";

const startAgainMs = 500;
const probeWithinMs = 1_000;
/** By then, one that was stopped has noticed that Discord no longer holds its connection, and isn't ready. */
const noticedAfterMs = 1_000;

/**
 * The program in a process that is started again whenever it ended, with a port of its own: another one each time,
 * since the last may be in use by now.
 */
export class Replica {
  url = "";
  /** What its probe answered last; none at all as 0. */
  probed = 0;
  state: "starting" | "running" | "frozen" | "waking" | "killed" | "over" = "starting";
  readonly #begin: () => BotProcess;
  readonly #onCrash: (output: string) => void;
  #bot: BotProcess;
  /** By `performance.now()`. */
  #wokeAt = 0;

  /** @param onCrash gets the last it printed when it ends by itself although it was ready */
  constructor(
    {
      environment,
      parts,
    }: { readonly environment: Readonly<Record<string, string>>; readonly parts: ProcessParts },
    onCrash: (output: string) => void,
  ) {
    this.#onCrash = onCrash;
    this.#begin = () => startBotProcess({ ...environment, LOG_LEVEL: "info", HTTP_PORT: "0" }, [], parts);
    this.#bot = this.#start();
  }

  #start(): BotProcess {
    this.state = "starting";
    this.probed = 0;
    const bot = this.#begin();
    this.url = "";
    // One that ended before it had a port is started again.
    const seePort = async () => {
      const port = await readPort(bot.output);
      if (this.#bot === bot) this.url = `http://127.0.0.1:${port}`;
    };
    seePort().catch(() => undefined);
    void this.#restartWhenEnded(bot);
    return bot;
  }

  /** As what supervises it does, also while the database is away. */
  async #restartWhenEnded(bot: BotProcess): Promise<void> {
    const code = await bot.ended;
    if (this.#bot !== bot || this.state === "killed" || this.state === "over") return;
    if (this.state !== "starting") this.#onCrash(`${code}: ${bot.output().slice(-2_000)}`);
    this.state = "starting";
    await sleep(startAgainMs);
    if (!this.#isOver()) this.#bot = this.#start();
  }

  #isOver(): boolean {
    return this.state === "over";
  }

  async kill(backAfterMs: number): Promise<void> {
    this.state = "killed";
    await this.#bot.stop("SIGKILL");
    await sleep(backAfterMs);
    this.#bot = this.#start();
  }

  /** As a machine that hangs. */
  async freeze(forMs: number): Promise<void> {
    this.state = "frozen";
    process.kill(this.#bot.pid, "SIGSTOP");
    await sleep(forMs);
    process.kill(this.#bot.pid, "SIGCONT");
    this.state = "waking";
    this.probed = 0;
    this.#wokeAt = performance.now();
  }

  /** With a word. @returns how it ended */
  async stop(): Promise<number | string | null> {
    this.state = "over";
    return this.#bot.stop("SIGTERM");
  }

  /** Resident. */
  async megabytes(): Promise<number> {
    const status = await readFile(`/proc/${this.#bot.pid}/status`, "utf8");
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
  }

  async probe(): Promise<void> {
    try {
      const sentAt = performance.now();
      const { status } = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(probeWithinMs) });
      this.probed = status;
      if (status !== 200) return;
      const isAwake = this.state === "waking" && sentAt - this.#wokeAt > noticedAfterMs;
      if (this.state === "starting" || isAwake) this.state = "running";
    } catch {
      this.probed = 0;
    }
  }
}
