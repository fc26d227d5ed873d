import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RequestFault } from "../../playground/discord/index.ts";
import { startBotProcess } from "../support/bot-process.ts";
import { type Emulators, startEmulators } from "../support/emulators.ts";
import { until } from "../support/wait-for.ts";

let emulators: Emulators;
let folder: string;
beforeEach(async () => {
  emulators = await startEmulators();
  folder = await mkdtemp(join(tmpdir(), "workspace-bot-refused-"));
});
afterEach(async () => {
  await emulators[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const start = (...args: string[]) =>
  startBotProcess({ ...emulators.environment, DATA_FOLDER: folder, LOG_LEVEL: "warn" }, args);
const times = Number.MAX_SAFE_INTEGER;
const isStack = /\n +at .*\.(ts|js):/;

test.each([
  ["a page instead of the gateway's address", { status: 200, form: "page", pathPart: "/gateway/bot" }],
  ["other JSON than the gateway's address", { status: 200, pathPart: "/gateway/bot" }],
  ["a page instead of the application", { status: 200, form: "page", pathPart: "/applications/" }],
] satisfies readonly (readonly [string, RequestFault])[])(
  "%s ends the start with a sentence and exit code 1",
  async (_, fault) => {
    emulators.discord.faults.failRequests({ ...fault, times });
    const bot = start();
    expect(await bot.ended).toBe(1);
    expect(bot.output()).toMatch(/answers with something that isn't Discord's .*Check DISCORD_API_URL/);
    expect(bot.output()).not.toMatch(isStack);
  },
);

describe("a ban of the machine's address", () => {
  beforeEach(() =>
    emulators.discord.faults.failRequests({ status: 429, form: "page", retryAfterSeconds: 3_600, times }),
  );

  test.each([
    ["a start", []],
    ["--check", ["--check"]],
    ["--register", ["--register"]],
  ])("ends %s with a sentence that says until when, after one request", async (_, args) => {
    const bot = start(...args);
    expect(await bot.ended).toBe(1);
    expect(bot.output()).toMatch(/accepts no more requests .* until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/);
    expect(bot.output()).not.toMatch(isStack);
    expect(emulators.discord.requests).toHaveLength(1);
  });
});

test.each(["/applications/", "/gateway/bot"])(
  "a stop while Discord doesn't answer for %s ends the start with exit code 0",
  async (pathPart) => {
    const held = emulators.discord.faults.holdAnswers(pathPart);
    const bot = start();
    await until("the bot waits for the answer", () => held.count > 0, 60_000);
    expect(await bot.stop("SIGTERM")).toBe(0);
    expect(JSON.parse(bot.output().trimEnd().split("\n").at(-1) ?? "")).toMatchObject({
      message: "Stopped before the bot was online.",
    });
    expect(bot.output()).not.toMatch(/took too long/);
    expect(bot.output()).not.toMatch(isStack);
  },
);
