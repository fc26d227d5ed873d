import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, type TestContext } from "vitest";
import { createEmptyPostgresDatabase } from "../support/databases.ts";
import { addBase, buildImage, type Image } from "../support/long/build-image.ts";
import { type Emulators, startEmulators } from "../support/emulators.ts";
import { readPort } from "../support/bot-process.ts";
import { startPostgresProxy } from "../support/postgres-proxy.ts";
import { newest, textOf, opened } from "../support/replies.ts";
import { until } from "../support/wait-for.ts";

const uid = 65_532;
const checkout = join(import.meta.dirname, "../..");
/** On the disk of what is installed, for links to it. */
const cache = join(checkout, "node_modules/.cache/workspace-bot");

let folder: string;
let image: Image;
let missing: readonly string[];
let emulators: Emulators;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  if (process.platform !== "linux") return;
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, "image-"));
  chmodSync(folder, 0o755);
  image = buildImage(folder);
  const drawing = globSync(join(image.root, "app/node_modules/@napi-rs/*/*.node"));
  missing = addBase(image, [join(image.root, "usr/local/bin/node"), ...drawing]);
  emulators = await startEmulators();
});
afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
});
afterAll(async () => {
  if (folder === undefined) return;
  await emulators[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function needLinux({ skip }: TestContext): void {
  if (process.platform !== "linux") skip("the image runs on Linux");
}

interface Compose {
  readonly services: Readonly<
    Record<string, { readonly healthcheck?: { readonly test: readonly string[] } }>
  >;
}
/** The parser that one of the tools brings along. */
const yaml = createRequire(import.meta.resolve("knip"))("yaml") as {
  parse(text: string, options: { readonly merge: boolean }): unknown;
};
// Our own file.
const { services } = yaml.parse(readFileSync(join(checkout, "compose.yaml"), "utf8"), {
  merge: true,
}) as Compose;
/** The first word says that no shell is needed. */
const healthcheck = services["replica-1"]?.healthcheck?.test ?? [];

/** In a mount namespace of its own, which disappears with it. */
const enter = `
  mount --bind "$ROOT" "$ROOT"
  mount -o remount,bind,ro "$ROOT"
  if [ -n "$DATA" ]; then mount --bind "$DATA" "$ROOT/app/data"; fi
  mount -t proc proc "$ROOT/proc"
  mount --bind /dev "$ROOT/dev"
  exec unshare --root="$ROOT" --wd="$WORKDIR" --setgid "$RUN_AS" --setuid "$RUN_AS" "$@"`;

/** As a container runs: no shell, nothing to write to but the data folder, if there is one. */
function start(command: readonly string[], environment: Readonly<Record<string, string>>, data = "") {
  const child = spawn("unshare", ["--mount", "sh", "-euc", enter, "sh", ...command], {
    env: {
      PATH: process.env["PATH"],
      ROOT: image.root,
      DATA: data,
      WORKDIR: image.workdir,
      RUN_AS: String(uid),
      ...image.environment,
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let output = "";
  child.stdout.on("data", (chunk) => (output += String(chunk)));
  child.stderr.on("data", (chunk) => (output += String(chunk)));
  const ended = once(child, "exit").then(([code, signal]: unknown[]) => code ?? signal);
  return { pid: child.pid ?? 0, output: () => output, ended, child };
}

function startWithVolume(args: readonly string[], environment: Readonly<Record<string, string>>) {
  const data = join(folder, "data");
  mkdirSync(data, { recursive: true, mode: 0o700 });
  chownSync(data, uid, uid);
  return start([...image.entrypoint, ...args], environment, data);
}

function needRoot({ skip }: TestContext): void {
  const isAble = process.getuid?.() === 0 && spawnSync("unshare", ["--mount", "true"]).status === 0;
  if (!isAble) skip("only root, with the right to mount, can run a root file system");
}

test("the image contains the program without types, one Node.js and every library its base lacks", (context) => {
  needLinux(context);
  expect(image.base).toMatch(/^gcr\.io\/distroless\/cc-debian\d+:nonroot$/);
  expect(image.user).toBe("65532:65532");
  expect(globSync("app/*", { cwd: image.root }).toSorted()).toEqual(
    ["data", "dist", "node_modules", "package-lock.json", "package.json"].map((name) => `app/${name}`),
  );
  expect(globSync(join(image.root, "app/**/*.ts"))).toEqual([]);
  for (const library of missing) expect(existsSync(join(image.root, "usr/lib", library))).toBe(true);
  expect(globSync(join(image.root, "**/bin/{node,sh,bash,npm}"))).toEqual([
    join(image.root, "usr/local/bin/node"),
  ]);
  const packages = join(image.root, "app/node_modules");
  // What the bundle contains goes on under its licence.
  expect(existsSync(join(packages, "discord.js/LICENSE"))).toBe(true);
  expect(globSync(join(packages, "discord.js/**/*.{js,mjs,cjs}"))).toEqual([]);
  for (const developed of ["vitest", "typescript", "prettier", "node"])
    expect(existsSync(join(packages, developed))).toBe(false);
});

test("on a read-only root as 65532 it starts, replies with a picture, and ends with 0 within 2 s", async (context) => {
  needLinux(context);
  needRoot(context);
  const { DISCORD_TOKEN: token = "", ...environment } = emulators.environment;
  const secret = join(image.root, "run/secrets/discord_token");
  writeFileSync(secret, `${token}\n`, { mode: 0o400 });
  chownSync(secret, uid, uid);
  // A blank line of the settings, as .env.example has it.
  const blank = { DATA_FOLDER: "" };
  const bot = startWithVolume([], {
    ...environment,
    ...blank,
    DISCORD_TOKEN_FILE: "/run/secrets/discord_token",
  });
  await until("it is ready", () => bot.output().includes("The bot is online") || bot.child.exitCode !== null);
  expect(bot.child.exitCode, bot.output()).toBe(null);
  expect(readFileSync(`/proc/${bot.pid}/status`, "utf8")).toMatch(/^Uid:\t65532\t65532\t65532\t65532$/m);
  expect(readFileSync(`/proc/${bot.pid}/mounts`, "utf8")).toMatch(/^\S+ \/ \S+ ro\b/m);

  const ada = emulators.as("ada");
  expect(textOf(await ada.run("help"))).toContain("/setup");
  const form = opened(await ada.run("link set"));
  const { workspaceId, token: key } = emulators.service;
  await ada.submit(form, { "workspace-id": workspaceId, key });
  await ada.run("calendar");
  await until("the picture is there", () => newest(ada).embeds[0]?.image !== undefined);

  bot.child.kill("SIGTERM");
  // A stop that doesn't end by itself ends with 1.
  expect(await bot.ended).toBe(0);
  expect(bot.output()).not.toContain(token);
});

test("--migrate needs no token, creates the database in the data folder, and ends with 0", async (context) => {
  needLinux(context);
  needRoot(context);
  rmSync(join(folder, "data"), { recursive: true, force: true });
  const tool = startWithVolume(["--migrate"], {});
  expect(await tool.ended, tool.output()).toBe(0);
  expect(tool.output()).toBe("The database is ready for this version of the bot.\n");
  expect(existsSync(join(folder, "data/workspace-bot.sqlite"))).toBe(true);
});

test("with Postgres and no volume, two bots are healthy, answer, and end with 0", async (context) => {
  needLinux(context);
  needRoot(context);
  const database = await createEmptyPostgresDatabase();
  onTestFinished(() => database.drop());
  // A socket file isn't to be seen from inside.
  await using proxy = await startPostgresProxy(database.url, () => false);
  const tool = start([...image.entrypoint, "--migrate"], { DATABASE_URL: proxy.url });
  expect(await tool.ended, tool.output()).toBe(0);
  expect(tool.output()).toBe("The database is ready for this version of the bot.\n");

  const shared = {
    ...emulators.environment,
    DATABASE_URL: proxy.url,
    SECRET_KEYS: `k1:${Buffer.alloc(32, 9).toString("base64")}`,
  };
  const bots = [1, 2].map(() => start(image.entrypoint, { ...shared, HTTP_PORT: "0" }));
  for (const { output, child } of bots) {
    await until("it is ready", () => output().includes("The bot is online") || child.exitCode !== null);
    expect(child.exitCode, output()).toBe(null);
  }
  const ports = await Promise.all(bots.map(({ output }) => readPort(output)));
  const [, ...check] = healthcheck;
  const isHealthy = (port: number) =>
    start(
      check.map((word) => word.replace("127.0.0.1:8080", `127.0.0.1:${port}`)),
      {},
    ).ended;
  expect(await Promise.all(ports.map(isHealthy))).toEqual([0, 0]);
  expect(textOf(await emulators.as("ada").run("help"))).toContain("/setup");

  for (const { child } of bots) child.kill("SIGTERM");
  expect(await Promise.all(bots.map(({ ended }) => ended))).toEqual([0, 0]);
  expect(await Promise.all(ports.map(isHealthy))).toEqual([1, 1]);
});

test("without a token it says that one is required, and doesn't start the playground", async (context) => {
  needLinux(context);
  needRoot(context);
  const bot = startWithVolume([], {});
  expect(await bot.ended).toBe(1);
  expect(bot.output()).toMatch(/DISCORD_TOKEN: It's required here/);
  expect(bot.output()).not.toMatch(/at .*\.ts:/);
});
