import { execFileSync, spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { openStore } from "../../commands/store.ts";
import { type BotProcess, startBotProcess } from "../support/bot-process.ts";
import { startEmulators } from "../support/emulators.ts";
import { menuOf } from "../support/replies.ts";
import { openSetting } from "../support/settings.ts";
import { until } from "../support/wait-for.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "workspace-bot-process-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Throws if standard output has anything else than JSON lines. */
function linesOf(bot: BotProcess): readonly Readonly<Record<string, unknown>>[] {
  return bot
    .printed()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}

test("all that a bot prints from its start to its end is JSON lines", async () => {
  await using emulators = await startEmulators();
  const misspelled = { ...emulators.environment, DATA_FOLDER: folder, LOG_LEVL: "debug" };
  const bot = startBotProcess(misspelled);
  await emulators.discord.waitForBot();
  await until("it is online", () => bot.output().includes("The bot is online"));
  expect(await bot.stop("SIGTERM")).toBe(0);
  const messages = linesOf(bot).map(({ level, message }) => `${String(level)} ${String(message)}`);
  expect(messages).toContainEqual(expect.stringMatching(/^warn .*LOG_LEVL/));
  expect(messages).toContainEqual(expect.stringMatching(/^info Created a new key file: .*Back it up/));
  expect(messages).toContainEqual(expect.stringMatching(/^info The bot is online/));
  for (const line of linesOf(bot))
    expect(line).toMatchObject({ time: expect.any(String), replica: expect.any(String) });
});

test("a bot that can't start says why in a JSON line, too", async () => {
  await using emulators = await startEmulators();
  const { port } = new URL(emulators.service.baseUrl);
  const reasons = [
    [{ WORKSPACE_API_URL: "no address" }, /WORKSPACE_API_URL/],
    [{ DATABASE_URL: "postgres://bot@127.0.0.1:1/bot" }, /SECRET_KEYS/],
    [{ HTTP_PORT: port }, /in use by another program/],
  ] as const;
  for (const [wrong, reason] of reasons) {
    const bot = startBotProcess({ ...emulators.environment, DATA_FOLDER: folder, ...wrong });
    expect(await bot.ended).toBe(1);
    expect(linesOf(bot).at(-1)).toMatchObject({ level: "error", message: expect.stringMatching(reason) });
  }
});

// brianc/node-postgres#3473: what Heroku, Neon and others give as an address makes the driver warn.
test("a warning of a library is a JSON line, too", async () => {
  await using emulators = await startEmulators();
  const bot = startBotProcess({
    ...emulators.environment,
    DATABASE_URL: "postgres://bot@127.0.0.1:1/bot?sslmode=require",
    SECRET_KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
  });
  expect(await bot.ended).toBe(1);
  expect(linesOf(bot)).toContainEqual(
    expect.objectContaining({ level: "warn", message: expect.stringContaining("verify-full") }),
  );
  expect(bot.output()).toBe(bot.printed());
});

// louislam/uptime-kuma#2623, nodejs/node#26880: Linux knows what the machine's zone is, and Node doesn't.
test.each(["", ":/etc/localtime"])(
  "the machine's zone may be one that Node can't read: TZ=%s",
  async (TZ) => {
    const bot = startBotProcess({ TZ, PLAYGROUND_PORT: "0", TMPDIR: folder });
    await until("the welcome", () => bot.output().includes("Open http") || !isRunning(bot.pid));
    expect(await bot.stop("SIGTERM")).toBe(0);
    expect(bot.output()).not.toContain("RangeError");
  },
);

// nodejs/undici#2777, laurent22/joplin#16215: with less, a service that is far away is never reached where IPv6 leads nowhere.
test("each address of a name has time to answer from the other side of the world", async () => {
  const tell = `import { getDefaultAutoSelectFamilyAttemptTimeout as read } from "node:net";
    process.on("exit", () => console.log("It waits", read(), "ms."));`;
  const bot = startBotProcess({}, ["--help"], {
    preload: `data:text/javascript,${encodeURIComponent(tell)}`,
  });
  expect(await bot.ended).toBe(0);
  expect(bot.output()).toContain("It waits 1500 ms.");
});

test("the playground prints sentences, and its log goes to standard error", async () => {
  const bot = startBotProcess({ PLAYGROUND_PORT: "0", TMPDIR: folder, LOG_LEVEL: "debug" });
  await until("the welcome", () => bot.output().includes("Open http"));
  await until("it has logged something", () => bot.output().includes('{"level":"'));
  expect(await bot.stop("SIGTERM")).toBe(0);
  expect(bot.printed()).toContain("Open http");
  expect(bot.printed()).not.toContain('{"level":"');
});

test("a program under test ends with the test run, however that ends, and leaves nothing behind", async () => {
  const starter = join(import.meta.dirname, "../support/bot-process.ts");
  const environment = { PLAYGROUND_PORT: "0", TMPDIR: folder, DATA_FOLDER: join(folder, "data") };
  const script = `
    import { startBotProcess } from ${JSON.stringify(starter)};
    const bot = startBotProcess(${JSON.stringify(environment)});
    console.log(bot.pid);
    setInterval(() => bot.output().includes("Open http") && console.log("open"), 50);`;
  const run = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  run.stdout.on("data", (chunk) => (output += String(chunk)));
  await until("the playground is open", () => output.includes("open"));
  run.kill("SIGKILL");
  const pid = Number.parseInt(output, 10);
  await until("the program has ended", () => !isRunning(pid));
  expect(await readdir(folder)).toEqual([]);
});

test("a stop while the playground starts leaves nothing behind", async () => {
  const bot = startBotProcess({ PLAYGROUND_PORT: "0", TMPDIR: folder, DATA_FOLDER: join(folder, "data") });
  await until("the start has begun", async () => (await readdir(folder)).length > 0);
  expect(await bot.stop("SIGTERM")).toBe(0);
  expect(await readdir(folder)).toEqual([]);
});

test("repeated stops, or a closed terminal, leave nothing behind", async () => {
  for (const signal of ["SIGINT", "SIGHUP"] as const) {
    const bot = startBotProcess({ PLAYGROUND_PORT: "0", TMPDIR: folder });
    await until("the welcome", () => bot.output().includes("Open http"));
    // npm repeats the terminal's signal.
    await until("the program has ended", () => {
      void bot.stop(signal);
      return !isRunning(bot.pid);
    });
    expect(await bot.ended).toBe(0);
    expect(await readdir(folder)).toEqual([]);
  }
});

test("a fault switched on in the page causes no warning or error in the playground's output", async () => {
  const bot = startBotProcess({ PLAYGROUND_PORT: "0", TMPDIR: folder });
  await until("the welcome", () => bot.output().includes("Open http"));
  const [address = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(bot.output()) ?? [];
  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(`${address}/playground${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await post("/controls/service-nonsense", { isOn: true });
  // No board of the playground has read it, so it isn't in the cache.
  const { mia, orders } = playgroundIds;
  const reply = await post(`/channels/${orders}/run?as=${mia}`, { path: "taskboard show", options: {} });
  expect(await reply.text()).toMatch(/reference/i);
  await post("/controls/discord-drop", {});
  expect(await bot.stop("SIGTERM")).toBe(0);
  expect(bot.output()).not.toMatch(/"level":"(?:warn|error)"/);
});

test("a playground whose port is taken says so, and how to use another", async () => {
  await using emulators = await startEmulators();
  const { port } = new URL(emulators.service.baseUrl);
  const bot = startBotProcess({ PLAYGROUND_PORT: port, TMPDIR: folder });
  expect(await bot.ended).toBe(1);
  expect(bot.output()).toMatch(/port is in use.*PLAYGROUND_PORT/);
  expect(bot.output()).not.toMatch(/at .*node:/);
  expect(await readdir(folder)).toEqual([]);
});

test("a second bot on the same folder says so and leaves the first alone", async () => {
  await using emulators = await startEmulators();
  const environment = { ...emulators.environment, DATA_FOLDER: folder };
  const first = startBotProcess(environment);
  await emulators.discord.waitForBot();
  await until("the key file was named", () => first.output().includes("Back it up"));
  await until("it is ready", () => first.output().includes('"ready"'));
  expect(first.output()).toMatch(/"replica":"[^"]+-\d+","version":"\d+\.\d+\.\d+"/);
  const second = startBotProcess(environment);
  expect(await second.ended).toBe(1);
  expect(second.output()).toMatch(/already running|in use/i);
  expect(emulators.discord.connectedShards()).toBe(1);
  expect(await first.stop("SIGTERM")).toBe(0);
});

test("a stop while the bot waits for its login ends it at once, with exit code 0", async () => {
  await using emulators = await startEmulators();
  emulators.discord.faults.refuseGateway(4_000);
  const bot = startBotProcess({ ...emulators.environment, DATA_FOLDER: folder });
  await until("it logs in", () => emulators.discord.requests.some(({ path }) => path === "/gateway/bot"));
  expect(await bot.stop("SIGTERM")).toBe(0);
  expect(bot.output()).not.toContain("too long");
});

test("a stopping replica is out of /readyz at once, and answers Discord for as long as two probes a second take", async () => {
  await using emulators = await startEmulators();
  const http = { DISCORD_INTERACTIONS: "http", HTTP_PORT: "0", DATA_FOLDER: folder };
  const bot = startBotProcess({ ...emulators.environment, ...http });
  await until("it is online", () => bot.output().includes("The bot is online"));
  const open = linesOf(bot).find(({ message }) => message === "the HTTP port is open");
  const ask = async (path: string, request?: RequestInit): Promise<number> =>
    fetch(`http://127.0.0.1:${String(open?.["port"])}${path}`, request).then(
      ({ status }) => status,
      () => 0,
    );
  const ping = () =>
    ask("/interactions", { method: "POST", ...emulators.discord.endpoints.sign({ type: 1 }) });
  expect([await ask("/readyz"), await ping()]).toEqual([200, 200]);
  const stoppedAt = performance.now();
  const stopped = bot.stop("SIGTERM");
  await until("a balancer can notice", async () => (await ask("/readyz")) === 503);
  expect(await ping()).toBe(200);
  await until("it refuses", async () => (await ping()) !== 200);
  expect(performance.now() - stoppedAt).toBeGreaterThan(3_000);
  expect(await stopped).toBe(0);
});

test("a Postgres that is down at the start leads to a sentence with what to check, and exit code 1", async () => {
  await using emulators = await startEmulators();
  const away = {
    // Nobody listens on this one, and no program gets it by chance.
    DATABASE_URL: "postgres://bot:secret@127.0.0.1:1/bot",
    SECRET_KEYS: `k1:${Buffer.alloc(32, 9).toString("base64")}`,
  };
  const bot = startBotProcess({ ...emulators.environment, ...away, DATA_FOLDER: folder });
  expect(await bot.ended).toBe(1);
  expect(linesOf(bot)).toMatchObject([
    {
      level: "error",
      message:
        "The Postgres server isn't responding. Check that it's running and that DATABASE_URL has the right host and port.",
    },
  ]);
  expect(emulators.discord.connectedShards()).toBe(0);
});

test("a token that Discord rejects is explained without a stack and without the token", async () => {
  await using emulators = await startEmulators();
  const wrong = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GwRoNg.this-is-not-the-token-of-the-bot-at-all";
  const bot = startBotProcess({ ...emulators.environment, DISCORD_TOKEN: wrong, DATA_FOLDER: folder });
  expect(await bot.ended).toBe(1);
  expect(bot.output()).toMatch(/doesn't accept DISCORD_TOKEN/);
  expect(bot.output()).not.toContain(wrong);
  expect(bot.output()).toMatch(/Created a new key file: .*Back it up/);
  expect(bot.output()).not.toMatch(/at .*\.js:/);
});

test("--migrate prepares the database, and leaves alone one that a bot is using", async () => {
  await using emulators = await startEmulators();
  const environment = { ...emulators.environment, DATA_FOLDER: folder };
  const tool = startBotProcess(environment, ["--migrate"]);
  expect(await tool.ended).toBe(0);
  expect(tool.output()).toBe("The database is ready for this version of the bot.\n");
  expect(emulators.discord.connectedShards()).toBe(0);
  const bot = startBotProcess(environment);
  await until("it is ready", () => bot.output().includes('"ready"'));
  const beside = startBotProcess(environment, ["--migrate"]);
  expect(await beside.ended).toBe(1);
  expect(beside.output()).toMatch(/already running|in use/i);
  expect(beside.output()).not.toMatch(/at .*\.ts:/);
  expect(await bot.stop("SIGTERM")).toBe(0);
});

test("the check tries everything and says what is wrong with what", async () => {
  await using emulators = await startEmulators();
  const environment = { ...emulators.environment, DATA_FOLDER: folder };
  const well = startBotProcess(environment, ["--check"]);
  expect(await well.ended).toBe(0);
  expect(well.output()).toMatch(/ok +configuration /);
  expect(well.output()).toMatch(/ok +database .*0 linked workspaces/);
  expect(well.output()).toMatch(/ok +keys .*secret\.keys/);
  expect(well.output()).toMatch(/ok +service/);
  expect(well.output()).toMatch(/ok +Discord .*logins left/);
  expect(well.output()).toContain(
    `https://discord.com/oauth2/authorize?client_id=${emulators.discord.applicationId}&scope=bot+applications.commands&permissions=2252074691709952`,
  );
  expect(well.output()).toMatch(/\nNo problems\.\n$/);
  const asked = emulators.service.requests.at(-1);
  expect(asked).toMatchObject({ operation: "getUser" });

  const chosen = startBotProcess({ ...environment, ALLOWED_SERVERS: "123456789012345678" }, ["--check"]);
  expect(await chosen.ended).toBe(0);
  expect(chosen.output()).toMatch(/ok +configuration .*only 1 server in ALLOWED_SERVERS may use the bot/);

  const ill = startBotProcess({ ...environment, WORKSPACE_API_URL: "http://127.0.0.1:9" }, ["--check"]);
  expect(await ill.ended).toBe(1);
  expect(ill.output()).toMatch(/FAIL +service .*WORKSPACE_API_URL/);
  expect(ill.output()).toMatch(/\n1 problem\.\n$/);
});

test("the check warns of unencrypted keys in transit, of a wrong path, of a proxy and of too few open files", async () => {
  await using emulators = await startEmulators();
  const environment = { ...emulators.environment, DATA_FOLDER: folder };
  const elsewhere = {
    WORKSPACE_API_URL: "http://a.invalid",
    DISCORD_API_URL: "http://a.invalid",
    DATABASE_URL: "postgres://bot:postgres-password@a.invalid/bot",
    SECRET_KEYS: `k1:${Buffer.alloc(32, 9).toString("base64")}`,
  };
  const inClear = startBotProcess({ ...environment, ...elsewhere }, ["--check"]);
  expect(await inClear.ended).toBe(1);
  expect(inClear.output()).toMatch(/warn +configuration .*WORKSPACE_API_URL.*unencrypted/);
  expect(inClear.output()).toMatch(/warn +configuration .*DISCORD_API_URL.*unencrypted/);
  expect(inClear.output()).toMatch(/warn +configuration .*DATABASE_URL.*unencrypted/);
  expect(inClear.output()).not.toContain("postgres-password");
  expect(inClear.output()).toMatch(/\n4 problems, 3 warnings\.\n$/);

  const wrongPath = `${emulators.service.baseUrl}/elsewhere`;
  // bevibing/remote-opencode#37: they work for curl on that machine, and not for the bot.
  const proxied = { https_proxy: "http://me:hunter2@proxy.invalid", HTTP_PROXY: "" };
  const astray = startBotProcess({ ...environment, ...proxied, WORKSPACE_API_URL: wrongPath }, ["--check"]);
  execFileSync("prlimit", ["--pid", String(astray.pid), "--nofile=100:100"]);
  expect(await astray.ended).toBe(0);
  expect(astray.output()).toMatch(/warn +service .*WORKSPACE_API_URL/);
  expect(astray.output()).toMatch(/warn +system .*only 100 files/);
  expect(astray.output()).toMatch(/warn +system +https_proxy is set, but/);
  expect(astray.output()).not.toContain("hunter2");
  expect(astray.output()).toMatch(/\nNo problems, 3 warnings\.\n$/);
});

test("a misspelled setting fails the check and is named at startup, without its value", async () => {
  await using emulators = await startEmulators();
  const { DISCORD_TOKEN: token = "", ...environment } = emulators.environment;
  // Taken, so that the start ends by itself.
  const { port } = new URL(emulators.service.baseUrl);
  const misspelled = { ...environment, DISCORD_TOKN: token, DATA_FOLDER: folder, PLAYGROUND_PORT: port };
  const checked = startBotProcess(misspelled, ["--check"]);
  expect(await checked.ended).toBe(1);
  expect(checked.output()).toMatch(/FAIL +configuration +DISCORD_TOKN .*Did you mean DISCORD_TOKEN\?/);
  expect(checked.output()).toMatch(/\n1 problem\.\n$/);
  const started = startBotProcess({ ...misspelled, TMPDIR: folder });
  expect(await started.ended).toBe(1);
  expect(started.output()).toMatch(/DISCORD_TOKN .*Did you mean DISCORD_TOKEN\?[^]*port is in use/);
  expect(checked.output() + started.output()).not.toContain(token);
});

test("the check counts the stored keys of all workspaces that can't be decrypted", async () => {
  await using emulators = await startEmulators();
  const environment = { ...emulators.environment, DATA_FOLDER: folder };
  expect(await startBotProcess(environment, ["--check"]).ended).toBe(0);
  const store = await openStore({ databaseUrl: undefined, dataFolder: folder, now: Date.now });
  for (const linkKey of ["one1", "two2"]) {
    const link = { guildId: "1", linkKey, workspaceId: linkKey, name: linkKey, sealedToken: "not sealed" };
    await store.guildLinks.save({ ...link, linkedByDiscordUserId: "2", linkedAt: 1, createdAt: 1 }, 10);
  }
  await store.close();
  const bot = startBotProcess(environment, ["--check"]);
  expect(await bot.ended).toBe(1);
  expect(bot.output()).toMatch(/FAIL +keys .*2 of 2 stored workspace keys can't be decrypted/);
});

test("a token that Discord rejects while the bot runs ends it with a sentence and exit code 1", async () => {
  await using emulators = await startEmulators();
  const { discord, environment } = emulators;
  const bot = startBotProcess({ ...environment, DATA_FOLDER: folder });
  await discord.waitForBot();
  await until("the bot is ready", () => bot.output().includes("The bot is online"));
  discord.faults.failRequests({ status: 401, times: 1_000, pathPart: "/channels/" });
  const ada = emulators.as("ada");
  const question = await openSetting(ada, "managers-channel");
  await ada.choose(question, menuOf(question), [playgroundIds.managers]);
  expect(await bot.ended).toBe(1);
  expect(bot.output()).toMatch(/doesn't accept DISCORD_TOKEN.*Get a new token/);
  expect(bot.output().match(/doesn't accept DISCORD_TOKEN/g)).toHaveLength(1);
  expect(bot.output()).not.toContain(discord.botToken);
});
