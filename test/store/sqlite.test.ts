import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { CamelCasePlugin, Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createStore, openStore } from "../../commands/store.ts";
import { migrate } from "../../src/store/migrate.ts";
import { migrations } from "../../src/store/migrations/index.ts";
import { openSqliteFile, createSqliteDialect, toSqliteFailure } from "../../src/store/sqlite.ts";
import type { Store } from "../../src/store/store.ts";
import type { Tables } from "../../src/store/tables.ts";
import { createVault, createLinkSealContext } from "../../src/vault/vault.ts";
import { loadKeys } from "../../src/vault/secret-keys.ts";
import { createTestFolder, type TestFolder } from "../support/databases.ts";
import { until } from "../support/wait-for.ts";
import { link } from "./sample-rows.ts";

let folder: TestFolder;
const file = (name = "workspace-bot.sqlite"): string => join(folder.path, name);

async function open(dataFolder = folder.path, known = migrations): Promise<Store> {
  const store = await openStore({ databaseUrl: undefined, dataFolder, now: () => 1, migrations: known });
  onTestFinished(() => store.close());
  return store;
}

async function startWriter(): Promise<{ readonly writer: ChildProcess; readonly written: string[] }> {
  const script = join(import.meta.dirname, "processes/open-and-write.ts");
  const writer = spawn(process.execPath, [script, folder.path], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void writer.kill("SIGKILL"));
  const written: string[] = [];
  const lines = createInterface({ input: writer.stdout });
  const opened = once(lines, "line");
  lines.on("line", (line) => written.push(line));
  await opened;
  return { writer, written };
}

async function kill(writer: ChildProcess): Promise<void> {
  const closed = once(writer, "close");
  writer.kill("SIGKILL");
  await closed;
}

beforeEach(async () => {
  folder = await createTestFolder();
});
afterEach(() => folder.remove());

const entry = {
  guildId: "1",
  workspaceId: undefined,
  discordUserId: "2",
  action: "test",
  target: undefined,
  outcome: "done",
  reference: undefined,
  at: 1,
} as const;

test("a new data folder and its database are accessible to their owner only", async () => {
  const dataFolder = join(folder.path, "new", "data");
  await open(dataFolder);
  expect((await stat(dataFolder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(dataFolder, "workspace-bot.sqlite"))).mode & 0o777).toBe(0o600);
  expect((await stat(join(dataFolder, "workspace-bot.sqlite-wal"))).mode & 0o777).toBe(0o600);
});

test("a commit is on disk before it is acknowledged", () => {
  const database = openSqliteFile(file());
  onTestFinished(() => database.close());
  expect(database.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
  expect(database.prepare("PRAGMA synchronous").get()).toEqual({ synchronous: 2 });
});

test("stored data survives closing and opening again", async () => {
  const first = await open();
  await first.botState.set("commands", "hash");
  await first.close();
  await first.close();
  expect(await (await open()).botState.get("commands")).toBe("hash");
});

test("a draft with a damaged payload is found without it", async () => {
  const store = await open();
  await store.drafts.create({
    id: "d1",
    guildId: "1",
    discordUserId: "2",
    kind: "order.create",
    payload: { items: [] },
    createdAt: 1,
    expiresAt: 2,
  });
  await store.close();
  const database = new DatabaseSync(file());
  database.exec(`UPDATE drafts SET payload = '{"items":'`);
  database.close();
  expect(await (await open()).drafts.find("d1")).toMatchObject({ id: "d1", payload: undefined });
});

// SQLite's extended result codes (https://sqlite.org/rescode.html), as network folders, quotas and full disks cause them.
test.each([
  ["IOERR_LOCK", 3850, "not-writable", "can't lock or share files"],
  ["IOERR_SHMOPEN", 4618, "not-writable", "can't lock or share files"],
  ["IOERR_SHMMAP", 5386, "not-writable", "can't lock or share files"],
  ["PROTOCOL", 15, "not-writable", "can't lock or share files"],
  ["IOERR_SHMSIZE", 4874, "full", "is full"],
  ["IOERR_WRITE", 778, "damaged", "quota"],
  ["CORRUPT_INDEX", 779, "damaged", "The database file is damaged"],
])("the operator reads what %s means", (_, errcode, failure, part) => {
  const error = Object.assign(new Error("disk I/O error"), { errcode });
  expect(toSqliteFailure(error)).toMatchObject({ failure, message: expect.stringContaining(part) });
});

describe("with two processes", () => {
  test("the second learns that the folder is in use, until the first is killed", async () => {
    const { writer } = await startWriter();
    await expect(open()).rejects.toMatchObject({
      name: "StoreError",
      failure: "in-use",
      message: expect.stringContaining(`already running on ${folder.path}`),
    });
    await kill(writer);
    await (await open()).botState.set("after", "the kill");
  });

  test("a second start in the same process is refused too", async () => {
    await open();
    await expect(open()).rejects.toMatchObject({ failure: "in-use" });
  });

  test("kill -9 loses nothing that was acknowledged, five times over", async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < 5; round++) {
      const { writer, written } = await startWriter();
      await until("it has written enough", () => written.length > 20 + round * 17);
      await kill(writer);
      acknowledged.push(...written.filter((line) => line !== "open"));
    }
    const stored = await (await open()).audit.list("1", {}, { limit: 1_000_000 });
    expect(acknowledged.length).toBeGreaterThan(100);
    expect(stored.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
  });
});

