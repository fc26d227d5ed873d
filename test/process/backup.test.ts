import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { openBackup } from "../../src/store/backup-file.ts";
import { migrations } from "../../src/store/migrations/index.ts";
import { startBotProcess } from "../support/bot-process.ts";
import { type Emulators, startEmulators } from "../support/emulators.ts";
import {
  dumpFile,
  makeBotDatabase,
  rowsOfEach,
  sealedLink,
  secretKeys,
  toRestored,
} from "../support/filled-database.ts";
import { until } from "../support/wait-for.ts";
import { databaseKinds } from "../store/test-databases.ts";

let emulators: Emulators;
beforeAll(async () => {
  emulators = await startEmulators();
});
afterAll(() => emulators[Symbol.asyncDispose]());

describe.each(databaseKinds)("with %s", (kind) => {
  const other = kind === "SQLite" ? "Postgres" : "SQLite";

  test("a backup has every row of every table, no encryption key, and only its owner can read it", async () => {
    const database = await makeBotDatabase(kind, "a");
    const file = join(database.folder, "all.backup");
    const { code, output } = await database.tool(["--backup", file]);
    expect(code).toBe(0);
    expect(output).toMatch(
      /^Backed up [\d\u202f]+ rows to \/.*all\.backup \([\d.]+ MB\)\.\n.*SECRET_KEYS.*\n$/,
    );
    const dump = await database.dump();
    for (const [table, found] of Object.entries(dump))
      expect(found.length, table).toBeGreaterThanOrEqual(rowsOfEach);
    expect(await dumpFile(file)).toEqual(dump);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const bytes = await readFile(file);
    for (const secret of [secretKeys.slice(3), Buffer.alloc(32, 9)])
      expect(bytes.includes(secret)).toBe(false);
    expect((await readdir(database.folder)).filter((name) => name.includes(".part"))).toEqual([]);
  });

  test("a restore brings back everything, keeps what was there, and fits the other database", async () => {
    const database = await makeBotDatabase(kind, "a");
    const file = join(database.folder, "all.backup");
    expect((await database.tool(["--backup", file])).code).toBe(0);
    const before = await database.dump();
    await database.run("delete from accounts; update people set names = 'wrong'");
    await database.run("insert into bot_state values ('registered-commands:1', '{}', 1)");
    const wrong = await database.dump();

    const { code, output } = await database.tool(["--restore", file]);
    expect(output).toMatch(
      /^Restoring .*all\.backup\. Keep the bot stopped.*\nRestored [\d\u202f]+ rows.* All calendar addresses \(210\) were turned off, .*\nWhat was stored before is in .*\n210 of 211 workspace keys can't/,
    );
    expect(code).toBe(0);
    expect(await database.dump()).toEqual(toRestored(before));
    const [kept = ""] = (await readdir(database.folder)).filter((name) => name.startsWith("before-restore"));
    expect(await dumpFile(join(database.folder, kept))).toEqual(wrong);
    expect((await stat(join(database.folder, kept))).mode & 0o777).toBe(0o600);

    const elsewhere = await makeBotDatabase(other);
    const moved = await elsewhere.tool(["--restore", file]);
    expect(moved.output).toMatch(/^Restoring .*\nRestored .*\n210 of 211 workspace keys can't/);
    expect(await elsewhere.dump()).toEqual(toRestored(before));
  });

  test("a running bot can be backed up, but not restored or moved", async () => {
    const database = await makeBotDatabase(kind);
    await database.prepare();
    await database.run(sealedLink("guild"));
    const bot = startBotProcess({ ...emulators.environment, ...database.environment });
    await until("it is ready", () => bot.output().includes('"ready"'));
    const file = join(database.folder, "all.backup");
    expect(await database.tool(["--backup", file])).toMatchObject({ code: 0 });
    expect((await dumpFile(file))["guild_links"]).toHaveLength(1);
    await database.run("delete from guild_links");
    const empty = await makeBotDatabase(other);
    for (const args of [
      ["--restore", file],
      ["--move-to", empty.place],
    ]) {
      const { code, output } = await database.tool(args);
      expect(output).toMatch(/^A bot is running on .*nothing was changed\. Stop .*then run this again/);
      expect(code).toBe(1);
    }
    expect((await database.dump())["guild_links"]).toEqual([]);
    expect(await bot.stop("SIGTERM")).toBe(0);
    expect(await database.tool(["--restore", file])).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /^Restoring .*\nRestored .*\n(?:What was .*\n)?You can start the bot now\.\n$/,
      ),
    });
    const restored = await database.dump();
    expect(restored["guild_links"]).toHaveLength(1);
    expect(restored).toEqual(toRestored(restored));
  });

  test("a move takes everything to an empty database of the other kind, and to no other", async () => {
    const database = await makeBotDatabase(kind, "a");
    const before = await database.dump();
    const target = await makeBotDatabase(other);
    const { code, output } = await database.tool(["--move-to", target.place]);
    expect(code).toBe(0);
    const counted = /^Copied, and counted again:\n((?: {2}\w+ +\d+\n)+)The bot still uses /.exec(output)?.[1];
    const rows = Object.entries(before).map(([table, { length }]) => `${table} ${length}`);
    expect(counted?.match(/\w+ +\d+/g)?.map((line) => line.replace(/ +/, " "))).toEqual(rows.toSorted());
    expect(output).toMatch(other === "Postgres" ? /Set DATABASE_URL/ : /Remove DATABASE_URL/);
    expect(await target.dump()).toEqual(before);
    expect(await database.dump()).toEqual(before);

    const again = await database.tool(["--move-to", target.place]);
    expect(again.output).toMatch(/isn't empty, so nothing was moved/);
    expect(again.code).toBe(1);
    expect(await target.dump()).toEqual(before);
  });

  test("keys that this machine can't decrypt are counted, and the backup is still restored", async () => {
    const database = await makeBotDatabase(kind);
    await database.prepare();
    await database.run([1, 2].map((number) => sealedLink(`guild${number}`)).join("; "));
    const file = join(database.folder, "all.backup");
    expect((await database.tool(["--backup", file])).code).toBe(0);
    await database.run("delete from guild_links");
    const otherKeys = `k1:${Buffer.alloc(32, 8).toString("base64")}`;
    const { code, output } = await database.tool(["--restore", file], { SECRET_KEYS: otherKeys });
    expect(output).toMatch(/2 of 2 workspace keys can't be decrypted.*put back the keys.*SECRET_KEYS/);
    expect(code).toBe(0);
    expect((await database.dump())["guild_links"]).toHaveLength(2);
  });
});

