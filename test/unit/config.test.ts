import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ConfigError, configVariables, readConfig } from "../../src/config.ts";
import { EnvFileError, loadEnvFile } from "../../src/setting-files.ts";

const onDiscord = { DISCORD_TOKEN: "abc.def.ghi", WORKSPACE_API_URL: "https://workspace.example.com/api" };

function catchConfigError(env: Readonly<Record<string, string>>): ConfigError {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error("the configuration was accepted");
}

test("with nothing set, everything has its default", () => {
  expect(readConfig({})).toEqual({
    discordToken: undefined,
    discordApiUrl: "https://discord.com/api",
    discordInteractions: "gateway",
    discordShards: "auto",
    discordPublicKey: undefined,
    httpPort: undefined,
    httpHost: "127.0.0.1",
    publicUrl: undefined,
    workspaceApiUrl: "",
    queryNames: { week: "week", game: "game" },
    maxRequestsPerMinute: 600,
    databaseUrl: undefined,
    dataFolder: "./data",
    secretKeys: undefined,
    logLevel: "info",
    writesPerMinute: 10,
    allowedServers: undefined,
    leaveUnlinkedAfterDays: undefined,
    supportContact: undefined,
    discordPostsPerSecond: 40,
    playgroundPort: 4700,
  });
});

test("blank means not set, and surrounding spaces are ignored", () => {
  const blank = Object.fromEntries(configVariables.map((name) => [name, "  "]));
  expect(readConfig(blank)).toEqual(readConfig({}));
  expect(readConfig({ LOG_LEVEL: " debug " }).logLevel).toBe("debug");
});

test("the port is opened for this machine only, unless interactions come over it or another address is set", () => {
  const http = { ...onDiscord, DISCORD_INTERACTIONS: "http", HTTP_PORT: "8080" };
  expect(readConfig({ HTTP_PORT: "8080" }).httpHost).toBe("127.0.0.1");
  expect(readConfig(http).httpHost).toBeUndefined();
  expect(readConfig({ ...http, HTTP_HOST: "127.0.0.1" }).httpHost).toBe("127.0.0.1");
  expect(readConfig({ HTTP_PORT: "8080", HTTP_HOST: "::" }).httpHost).toBe("::");
  expect(catchConfigError({ HTTP_HOST: "http://a.example" }).message).toMatch(/HTTP_HOST.*without a port/);
});

test("set values are used", () => {
  const secretKeys = `k1:${Buffer.alloc(32, 1).toString("base64")}`;
  expect(
    readConfig({
      ...onDiscord,
      WORKSPACE_API_URL: "http://127.0.0.1:8080/api/",
      DISCORD_API_URL: "http://127.0.0.1:9090/api//",
      WORKSPACE_QUERY_WEEK: "weeks_back",
      WORKSPACE_QUERY_GAME: "filter[game]",
      WORKSPACE_MAX_REQUESTS_PER_MINUTE: "300",
      DISCORD_INTERACTIONS: "http",
      DISCORD_SHARDS: "8-15/16",
      DISCORD_PUBLIC_KEY: "AB".repeat(32),
      HTTP_PORT: "8080",
      PUBLIC_URL: "https://bot.example.com/",
      DATABASE_URL: "postgresql://u:p@h/db?sslmode=require",
      DATA_FOLDER: "/var/lib/bot",
      SECRET_KEYS: secretKeys,
      LOG_LEVEL: "silent",
      ALLOWED_SERVERS: "123456789012345678, 234567890123456789,",
      LEAVE_UNLINKED_AFTER_DAYS: "30",
      WRITES_PER_MINUTE: "25",
      SUPPORT_CONTACT: " https://discord.gg/example ",
      DISCORD_POSTS_PER_SECOND: "12",
      PLAYGROUND_PORT: "0",
    }),
  ).toEqual({
    discordToken: "abc.def.ghi",
    discordApiUrl: "http://127.0.0.1:9090/api",
    discordInteractions: "http",
    discordShards: { first: 8, last: 15, total: 16 },
    discordPublicKey: "ab".repeat(32),
    httpPort: 8080,
    httpHost: undefined,
    publicUrl: "https://bot.example.com",
    workspaceApiUrl: "http://127.0.0.1:8080/api",
    queryNames: { week: "weeks_back", game: "filter[game]" },
    maxRequestsPerMinute: 300,
    databaseUrl: "postgresql://u:p@h/db?sslmode=require",
    dataFolder: "/var/lib/bot",
    secretKeys,
    logLevel: "silent",
    allowedServers: new Set(["123456789012345678", "234567890123456789"]),
    leaveUnlinkedAfterDays: 30,
    writesPerMinute: 25,
    supportContact: "https://discord.gg/example",
    discordPostsPerSecond: 12,
    playgroundPort: 0,
  });
});

