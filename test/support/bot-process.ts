import { type ChildProcess, type Serializable, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "../../build.mjs";
import { until } from "./wait-for.ts";

const root = join(import.meta.dirname, "../..");
/** What `npm start` runs. */
const program = join(root, "dist/main.js");
/** The same for a preloaded module: the bundle has packages of its own, which such a module can't change. */
const sources = join(root, "src/main.ts");
await build();
const endsWithStarter = join(import.meta.dirname, "ends-with-starter.process.ts");

/** Node's compile cache, shared by all starts: it saves two thirds of a start's time. */
const compiled = join(root, "node_modules/.cache/workspace-bot/compiled");

/** The program as an operator starts it, in a process of its own that ends with this one. */
export interface BotProcess {
  readonly pid: number;
  /** Everything it has printed. */
  readonly output: () => string;
  /** The part of it on standard output. */
  readonly printed: () => string;
  /** @returns the exit code, or the signal that ended it */
  stop(signal: NodeJS.Signals): Promise<number | string | null>;
  /** Resolves when the process has ended by itself. */
  readonly ended: Promise<number | string | null>;
  /** Sends a message to the preloaded module, and returns its answer. */
  send(message: unknown): void;
  answer(): Promise<unknown>;
}

export interface ProcessParts {
  /** A module that is preloaded and can exchange messages with the test. */
  readonly preload?: string;
  /** In addition to the defaults. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Runs this instead of the program. */
  readonly started?: string;
  /** A file descriptor for what it prints; `output` knows nothing of that then. */
  readonly stdout?: number | "pipe";
}

/** The bot with a test's patience instead of the program, for a test that isn't about the program itself. */
export const patientBot: ProcessParts = { started: join(import.meta.dirname, "patient.process.ts") };

export function startBotProcess(
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  { preload, started = preload === undefined ? program : sources, stdout = "pipe" }: ProcessParts = {},
): BotProcess {
  const before = [endsWithStarter, preload].flatMap((each) => (each === undefined ? [] : ["--import", each]));
  const child: ChildProcess = spawn(process.execPath, [...before, started, ...args], {
    // Outside the checkout, whose `.env` belongs to the developer.
    cwd: tmpdir(),
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: compiled, ...environment },
    stdio: ["pipe", stdout, "pipe", ...(preload === undefined ? [] : (["ipc"] as const))],
  });
  let output = "";
  let printed = "";
  child.stdout?.on("data", (chunk) => {
    output += String(chunk);
    printed += String(chunk);
  });
  child.stderr?.on("data", (chunk) => (output += String(chunk)));
  const ended = once(child, "exit").then(([code, signal]: unknown[]) =>
    typeof code === "number" ? code : typeof signal === "string" ? signal : null,
  );
  return {
    pid: child.pid ?? 0,
    output: () => output,
    printed: () => printed,
    ended,
    send: (message) => void child.send(message as Serializable),
    answer: async () => (await once(child, "message"))[0],
    stop(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** The port that a bot with `HTTP_PORT=0` was given, once its log says so. */
export async function readPort(log: () => string): Promise<number> {
  const find = () => /"port":(\d+)/.exec(log().match(/.*the HTTP port is open.*/)?.[0] ?? "")?.[1];
  await until("its port is open", () => find() !== undefined);
  return Number(find());
}
