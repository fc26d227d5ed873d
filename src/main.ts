import { existsSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import type { AppOptions } from "./app.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { loadEnvFile } from "./setting-files.ts";
import { helpText, parseFlags } from "./start/flags.ts";
import { findMisspelledVariables, describeMisspelled } from "./start/misspelled.ts";
import { describeOwnError } from "./start/own-errors.ts";
import { createPrintLines, printText } from "./start/register.ts";

/** Signals that ask the program to stop, with time to finish; the last one comes when its terminal is closed. */
const stopSignals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
/** A little more than the bot takes to finish its work; whatever still hangs is cut off. */
const stopTimeoutMs = 12_000;

// A full disk or a missing reader of the output doesn't end the program, and touching the streams here makes pipes
// non-blocking, for the log as well.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

// A name's addresses are tried one after the other. Half a second, Node's default, isn't enough to reach the other side of the
// world; where that is the only address of a kind that works here, nothing would ever be reached.
setDefaultAutoSelectFamilyAttemptTimeout(1_500);

let print = printText;
/** The reason for exiting was already printed. */
let isReported = false;
/**
 * Describes an error. Discord's are recognized only once discord.js is loaded, which most tools don't need.
 */
let describeError = describeOwnError;

parseOrExit(() => loadEnvFile(".env", process.env));
const { flag, value } = parseOrExit(() => parseFlags(process.argv.slice(2)));
if (flag === "help") {
  print(helpText);
  process.exit(0);
}
// Programs read what a bot on Discord prints, so all of it is JSON lines; tools, the playground and whoever starts a bot
// at a terminal get sentences.
const hasToken = [process.env["DISCORD_TOKEN"], process.env["DISCORD_TOKEN_FILE"]].some(Boolean);
if (hasToken && (flag === undefined || flag === "keys-lost") && !process.stdout.isTTY)
  print = createPrintLines();
// Instead of Node's own listener, which always writes plain text; the driver of Postgres, for one, warns of `sslmode=require`.
process.removeAllListeners("warning").on("warning", ({ name, message }) => {
  if (name !== "ExperimentalWarning") print(message, "warn");
});
const config = parseOrExit(() => readConfig(process.env));
const needsDiscord = !["check-service", "migrate", "backup", "restore", "move-to", "reseal"].includes(
  flag ?? "",
);
if (needsDiscord) ({ describeForOperator: describeError } = await import("./start/operator-message.ts"));
// A container has no page to show.
const hasPlayground = existsSync(new URL("../playground/page", import.meta.url));
if (needsDiscord && config.discordToken === undefined && !hasPlayground) {
  exitWith(
    new ConfigError([
      { variable: "DISCORD_TOKEN", problem: "It's required here, where there is no playground to start." },
    ]),
  );
}

if (flag === "check") {
  const { check } = await import("./start/check.ts");
  process.exitCode = (await check(config, process.env, print)) ? 0 : 1;
} else if (flag === "check-service") {
  const { checkReads } = await import("./start/check-reads.ts");
  const terminal = { input: process.stdin, output: process.stdout };
  process.exitCode = await checkReads(config, terminal, print).then((fits) => (fits ? 0 : 1), exitWith);
} else if (flag === "register") {
  const { register } = await import("./start/register.ts");
  process.exitCode = await register(config, print).then((isDone) => (isDone ? 0 : 1), exitWith);
} else if (flag === "migrate") {
  const { migrateDatabase } = await import("./start/migrate-database.ts");
  await migrateDatabase(config, print).catch(exitWith);
} else if (flag === "backup") {
  const { backUp } = await import("./start/backup.ts");
  await backUp(config, value, print).catch(exitWith);
} else if (flag === "restore") {
  const { restore } = await import("./start/backup.ts");
  await restore(config, value, print).catch(exitWith);
} else if (flag === "move-to") {
  const { moveTo } = await import("./start/move-to.ts");
  await moveTo(config, value, print).catch(exitWith);
} else if (flag === "reseal") {
  const { reseal } = await import("./start/reseal.ts");
  process.exitCode = await reseal(config, print).then((isDone) => (isDone ? 0 : 1), exitWith);
} else {
  for (const each of findMisspelledVariables(process.env)) print(describeMisspelled(each), "warn");
  const stopping = new AbortController();
  const onFatal = (error: unknown): void => {
    if (isReported) return;
    report(error);
    stop(1);
  };
  const starting = start(config, { onFatal, stopping: stopping.signal });
  const unlessStopped = (error: unknown): void => {
    if (error !== stopping.signal.reason) exitWith(error);
  };
  // A stop during startup waits for it, so that nothing is left half open; only a login, which may take
  // minutes, is cancelled.
  const stop = (exitCode: number): void => {
    // Where npm started it, the terminal and npm both send the signal.
    if (stopping.signal.aborted) return;
    setTimeout(() => exitWith("Stopping took too long, so unfinished work was cut off."), stopTimeoutMs);
    stopping.abort();
    void starting
      .then((running) => running.stop())
      .then(undefined, (error: unknown) => {
        unlessStopped(error);
        if (!isReported) print("Stopped before the bot was online.");
      })
      .then(() => process.exit(exitCode));
  };
  for (const signal of stopSignals) process.on(signal, () => stop(0));
  await starting.catch(unlessStopped);
  // For the next start, also if this process is killed.
  flushCompileCache();
}

async function start(
  { discordToken, ...rest }: Config,
  options: Required<Pick<AppOptions, "onFatal" | "stopping">>,
): Promise<{ stop(): Promise<void> }> {
  if (discordToken === undefined) {
    const { startInPlayground } = await import("./start/playground.ts");
    return startInPlayground(config, print, options.onFatal);
  }
  const { startOnDiscord } = await import("./start/discord.ts");
  return startOnDiscord({ ...rest, discordToken }, print, { ...options, keysLost: flag === "keys-lost" });
}

function parseOrExit<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    return exitWith(error);
  }
}

function exitWith(error: unknown): never {
  if (!isReported) report(error);
  process.exit(1);
}

function report(error: unknown): void {
  isReported = true;
  print(describeError(error), "error");
}
