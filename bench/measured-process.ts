import { spawn } from "node:child_process";
import { once } from "node:events";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, bundle } from "../build.mjs";
import type { Block, Heap, Question, Usage } from "./probe.ts";

const root = join(import.meta.dirname, "..");
/** Those of `npm start`. */
const flags = [
  "--max-semi-space-size=8",
  "--heap-growing-percent=100",
  "--disable-warning=ExperimentalWarning",
];
const programs = [
  "bench/baseline.process.ts",
  "bench/http-floor.process.ts",
  "bench/posting-bot.process.ts",
  "bench/probe.ts",
  "bench/service.process.ts",
];
const bundled = join(root, "dist/bench");

await build();
/** All without their types, since what strips them would be in each process. */
const files = await bundle(
  Object.fromEntries(programs.map((program) => [nameOf(program), program])),
  bundled,
);

function nameOf(program: string): string {
  return basename(program, ".ts");
}

/** What runs: the bot as `npm start` has it, a program of this bench, or one of a peer as it is. */
function findFile(program: string): string {
  if (program === "src/main.ts") return join(root, "dist/main.js");
  const file = files.get(nameOf(program));
  return file === undefined ? program : join(bundled, file);
}

const probe = pathToFileURL(findFile("bench/probe.ts")).href;

/** A process of its own, out of reach of the `.env` of this checkout, started with the flags of `npm start` and a probe inside. */
export interface MeasuredProcess extends AsyncDisposable {
  /** Waits until the output has it. @throws Error with the output when the process ends before */
  said(what: RegExp): Promise<RegExpExecArray>;
  usage(): Promise<Usage>;
  heap(): Promise<Heap>;
  /** Of its main thread, since this was asked for the last time. */
  blocks(): Promise<Block>;
  /** Hands a message to a process that waits for some; resolves when it has been taken. */
  tell(message: readonly unknown[]): Promise<void>;
  /** Asks it to stop. @throws Error unless it ends in order */
  stop(): Promise<void>;
}

/** @param script a source of the bot or of this bench, from the root of the repository; else an absolute path */
export function startMeasured(
  script: string,
  environment: Readonly<Record<string, string>> = {},
): MeasuredProcess {
  const child = spawn(process.execPath, [...flags, findFile(script)], {
    cwd: import.meta.dirname,
    // Given as a flag, the probe would be in the process that draws, too, and take its messages.
    env: { PATH: process.env["PATH"], NODE_OPTIONS: `--import=${probe}`, ...environment },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const closed = once(child, "close");
  let output = "";
  let onOutput: (() => void) | undefined;
  const report = (chunk: unknown): void => {
    output += String(chunk);
    onOutput?.();
  };
  child.stdout?.on("data", report);
  child.stderr?.on("data", report);
  const failed = (): Error => new Error(`${script} ended too early, or not in order:\n${output}`);

  let lastAnswer: Promise<unknown> = Promise.resolve();
  /** One after the other, since an answer doesn't say which question it is for. */
  const ask = (question: Question): Promise<unknown> => {
    const answer = lastAnswer.then(() => askNow(question));
    lastAnswer = answer.catch(() => undefined);
    return answer;
  };
  const askNow = async (question: Question): Promise<unknown> => {
    const answered = once(child, "message");
    child.send(question);
    const ended = closed.then(() => Promise.reject(failed()));
    const [answer]: unknown[] = await Promise.race([answered, ended]);
    return answer;
  };
  const stop = async (): Promise<void> => {
    // An answer shows that it has done all that followed on its being ready, listening for signals too.
    await ask("usage");
    child.kill("SIGTERM");
    await closed;
    if (child.exitCode !== 0) throw failed();
  };

  return {
    async said(what) {
      const heard = Promise.withResolvers<RegExpExecArray>();
      onOutput = () => {
        const match = what.exec(output);
        if (match !== null) heard.resolve(match);
      };
      onOutput();
      void closed.then(() => heard.reject(failed()));
      return heard.promise;
    },
    // The probe's own answers.
    usage: async () => (await ask("usage")) as Usage,
    heap: async () => (await ask("heap")) as Heap,
    blocks: async () => (await ask("block")) as Block,
    async tell(message) {
      child.send([...message]);
      // Messages are taken in order.
      await ask("usage");
    },
    stop,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await closed;
    },
  };
}
