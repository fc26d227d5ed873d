import { type ChildProcess, type Serializable, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const program = join(root, "src/main.ts");
const endsWithStarter = join(import.meta.dirname, "ends-with-starter.process.ts");

/** What Node compiled for one start serves all others: two thirds of what a start costs. */
const compiled = join(root, "node_modules/.cache/workspace-bot/compiled");

/** The program as an operator starts it, in a process of its own that ends with this one. */
export interface BotProcess {
  readonly pid: number;
  /** Everything it printed. */
  readonly output: () => string;
  /** @returns the exit code, or the signal that ended it */
  stop(signal: NodeJS.Signals): Promise<number | string | null>;
  /** Resolves when the process has ended by itself. */
  readonly ended: Promise<number | string | null>;
  /** To what was loaded before it, and what that answers. */
  send(message: unknown): void;
  answer(): Promise<unknown>;
}

export interface ProcessParts {
  /** A module that is loaded before the program, and can be talked to. */
  readonly preload?: string;
  /** Besides what it is given anyway. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Instead of the program. */
  readonly started?: string;
  /** A file descriptor for what it prints; `output` knows nothing of that then. */
  readonly stdout?: number | "pipe";
}

export function startBotProcess(
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  { preload, started = program, stdout = "pipe" }: ProcessParts = {},
): BotProcess {
  const before = [endsWithStarter, preload].flatMap((each) => (each === undefined ? [] : ["--import", each]));
  const child: ChildProcess = spawn(process.execPath, [...before, started, ...args], {
    // Away from the checkout, whose `.env` is the developer's own.
    cwd: tmpdir(),
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: compiled, ...environment },
    stdio: ["pipe", stdout, "pipe", ...(preload === undefined ? [] : (["ipc"] as const))],
  });
  let output = "";
  child.stdout?.on("data", (chunk) => (output += String(chunk)));
  child.stderr?.on("data", (chunk) => (output += String(chunk)));
  const ended = once(child, "exit").then(([code, signal]: unknown[]) =>
    typeof code === "number" ? code : typeof signal === "string" ? signal : null,
  );
  return {
    pid: child.pid ?? 0,
    output: () => output,
    ended,
    send: (message) => void child.send(message as Serializable),
    answer: async () => (await once(child, "message"))[0],
    stop(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
