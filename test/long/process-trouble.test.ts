import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type BotProcess, type ProcessParts, startBotProcess } from "../support/bot-process.ts";
import { type Emulators, startEmulators } from "../support/emulators.ts";
import { until } from "../support/wait-for.ts";

let folder: string;
let emulators: Emulators;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "workspace-bot-trouble-"));
  emulators = await startEmulators();
});
afterEach(async () => {
  await emulators[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

function start(more: Readonly<Record<string, string>> = {}, parts: ProcessParts = {}): BotProcess {
  return startBotProcess({ ...emulators.environment, DATA_FOLDER: folder, ...more }, [], parts);
}
const isReady = (bot: BotProcess): boolean => bot.output().includes('"ready"');

/** Discord's codes after which discord.js makes no new connection. */
const closes = [
  [4004, "at the start", /doesn't accept DISCORD_TOKEN/],
  [4014, "at the start", /refused the bot's intents.*4014/],
  [4004, "while it runs", /doesn't accept DISCORD_TOKEN/],
  [4013, "while it runs", /refused the bot's intents.*4013/],
] as const;

test.each(closes)(
  "a gateway closed with %d %s ends the bot with a sentence",
  async (code, when, sentence) => {
    if (when === "at the start") emulators.discord.faults.refuseGateway(code);
    const bot = start();
    if (when === "while it runs") {
      await until("the bot is ready", () => isReady(bot));
      emulators.discord.faults.refuseGateway(code);
    }
    expect(await bot.ended).toBe(1);
    expect(bot.output()).toMatch(sentence);
    expect(bot.output().match(sentence)).toHaveLength(1);
    expect(bot.output()).not.toMatch(/^ +at /m);
  },
);

test("a data folder that can't be created is reported in one sentence, and nothing starts", async () => {
  const bot = start({ DATA_FOLDER: "/proc/nowhere/data" });
  expect(await bot.ended).toBe(1);
  expect(bot.output()).toMatch(/The data folder \/proc\/nowhere\/data can't be created.*Check DATA_FOLDER/);
  expect(bot.output()).not.toMatch(/at .*node:/);
});

async function answersAndStops(bot: BotProcess): Promise<void> {
  await emulators.discord.waitForBot();
  const answer = await emulators.as("ada").run("help");
  expect(JSON.stringify(answer)).toContain("/link set");
  expect(await bot.stop("SIGTERM")).toBe(0);
}

test("a full disk under the log affects nobody", async () => {
  const full = openSync("/dev/full", "w");
  await answersAndStops(start({}, { stdout: full }));
  closeSync(full);
});

test("a stalled reader of the log delays nobody", async () => {
  const path = join(folder, "log");
  execFileSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  expect(() => {
    for (;;) writeSync(reader, "x".repeat(4_096));
  }).toThrow("EAGAIN");
  const writer = openSync(path, constants.O_WRONLY);
  await answersAndStops(start({}, { stdout: writer }));
  closeSync(writer);
  closeSync(reader);
});

test("an unhandled rejection is logged and counted, without secrets, and the bot keeps running", async () => {
  const bot = start({}, { preload: join(import.meta.dirname, "../support/escaping.process.ts") });
  await until("the bot is ready", () => isReady(bot));
  bot.send("reject");
  await until("it is logged", () => bot.output().includes("unhandled promise rejection"));
  const logged = bot.output().match(/^.*unhandled promise rejection.*$/m)?.[0];
  expect(JSON.parse(logged ?? "")).toMatchObject({
    level: "error",
    error: { message: "escaped with [hidden]" },
    times: 1,
  });
  await answersAndStops(bot);
});

test("an uncaught exception is logged without secrets, and the bot shuts down cleanly", async () => {
  const bot = start({}, { preload: join(import.meta.dirname, "../support/escaping.process.ts") });
  await until("the bot is ready", () => isReady(bot));
  bot.send("throw");
  expect(await bot.ended).toBe(1);
  expect(bot.output()).toContain("escaped with [hidden]");
  expect(bot.output()).toContain("an error it can't recover from");
  expect(bot.output()).not.toContain(emulators.discord.botToken);
});