test("behind a proxy the bot does no pacing of its own", () => {
  const { discordPostsPerSecond } = readConfig({ DISCORD_POSTS_PER_SECOND: "proxy" });
  expect(discordPostsPerSecond).toBe(Number.POSITIVE_INFINITY);
});

test.each([
  ["Auto", "auto"],
  ["0-15/16", { first: 0, last: 15, total: 16 }],
  ["0/1", { first: 0, last: 0, total: 1 }],
])("DISCORD_SHARDS=%s is accepted without Postgres, since one bot serves all", (DISCORD_SHARDS, shards) => {
  expect(readConfig({ DISCORD_SHARDS }).discordShards).toEqual(shards);
});

test.each(["none", "None"])("with %s the service is never asked for games", (WORKSPACE_QUERY_GAME) => {
  expect(readConfig({ WORKSPACE_QUERY_GAME }).queryNames).toEqual({ week: "week", game: undefined });
});

test.each([
  ["DISCORD_TOKEN", "Bot abc.def", 'without "Bot"'],
  ["DISCORD_TOKEN", "abc def", "without spaces or quotes"],
  // As Docker's --env-file passes them on: the data would be in another folder than the volume's.
  ["DISCORD_TOKEN", '"abc.def"', "without quotes around it"],
  ["DATA_FOLDER", '"./hunter22"', "without quotes around it"],
  ["SUPPORT_CONTACT", '""', "without quotes around it"],
  ["WORKSPACE_API_URL", "'https://workspace.example.com/hunter22'", "without quotes around it"],
  ["DISCORD_API_URL", "https://discord.com/api/v10", "version"],
  ["DISCORD_INTERACTIONS", "websocket", "gateway or http"],
  ["DISCORD_SHARDS", "17", '"auto", or shards'],
  ["DISCORD_SHARDS", "0..7/16", '"auto", or shards'],
  ["DISCORD_SHARDS", "0-7/0", '"auto", or shards'],
  ["DISCORD_SHARDS", "-1-7/16", '"auto", or shards'],
  ["DISCORD_SHARDS", "7-3/16", "must not come after the last"],
  ["DISCORD_SHARDS", "0-16/16", "the last one of 16 is 15"],
  ["DISCORD_SHARDS", "1/1", "the last one of 1 is 0"],
  ["DISCORD_SHARDS", "1-7/8", "needs DATABASE_URL"],
  ["DISCORD_PUBLIC_KEY", "ab12", "64 hexadecimal digits"],
  ["HTTP_PORT", "70000", "0 to 65535"],
  ["PUBLIC_URL", "http://bot.example.com", "https://"],
  ["PUBLIC_URL", "http://127.0.0.1.example.com", "https://"],
  ["PUBLIC_URL", "https://bot.example.com/?key=hunter22", "without ? or #"],
  ["WORKSPACE_API_URL", "intranet.cafe.example/api", "http://"],
  ["WORKSPACE_API_URL", "ftp://intranet.cafe.example", "http://"],
  ["WORKSPACE_API_URL", "https://me:hunter22@workspace.example.com", "user name or password"],
  ["WORKSPACE_API_URL", "https://workspace.example.com/?key=hunter22", "without ? or #"],
  ["WORKSPACE_QUERY_WEEK", "two words", "one word"],
  ["WORKSPACE_QUERY_GAME", "a&b=c", "one word"],
  ["WORKSPACE_MAX_REQUESTS_PER_MINUTE", "many", "from 1 to 99999"],
  ["DATABASE_URL", "mysql://u:hunter22@h/db", "postgres://"],
  ["SECRET_KEYS", "hunter22hunter22", "has no id"],
  ["LOG_LEVEL", "verbose", "one of trace, debug"],
  ["PLAYGROUND_PORT", "65536", "0 to 65535"],
  ["WRITES_PER_MINUTE", "many", "1 to 9999"],
  ["LEAVE_UNLINKED_AFTER_DAYS", "never", "1 to 9999"],
  ["ALLOWED_SERVERS", "123456789012345678,My server", "ids of servers"],
  ["SUPPORT_CONTACT", "hunter22".repeat(26), "at most 200 characters"],
  ["PLAYGROUND_PORT", "80.5", "0 to 65535"],
])("%s as %s is refused by name, with an example, without its value", (variable, value, words) => {
  const refusal = catchConfigError({ ...onDiscord, [variable]: value });
  expect(refusal.problems).toHaveLength(1);
  expect(refusal.problems[0]).toMatchObject({ variable, problem: expect.stringContaining(words) });
  expect(refusal.message).toContain(`For example: ${variable}=`);
  expect(refusal.message).not.toContain(value);
  expect(refusal.message).not.toContain("hunter22");
});

