import { randomBytes } from "node:crypto";
import { access, mkdtemp, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { getErrorCode, syncToDisk } from "../setting-files.ts";
import { clearTables, copyTables, countRows, readTables } from "./copy-tables.ts";
import { StoreError, TransferError } from "./errors.ts";
import { migrate, readAppliedMigrations } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import { createDb, makeFolder } from "./open.ts";
import { openReadOnly, openSqliteFile, createSqliteDialect, toSqliteFailure } from "./sqlite.ts";
import type { Db } from "./tables.ts";
import { runInSnapshot, openForReading, type Place, type WholeDatabase } from "./whole-database.ts";

/** What a new backup holds. */
export interface Backup {
  readonly rows: number;
  readonly bytes: number;
}

/**
 * Writes everything to a new file, for its owner only: a SQLite database, whatever the bot uses. A bot may be running. The
 * file gets its name once it is whole, checked and on the disk.
 * @throws TransferError, StoreError; nothing is left then
 */
export async function writeBackup(place: Place, path: string): Promise<Backup> {
  if (await exists(path))
    throw new TransferError(`${path} exists already, so no backup was made. Choose another name.`);
  const source = await openForReading(place);
  const part = `${path}.${randomBytes(4).toString("hex")}.part`;
  try {
    await createFile(part, path);
    // SQLite's own way, which takes a tenth of the time.
    if (source.shared) await copyInto(part, source);
    else await sql`vacuum into ${part}`.execute(source.db);
    const rows = await checkFile(part);
    await syncToDisk(part);
    const { size: bytes } = await stat(part);
    await rename(part, path);
    await syncToDisk(dirname(path));
    return { rows, bytes };
  } catch (error) {
    throw isDiskFull(error)
      ? new TransferError(
          "The disk is full, so no backup was made, and the unfinished file was removed. Free up space or choose another disk, then run this again.",
          { cause: error },
        )
      : error;
  } finally {
    await rm(part, { force: true });
    await rm(`${part}-journal`, { force: true });
    await source.close();
  }
}

async function createFile(part: string, path: string): Promise<void> {
  try {
    await (await open(part, "wx", 0o600)).close();
  } catch (error) {
    if (isDiskFull(error)) throw error;
    throw new TransferError(
      `${path} can't be written (${getErrorCode(error)}), so no backup was made. Check that its folder exists and that you can write there.`,
      { cause: error },
    );
  }
}

/** With the tables of the source's version, which may be an older one. */
async function copyInto(part: string, source: WholeDatabase): Promise<void> {
  const had = await readMigrations(source.db, "The database");
  const tables = await readTables(had);
  const db = createDb(createSqliteDialect(openSqliteFile(part)));
  try {
    // Whoever reads it needs no other file and no right to write.
    await sql`pragma journal_mode = delete`.execute(db);
    await setFileId(db, unfinishedId);
    await migrate(db, had);
    await runInSnapshot(source, (snapshot) =>
      db.transaction().execute(async (target) => {
        await clearTables(target, tables);
        await copyTables(snapshot, target, tables);
        await setFileId(target, 0);
      }),
    );
  } finally {
    await db.destroy();
  }
}

/** In the file's header as long as its rows are missing: its tables look complete. */
const unfinishedId = 0x7077_6270;

async function setFileId(db: Db, id: number): Promise<void> {
  await sql`pragma application_id = ${sql.lit(id)}`.execute(db);
}

/** @returns how many rows it has */
async function checkFile(path: string, known = migrations): Promise<number> {
  const db = createDb(createSqliteDialect(openReadOnly(path)));
  try {
    const { rows } = await sql<{ readonly integrity_check: string }>`pragma integrity_check(1)`.execute(
      db.withoutPlugins(),
    );
    if (rows[0]?.integrity_check !== "ok") throw new StoreError("damaged", "The database file is damaged.");
    const header = await sql<{ readonly id: number; readonly bytes: number }>`
      select application_id as id, page_count * page_size as bytes
      from pragma_application_id, pragma_page_count, pragma_page_size`.execute(db);
    const [{ id, bytes } = { id: 0, bytes: 0 }] = header.rows;
    if (id === unfinishedId) throw new StoreError("damaged", "The backup is unfinished.");
    // SQLite reads what is missing of the last page as zeros.
    if ((await stat(path)).size < bytes) throw new StoreError("damaged", "The end of the backup is missing.");
    const counts = await countRows(db, await readTables(await readMigrations(db, path, known)));
    return counts.values().reduce((sum, count) => sum + count, 0);
  } finally {
    await db.destroy();
  }
}

/**
 * Those that a database has had.
 * @throws TransferError if it is from a newer version
 */
async function readMigrations(db: Db, what: string, known = migrations): Promise<typeof migrations> {
  const names = await readAppliedMigrations(db);
  if (names.length === 0) throw new StoreError("damaged", "The tables of the bot are missing.");
  if (names.some((name) => !Object.hasOwn(known, name)))
    throw new TransferError(
      `${what} is from a newer version of workspace-bot, so nothing was changed. Run this again with that version.`,
    );
  return Object.fromEntries(Object.entries(known).filter(([name]) => names.includes(name)));
}

/**
 * Opens a backup with the tables of this version. The file isn't changed: one of an older version is brought to this one
 * in a copy, which `close` removes.
 * @param copyFolder where that copy is made: there has to be room for it
 * @throws TransferError if it is cut, damaged, of a newer version or no backup; StoreError
 */
export async function openBackup(
  path: string,
  copyFolder: string,
  known = migrations,
): Promise<WholeDatabase> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined)
    throw new TransferError(`There is no file ${path}, so nothing was changed. Check its name.`);
  // A pipe would be waited for without end.
  if (!found.isFile())
    throw new TransferError(
      `${path} is ${found.isDirectory() ? "a folder" : "no ordinary file"}, so nothing was changed. Choose a backup's file.`,
    );
  try {
    await checkFile(path, known);
  } catch (error) {
    if (error instanceof TransferError) throw error;
    if (error instanceof StoreError && error.failure === "not-writable")
      throw new TransferError(
        `${path} can't be opened, so nothing was changed. Check that you can read it.`,
        {
          cause: error,
        },
      );
    throw new TransferError(
      `${path} is cut off or damaged, or it isn't a backup of workspace-bot. Nothing was changed. Choose another backup.`,
      { cause: error },
    );
  }
  const db = createDb(createSqliteDialect(openReadOnly(path)));
  const close = () => db.destroy();
  const had = await readMigrations(db, path, known);
  if (Object.keys(had).length === Object.keys(known).length) return { db, shared: false, close };
  try {
    return await openMigratedCopy(db, copyFolder, known);
  } finally {
    await close();
  }
}

async function openMigratedCopy(
  original: Db,
  copyFolder: string,
  known: typeof migrations,
): Promise<WholeDatabase> {
  await makeFolder(copyFolder);
  const folder = await mkdtemp(join(copyFolder, "restore-")).catch((error: unknown) => {
    throw toSqliteFailure(error);
  });
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, "backup.sqlite");
    await sql`vacuum into ${path}`.execute(original);
    const db = createDb(createSqliteDialect(openSqliteFile(path)));
    const close = async (): Promise<void> => {
      await db.destroy();
      await removeFolder();
    };
    await migrate(db, known);
    return { db, shared: false, close };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function isDiskFull(error: unknown): boolean {
  return error instanceof StoreError ? error.failure === "full" : getErrorCode(error) === "ENOSPC";
}
