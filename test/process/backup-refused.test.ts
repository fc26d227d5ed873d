import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, open, readdir, rename, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { openBackup } from "../../src/store/backup-file.ts";
import { type BotDatabase, makeBotDatabase, toRestored } from "../support/filled-database.ts";
import { databaseKinds } from "../store/test-databases.ts";

test("a truncated, damaged, foreign or newer backup is refused, and nothing is changed", async () => {
  const database = await makeBotDatabase("SQLite", "a");
  const file = (name: string) => join(database.folder, name);
  expect((await database.tool(["--backup", file("whole")])).code).toBe(0);
  const before = await database.dump();
  const { size } = await stat(file("whole"));
  for (const bytes of [0, 100, 4_096, size / 2, size - 4_096, size - 1]) {
    await copyFile(file("whole"), file("cut"));
    await truncate(file("cut"), bytes);
    await expect(openBackup(file("cut"), database.folder), `${bytes} bytes`).rejects.toThrow(
      /is cut off or damaged, or/,
    );
  }
  await writeFile(file("letter"), "this is a letter ".repeat(1_000));
  await mkdir(file("folder"));
  expect(spawnSync("mkfifo", [file("pipe")]).status).toBe(0);
  new DatabaseSync(file("other")).exec("create table notes (text text)");
  await copyFile(file("whole"), file("newer"));
  makeNewer(file("newer"));
  const refusals = [
    ["cut", /is cut off or damaged, or it isn't a backup.*Nothing was changed\. Choose another/],
    ["letter", /is cut off or damaged, or it isn't a backup/],
    ["missing", /There is no file .*missing/],
    ["folder", /folder is a folder, so nothing was changed\. Choose a backup's file/],
    ["pipe", /pipe is no ordinary file, so nothing was changed/],
    ["other", /is cut off or damaged, or it isn't a backup/],
    ["newer", /is from a newer version of workspace-bot, so nothing was changed/],
  ] as const;
  for (const [name, why] of refusals) {
    const { code, output } = await database.tool(["--restore", file(name)]);
    expect(output, name).toMatch(why);
    expect(output, name).not.toMatch(/^ +at /m);
    expect(code, name).toBe(1);
  }
  expect(await readdir(database.folder)).not.toContainEqual(expect.stringContaining("before-restore"));
  expect(await database.dump()).toEqual(before);
});

test("nothing is restored onto a damaged database until it is moved away", async () => {
  const database = await makeBotDatabase("SQLite", "a");
  const backup = join(database.folder, "all.backup");
  expect((await database.tool(["--backup", backup])).code).toBe(0);
  const before = await database.dump();
  const path = join(database.folder, "workspace-bot.sqlite");
  const file = await open(path, "r+");
  const { size } = await file.stat();
  await file.write(Buffer.alloc(100_000, 7), 0, 100_000, Math.floor(size / 2));
  await file.close();
  const refused = await database.tool(["--restore", backup]);
  expect(refused.output).toMatch(
    /^The database is damaged, so nothing was changed\. With SQLite, move works/,
  );
  expect(refused.code).toBe(1);
  await rename(path, join(database.folder, "damaged.sqlite"));
  expect((await database.tool(["--restore", backup])).code).toBe(0);
  expect(await database.dump()).toEqual(toRestored(before));
});

function makeNewer(path: string): void {
  const file = new DatabaseSync(path);
  file.exec("insert into schema_migrations values ('9999-later', '2030-01-01')");
  file.close();
}

test("without stored data, or onto an existing file, no backup is made", async () => {
  const empty = await makeBotDatabase("SQLite");
  const none = await empty.tool(["--backup", join(empty.folder, "all.backup")]);
  expect(none).toMatchObject({
    code: 1,
    output: expect.stringMatching(/no database in .*Check DATA_FOLDER/),
  });
  expect(await readdir(empty.folder)).toEqual([]);
  const unused = await makeBotDatabase("Postgres");
  const nothing = await unused.tool(["--backup", join(unused.folder, "all.backup")]);
  expect(nothing).toMatchObject({
    code: 1,
    output: expect.stringMatching(/never stored anything in the Postgres/),
  });
  expect(await readdir(unused.folder)).toEqual([]);

  const database = await makeBotDatabase("SQLite", "a");
  const file = join(database.folder, "workspace-bot.sqlite");
  const onto = await database.tool(["--backup", file]);
  expect(onto).toMatchObject({
    code: 1,
    output: expect.stringMatching(/exists already, so no backup was made/),
  });
  const nowhere = await database.tool(["--backup", join(database.folder, "no", "such", "folder")]);
  expect(nowhere).toMatchObject({
    code: 1,
    output: expect.stringMatching(/can't be written \(ENOENT\).*Check/),
  });
  const strange = await database.tool(["--move-to", "mysql://a:b@c/d"]);
  expect(strange).toMatchObject({
    code: 1,
    output: expect.stringMatching(/starts with postgres:.*Nothing was moved/),
  });
});

test("an unresponsive Postgres server is named, with what wasn't done", async () => {
  const database = await makeBotDatabase("SQLite", "a");
  const file = join(database.folder, "all.backup");
  expect((await database.tool(["--backup", file])).code).toBe(0);
  const nobody = "postgres://nobody@127.0.0.1:1/none";
  const moved = await database.tool(["--move-to", nobody]);
  expect(moved.output).toBe(
    "The Postgres server isn't responding. Check that it's running and that --move-to has the right host and port. Nothing was changed.\n",
  );
  const uncertified = await database.tool(["--move-to", `${nobody}?sslrootcert=/nowhere/ca.pem`]);
  expect(uncertified.output).toMatch(
    /can't be encrypted \(the certificate's file can't be read: ENOENT\).* to --move-to; .*Nothing was changed\./,
  );
  const away = { DATABASE_URL: nobody, SECRET_KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}` };
  const unreachable = "Check that it's running and that DATABASE_URL has the right host and port.";
  const backedUp = await database.tool(["--backup", join(database.folder, "other.backup")], away);
  expect(backedUp.output).toContain(`${unreachable} No backup was made.`);
  for (const args of [
    ["--restore", file],
    ["--move-to", database.folder],
  ]) {
    const refused = await database.tool(args, away);
    expect(refused.output).toContain(`${unreachable} Nothing was changed.`);
    expect(refused.code).toBe(1);
  }
});

describe("on a full disk", () => {
  /** The program, with a small disk of its own where `$DISK` is. */
  async function withSmallDisk(database: BotDatabase, disk: string, args: readonly string[], size = "300k") {
    const main = join(import.meta.dirname, "../../src/main.ts");
    const script = `mount -t tmpfs -o size=${size},mode=700 none "$DISK"; "$@"; code=$?; ls -a "$DISK" | grep -v '^\\.*$'; exit $code`;
    const child = spawn("unshare", ["--mount", "sh", "-uc", script, "sh", process.execPath, main, ...args], {
      cwd: database.folder,
      env: { PATH: process.env["PATH"], ...database.environment, DISK: disk },
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += String(chunk)));
    child.stderr.on("data", (chunk) => (output += String(chunk)));
    const [code] = await once(child, "exit");
    return { code: code as number, output };
  }
  const isAble = process.getuid?.() === 0 && spawnSync("unshare", ["--mount", "true"]).status === 0;

  test.skipIf(!isAble).each(databaseKinds)(
    "a backup of %s leaves no file, and says what to do",
    async (kind) => {
      const database = await makeBotDatabase(kind, "a");
      const disk = (await makeBotDatabase("SQLite")).folder;
      const { code, output } = await withSmallDisk(database, disk, ["--backup", join(disk, "all.backup")]);
      expect(output).toBe(
        "The disk is full, so no backup was made, and the unfinished file was removed. Free up space or choose another disk, then run this again.\n",
      );
      expect(code).toBe(1);
    },
  );

  test.skipIf(!isAble)("a restore leaves everything as it was, and says what to do", async () => {
    const database = await makeBotDatabase("SQLite", "a");
    const file = join(database.folder, "all.backup");
    expect((await database.tool(["--backup", file])).code).toBe(0);
    const small = await makeBotDatabase("SQLite");
    for (const size of ["300k", "1500k"]) {
      const { code, output } = await withSmallDisk(small, small.folder, ["--restore", file], size);
      expect(output).toMatch(
        /^(?:Restoring .*\n)?The disk with the database is full, so nothing was changed\. Free up space/,
      );
      expect(code).toBe(1);
    }
  });
});