test("people's addresses are encrypted on their way, except on this machine, and lead to a port", () => {
  const port = { HTTP_PORT: "8080" };
  for (const here of ["http://127.0.0.1:8080", "http://localhost:8080", "http://[::1]:8080"])
    expect(readConfig({ ...port, PUBLIC_URL: here }).publicUrl).toBe(here);
  expect(catchConfigError({ PUBLIC_URL: "https://bot.example.com" }).problems).toEqual([
    { variable: "HTTP_PORT", problem: expect.stringContaining("required with PUBLIC_URL") },
  ]);
});

test("a shared database needs SECRET_KEYS, which one bot's key file can't replace", () => {
  const onPostgres = { ...onDiscord, DATABASE_URL: "postgres://u:p@h/db" };
  expect(catchConfigError(onPostgres).problems).toEqual([
    { variable: "SECRET_KEYS", problem: expect.stringContaining("required with DATABASE_URL") },
  ]);
  const secretKeys = `k1:${Buffer.alloc(32, 1).toString("base64")}`;
  expect(readConfig({ ...onPostgres, SECRET_KEYS: secretKeys }).secretKeys).toBe(secretKeys);
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "workspace-bot-config-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileWith(text: string, encoding: BufferEncoding = "utf8"): Promise<string> {
  const path = join(folder, "secret");
  await writeFile(path, text, encoding);
  return path;
}

test("secrets are read from files, without the line break at the end", async () => {
  const { WORKSPACE_API_URL } = onDiscord;
  const file = await fileWith("abc.def.ghi\n");
  expect(readConfig({ WORKSPACE_API_URL, DISCORD_TOKEN_FILE: file }).discordToken).toBe("abc.def.ghi");
  const keys = `k1:${Buffer.alloc(32, 1).toString("base64")}`;
  const keysFile = await fileWith(`${keys}\r\n`);
  expect(readConfig({ ...onDiscord, SECRET_KEYS_FILE: keysFile }).secretKeys).toBe(keys);
  const address = "postgres://u:p@h/db";
  const addressFile = await fileWith(`${address}\n`);
  const onPostgres = { ...onDiscord, SECRET_KEYS: keys, DATABASE_URL_FILE: addressFile };
  expect(readConfig(onPostgres).databaseUrl).toBe(address);
  // What `>` of Windows PowerShell 5 writes (PowerShell/PowerShell#8592).
  await fileWith(`\uFEFF${address}\r\n`, "utf16le");
  expect(readConfig(onPostgres).databaseUrl).toBe(address);
});

test("a secret that is both set and in a file is refused, and neither is shown", async () => {
  const file = await fileWith("hunter22");
  const refusal = catchConfigError({ ...onDiscord, DISCORD_TOKEN_FILE: file });
  expect(refusal.problems).toEqual([
    { variable: "DISCORD_TOKEN_FILE", problem: expect.stringContaining("set too") },
  ]);
  expect(refusal.message).not.toMatch(/hunter22|abc\.def/);
});

test.each([
  ["is missing", () => join(folder, "nowhere"), "no such file"],
  ["is a folder", () => folder, "can't be read (EISDIR)"],
  ["is empty", () => fileWith(" \n"), "is empty"],
  ["holds something else", () => fileWith("mysql://u:hunter22@h/db"), "postgres://"],
] as const)("a file that %s is refused by its variable, without its content", async (_, make, words) => {
  const path = await make();
  const refusal = catchConfigError({ ...onDiscord, SECRET_KEYS: "k1", DATABASE_URL_FILE: path });
  const [problem] = refusal.problems.filter(({ variable }) => variable === "DATABASE_URL_FILE");
  expect(problem?.problem).toContain(words);
  expect(refusal.message).toContain("For example: DATABASE_URL_FILE=/");
  expect(refusal.message).not.toContain("hunter22");
  expect(refusal.message).not.toContain(path);
});

test("a missing token file doesn't start the playground, and the service's address is still required", () => {
  const variables = catchConfigError({ DISCORD_TOKEN_FILE: join(folder, "nowhere") }).problems.map(
    ({ variable }) => variable,
  );
  expect(variables).toEqual(["DISCORD_TOKEN_FILE", "WORKSPACE_API_URL"]);
});

test("all wrong variables are reported together, one per line", () => {
  const refusal = catchConfigError({ DISCORD_TOKEN: "a b", LOG_LEVEL: "x", PLAYGROUND_PORT: "-1" });
  expect(refusal.problems.map(({ variable }) => variable).toSorted()).toEqual([
    "DISCORD_TOKEN",
    "LOG_LEVEL",
    "PLAYGROUND_PORT",
    "WORKSPACE_API_URL",
  ]);
  expect(refusal.message.split("\n")).toHaveLength(5);
});

test("every variable has an example of its own", () => {
  for (const variable of configVariables) {
    expect(new ConfigError([{ variable, problem: "wrong." }]).message).toMatch(/=.+$/);
  }
});

test(".env.example names exactly the variables that are read, changes nothing, and explains each", async () => {
  const text = await readFile(new URL("../../.env.example", import.meta.url), "utf8");
  const named = parseEnv(text);
  expect(Object.keys(named).toSorted()).toEqual([...configVariables].toSorted());
  expect(readConfig(named)).toEqual(readConfig({}));
  for (const variable of configVariables) expect(text).toMatch(new RegExp(`^# .+\n${variable}=$`, "m"));
});

test("a file with settings adds to the environment, whichever encoding Windows gave it", async () => {
  const path = join(folder, "settings");
  const lines = "DISCORD_TOKEN=abc\r\nLOG_LEVEL=debug\r\n";
  for (const [mark, encoding] of [
    ["", "utf8"],
    ["\uFEFF", "utf8"],
    ["\uFEFF", "utf16le"],
  ] as const) {
    await writeFile(path, mark + lines, encoding);
    const env: Record<string, string | undefined> = { LOG_LEVEL: "warn" };
    loadEnvFile(path, env);
    expect(env).toEqual({ DISCORD_TOKEN: "abc", LOG_LEVEL: "warn" });
  }
});

test("a file with settings may be missing; one that can't be read is a sentence", () => {
  const env = {};
  loadEnvFile(join(folder, "nowhere"), env);
  expect(env).toEqual({});
  expect(() => loadEnvFile(folder, env)).toThrow(EnvFileError);
  expect(() => loadEnvFile(folder, env)).toThrow(/can't be read \(EISDIR\), so nothing was started/);
});