describe("a database that can't work says why:", () => {
  test("from a newer version", async () => {
    const later: Migration = {
      up: async (db) => db.schema.createTable("later").addColumn("a", "text").execute(),
    };
    await (await open(folder.path, { ...migrations, "9999-later": later })).close();
    await expect(open()).rejects.toMatchObject({
      failure: "newer",
      message: expect.stringMatching(/newer version.*9999-later/),
    });
    await open(folder.path, { ...migrations, "9999-later": later });
  });

  test("locked by another program", async () => {
    const store = await open();
    const other = new DatabaseSync(file());
    onTestFinished(() => other.close());
    other.exec("BEGIN IMMEDIATE");
    await expect(store.botState.set("a", "b")).rejects.toMatchObject({
      name: "StoreError",
      failure: "locked",
    });
    other.exec("ROLLBACK");
    await store.botState.set("a", "b");
  });

  test("disk full, and it recovers once there is room", async () => {
    const database = openSqliteFile(file());
    const db = new Kysely<Tables>({
      dialect: createSqliteDialect(database),
      plugins: [new CamelCasePlugin()],
    });
    await migrate(db, migrations);
    const store = createStore({ db, shared: false, now: () => 1, close: () => db.destroy() });
    onTestFinished(() => store.close());

    database.exec("PRAGMA max_page_count = 30");
    const detail = "x".repeat(500_000);
    await expect(store.audit.record({ ...entry, id: "1", detail })).rejects.toMatchObject({
      failure: "full",
    });
    await expect(
      db.transaction().execute(async (transaction) => {
        await transaction.insertInto("botState").values({ key: "a", value: "b", changedAt: 1 }).execute();
        await transaction.insertInto("botState").values({ key: "c", value: detail, changedAt: 1 }).execute();
      }),
    ).rejects.toMatchObject({ name: "StoreError", failure: "full" });
    expect(await store.botState.get("a")).toBeUndefined();

    database.exec("PRAGMA max_page_count = 100000");
    await store.audit.record({ ...entry, id: "1", detail });
    expect(await store.audit.count("1", {})).toBe(1);
  });

  test("a file that isn't a database", async () => {
    await writeFile(file(), "this is a letter, not a database ".repeat(100));
    await expect(open()).rejects.toMatchObject({ name: "StoreError", failure: "damaged" });
  });

  test("a folder where the file should be", async () => {
    await mkdir(file());
    await expect(open()).rejects.toMatchObject({ name: "StoreError", failure: "not-writable" });
  });

  test("a file where the folder should be", async () => {
    await writeFile(join(folder.path, "data"), "");
    await expect(open(join(folder.path, "data"))).rejects.toMatchObject({ failure: "not-writable" });
  });

  test("someone else's folder", async () => {
    await chmod(folder.path, 0o500);
    // Root may write everywhere, so it tries as another user: 65534 is nobody.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    try {
      await expect(open()).rejects.toMatchObject({ name: "StoreError", failure: "not-writable" });
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });
});

test("a migration cut short leaves nothing behind and runs again", async () => {
  const half: Migration = {
    up: async (db) => {
      await db.schema.createTable("half").addColumn("a", "text").execute();
      throw new Error("the power went");
    },
  };
  const whole: Migration = {
    up: async (db) => db.schema.createTable("half").addColumn("a", "text").execute(),
  };
  await expect(open(folder.path, { ...migrations, "9999-half": half })).rejects.toThrow("the power went");
  await open(folder.path, { ...migrations, "9999-half": whole });
});

test("a token is in none of the files, sealed or not yet checkpointed", async () => {
  const token = "svc-token-3f9c2b7a8d1e";
  const { keys } = await loadKeys({ secretKeys: undefined, dataFolder: folder.path, secretsExist: false });
  const vault = createVault(keys);
  const store = await open();
  const sealedToken = vault.seal(token, createLinkSealContext("1", "w1"));
  await store.guildLinks.save({ ...link, guildId: "1", workspaceId: "w1", sealedToken }, 1);

  const names = ["workspace-bot.sqlite", "workspace-bot.sqlite-wal"];
  const bytes = Buffer.concat(await Promise.all(names.map((name) => readFile(file(name)))));
  expect(bytes.includes(sealedToken)).toBe(true);
  const encodings = ["utf8", "utf16le"] as const;
  for (const encoding of encodings) expect(bytes.includes(Buffer.from(token, encoding))).toBe(false);
  for (const encoding of ["base64", "base64url", "hex"] as const) {
    expect(bytes.includes(Buffer.from(token).toString(encoding).slice(0, 24))).toBe(false);
  }
});
