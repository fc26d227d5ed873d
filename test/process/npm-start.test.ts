import { spawn } from "node:child_process";
import { existsSync, symlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startEmulators } from "../support/emulators.ts";
import { until } from "../support/wait-for.ts";

const root = join(import.meta.dirname, "../..");

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "workspace-bot-npm-"));
  // Beside the checkout, whose `.env` belongs to the developer.
  for (const name of ["package.json", "node_modules", "build.mjs", "dist"])
    symlinkSync(join(root, name), join(folder, name));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/**
 * Runs a shell command, and whatever it starts, in a group of processes of their own. They are stopped together,
 * at the latest when this process ends.
 */
function startGroup(command: string, environment: Readonly<Record<string, string>>) {
  const script = `(${command}; echo "it ended with $?" >&2) & read _; kill -TERM 0`;
  const shell = spawn("sh", ["-c", script], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder, npm_config_update_notifier: "false", ...environment },
    stdio: ["pipe", "ignore", "pipe"],
    detached: true,
  });
  const { pid = 0 } = shell;
  let errors = "";
  shell.stderr.on("data", (chunk) => (errors += String(chunk)));
  const signal = (which: NodeJS.Signals | 0): boolean => {
    try {
      return process.kill(-pid, which);
    } catch {
      return false;
    }
  };
  return {
    errors: () => errors,
    async stop() {
      shell.stdin.end();
      await until("all of them have ended", () => !signal(0));
    },
    [Symbol.dispose]: () => void signal("SIGKILL"),
  };
}

test.skipIf(!existsSync("/dev/full"))(
  "npm start --silent runs with a full disk under its log, until it is stopped",
  async () => {
    await using emulators = await startEmulators();
    const { discord, environment } = emulators;
    using program = startGroup("npm start --silent > /dev/full", {
      ...environment,
      DATA_FOLDER: join(folder, "data"),
      TMPDIR: folder,
    });
    await discord.waitForBot();
    // Each answer is logged, too.
    for (const name of ["ada", "theo", "mia"] as const)
      expect(await emulators.as(name).run("help")).toMatchObject({ kind: "message" });
    expect(program.errors()).toBe("");
    await program.stop();
    expect(discord.connectedShards()).toBe(0);
  },
);
