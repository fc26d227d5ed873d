import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import type { PageOutcome } from "../../playground/discord/page-types.ts";
import { shown } from "../support/replies.ts";
import { startBotProcess } from "../support/bot-process.ts";
import { startEmulators } from "../support/emulators.ts";
import { until } from "../support/wait-for.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "workspace-bot-program-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("without a token the playground starts, and leaves nothing behind", async () => {
  const bot = startBotProcess({ PLAYGROUND_PORT: "0", TMPDIR: folder, DATA_FOLDER: join(folder, "data") });
  await until("the welcome", () => bot.output().includes("Open http"));
  const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(bot.output()) ?? [];
  const page = await fetch(address ?? "");
  expect(page.status).toBe(200);
  expect(await page.text()).toMatch(/playground/i);
  expect(bot.output()).toMatch(/^Open http:\S+\n.+\n.+\n$/);
  const linkable = await fetch(`${address}/playground/things`);
  expect(await linkable.text()).toMatch(/Harbour Bakery.*"workspaceId":"[0-9a-f]{24}"/);
  expect(await bot.stop("SIGTERM")).toBe(0);
  expect(bot.output()).toMatch(/\nStopped\. The playground kept nothing: /);
  expect(await readdir(folder)).toEqual([]);
});

test("with HTTP_PORT the playground has metrics and probes beside its page, on this machine only", async () => {
  const bot = startBotProcess({ PLAYGROUND_PORT: "0", HTTP_PORT: "0", TMPDIR: folder });
  await until("the welcome", () => bot.output().includes("Press Ctrl+C"));
  const [, port = ""] = /probes: http:\/\/127\.0\.0\.1:(\d+)\/metrics\n/.exec(bot.output()) ?? [];
  const get = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${port}${path}`);
  expect((await get("/healthz")).status).toBe(200);
  const ready = await get("/readyz");
  expect(ready.status).toBe(200);
  expect(await ready.json()).toMatchObject({ checks: { store: "ok", discord: "ok", draining: "ok" } });
  const metrics = await get("/metrics");
  expect(metrics.headers.get("content-type")).toMatch(/^text\/plain/);
  expect(await metrics.text()).toContain("\nworkspace_bot_ready 1\n");
  for (const path of ["/interactions", "/"]) expect((await get(path)).status).toBe(404);
  const [address] = Object.values(networkInterfaces())
    .flatMap((each = []) => each)
    .filter(({ internal: isInternal, family }) => !isInternal && family === "IPv4")
    .map(({ address: found }) => found);
  if (address !== undefined) await expect(fetch(`http://${address}:${port}/metrics`)).rejects.toThrow();
  expect(await bot.stop("SIGTERM")).toBe(0);
  await expect(get("/healthz")).rejects.toThrow();
  expect(await readdir(folder)).toEqual([]);
});

test("a stop while the playground fills doesn't wait for a slow service", async () => {
  const bot = startBotProcess({ PLAYGROUND_PORT: "0", TMPDIR: folder });
  await until("the welcome", () => bot.output().includes("Press Ctrl+C"));
  const [page = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(bot.output()) ?? [];
  const headers = { "content-type": "application/json" };
  const slow = { method: "POST", headers, body: JSON.stringify({ isOn: true }) };
  expect((await fetch(`${page}/playground/controls/service-crawling`, slow)).status).toBe(200);
  expect(await bot.stop("SIGTERM")).toBe(0);
  expect(await readdir(folder)).toEqual([]);
});

test("the playground gives an address for a calendar, and serves it on this machine", async () => {
  const bot = startBotProcess({ PLAYGROUND_PORT: "0", TMPDIR: folder });
  await until("the welcome", () => bot.output().includes("Press Ctrl+C"));
  const [page = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(bot.output()) ?? [];
  const act = async (verb: string, body: object): Promise<SeenMessage> => {
    const url = `${page}/playground/channels/${playgroundIds.staff}/${verb}?as=${playgroundIds.mia}`;
    const headers = { "content-type": "application/json" };
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    // The emulator answers with what `page-types.ts` says.
    return shown(((await response.json()) as PageOutcome).outcome);
  };
  const week = await act("run", { path: "calendar", options: {} });
  const { customId } = week.buttons.find(({ label }) => label === "Subscribe…") ?? {};
  const answer = await act("press", { messageId: week.id, customId });
  const [address = ""] = /http:\/\/127\.0\.0\.1:\d+\/calendar\/\S+/.exec(answer.text) ?? [];
  const response = await fetch(address);
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "text/calendar; charset=utf-8",
  ]);
  expect(await response.text()).toMatch(/^BEGIN:VCALENDAR\r\n/);
  expect(await bot.stop("SIGTERM")).toBe(0);
});

test("--help lists every option, and a wrong option does too, with exit code 1", async () => {
  const names = "check check-service register migrate backup restore move-to reseal keys-lost help";
  const options = names.split(" ").map((name) => `--${name}`);
  const wrong = { PLAYGROUND_PORT: "many", TMPDIR: folder };
  const help = startBotProcess(wrong, ["--help"]);
  expect(await help.ended).toBe(0);
  for (const option of options) expect(help.output()).toContain(`\n  ${option} `);
  for (const args of [
    ["--chek"],
    ["check"],
    ["--check", "--reseal"],
    ["--check=no"],
    ["--backup"],
    ["--restore", "--check"],
  ]) {
    const refused = startBotProcess(wrong, args);
    expect(await refused.ended).toBe(1);
    for (const option of options) expect(refused.output()).toContain(`\n  ${option} `);
    expect(refused.output()).not.toMatch(/at .*\.ts:/);
  }
  expect(await readdir(folder)).toEqual([]);
});

test("a wrong setting is named, with an example, and nothing starts", async () => {
  const bot = startBotProcess({ DATA_FOLDER: folder, PLAYGROUND_PORT: "many", LOG_LEVEL: "loud" });
  expect(await bot.ended).toBe(1);
  expect(bot.output()).toMatch(/PLAYGROUND_PORT/);
  expect(bot.output()).toMatch(/LOG_LEVEL/);
  expect(bot.output()).not.toMatch(/at .*\.ts:/);
});

test.skipIf(process.platform !== "linux")(
  "a bot that may open only 48 files starts, with a warning in its log",
  async () => {
    await using emulators = await startEmulators();
    const bot = startBotProcess({ ...emulators.environment, DATA_FOLDER: folder });
    execFileSync("prlimit", ["--pid", String(bot.pid), "--nofile=48:48"]);
    await emulators.discord.waitForBot();
    expect(await bot.stop("SIGTERM")).toBe(0);
    expect(bot.output()).toMatch(/"level":"warn".*only 48 files/);
  },
);