// In a container, the system's folder for temporary files takes 64 MB, or doesn't exist.
test("a backup of an older version is migrated in a copy beside the data", async () => {
  const database = await makeBotDatabase("SQLite", "a");
  const file = join(database.folder, "all.backup");
  expect((await database.tool(["--backup", file])).code).toBe(0);
  const bytes = await readFile(file);
  const later = {
    async up(db: Parameters<(typeof migrations)[string]["up"]>[0]) {
      await sql`alter table guild_links add column colour text`.execute(db);
      await sql`update guild_links set colour = 'blue'`.execute(db);
    },
  };
  const before = await readdir(database.folder);
  vi.stubEnv("TMPDIR", "/nowhere");
  onTestFinished(() => void vi.unstubAllEnvs());
  const opened = await openBackup(file, database.folder, { ...migrations, "9999-later": later });
  const { rows: found } = await sql`select colour from guild_links`.execute(opened.db);
  expect(found).toHaveLength(rowsOfEach + 1);
  expect(found[0]).toEqual({ colour: "blue" });
  expect(await readdir(database.folder)).toHaveLength(before.length + 1);
  await opened.close();
  expect(await readdir(database.folder)).toEqual(before);
  expect((await readFile(file)).equals(bytes)).toBe(true);
});

test("a restore to Postgres keeps what was there on a machine without a data folder, too", async () => {
  const database = await makeBotDatabase("Postgres", "a");
  const file = join(database.folder, "all.backup");
  expect((await database.tool(["--backup", file])).code).toBe(0);
  const wrong = await database.dump();
  const missing = join(database.folder, "new", "data");
  const { code, output } = await database.tool(["--restore", file], { DATA_FOLDER: missing });
  expect(output).toMatch(/^Restoring .*\nRestored .*\nWhat was stored before is in .*before-restore/);
  expect(code).toBe(0);
  const [kept = ""] = await readdir(missing);
  expect(await dumpFile(join(missing, kept))).toEqual(wrong);
});
