import { closeSync, openSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import {
  type DatabaseConnection,
  type Dialect,
  sql,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from "kysely";
import { StoreError } from "./errors.ts";
import type { Db } from "./tables.ts";

// SQLite's primary result codes; the low byte of an extended code is its primary code.
const busy = [5, 6];
const notWritable = [3, 8, 14];
const diskTrouble = 10;
const damaged = [11, 26];
const lockingProtocol = 15;
/** The index of the log can't grow: what a full disk says to a database that is being opened. */
const noRoomForIndex = 4874;
const full = [13, noRoomForIndex];
/** Files can't be locked, or their memory can't be shared between processes. */
const notShareable = [2058, 2314, 3594, 3850, 4618, 5130, 5386, lockingProtocol];

// Errors from the file system before SQLite has opened the file.
const codeOfFileError: Readonly<Record<string, number>> = {
  EACCES: 3,
  EPERM: 3,
  EROFS: 8,
  EISDIR: 14,
  ENOSPC: 13,
};

/** Turns an SQLite failure into a StoreError; returns anything else unchanged. */
export function toSqliteFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const extended = findResultCode(error);
  if (extended === undefined) return error;
  const code = extended & 0xff;
  const options = { cause: error };
  if (busy.includes(code)) {
    return new StoreError(
      "locked",
      "The database file is locked by another program, for example a backup or an open database browser. Close it and try again.",
      options,
    );
  }
  if (full.includes(extended)) {
    return new StoreError(
      "full",
      "The disk with the database is full, so nothing was saved. Free up space; the bot then continues on its own.",
      options,
    );
  }
  if (notWritable.includes(code)) {
    return new StoreError(
      "not-writable",
      "The database file can't be opened or written. Check that the data folder belongs to the user who runs the bot.",
      options,
    );
  }
  if (notShareable.includes(extended)) {
    return new StoreError(
      "not-writable",
      `The data folder's file system can't lock or share files as the database needs it. ${localFolder} The data is unharmed: stop the bot and copy the whole folder there.`,
      options,
    );
  }
  if (code === diskTrouble) {
    return new StoreError(
      "damaged",
      "The disk or network folder with the database can't be read or written, or its quota is used up. Check that, and this machine's log. If the disk is failing, stop the bot, keep a copy of the data folder, and restore a backup on another disk.",
      options,
    );
  }
  if (damaged.includes(code)) {
    return new StoreError(
      "damaged",
      "The database file is damaged. Stop the bot, keep a copy of the data folder, and restore a backup.",
      options,
    );
  }
  return error;
}

/** Files that a network or another system shares can often do less than it seems. */
const localFolder =
  "Network folders often can't, nor can folders that a container shares with Windows or macOS. Set DATA_FOLDER to a folder on a disk of this machine, or use a volume for the container.";

function findResultCode(error: Error): number | undefined {
  if ("errcode" in error && typeof error.errcode === "number") return error.errcode;
  return "code" in error && typeof error.code === "string" ? codeOfFileError[error.code] : undefined;
}

export function getSqlitePath(dataFolder: string): string {
  return join(dataFolder, "workspace-bot.sqlite");
}

// The wait blocks the whole process, and an interaction must be answered within three seconds.
const busyTimeoutMs = 1_000;
const maxCachedStatements = 200;

/**
 * Opens or creates the file, readable only by its owner. Every commit is on disk before it is acknowledged, and deleted
 * data is overwritten with zeros.
 * @throws StoreError
 */
export function openSqliteFile(path: string): DatabaseSync {
  try {
    closeSync(openSync(path, "a", 0o600));
    const database = new DatabaseSync(path, { timeout: busyTimeoutMs });
    try {
      database.exec(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF; PRAGMA secure_delete = ON",
      );
    } catch (error) {
      database.close();
      throw error;
    }
    return database;
  } catch (error) {
    throw toSqliteFailure(error);
  }
}

/** Opens an existing file, even while another process writes to it. @throws StoreError */
export function openReadOnly(path: string): DatabaseSync {
  return translateErrors(() => {
    const database = new DatabaseSync(path, { readOnly: true, timeout: busyTimeoutMs });
    database.exec("PRAGMA trusted_schema = OFF");
    return database;
  });
}

/** SQLite goes on with the files it opened; what it writes there is lost once they are closed. */
export type FileTrouble = "deleted" | "replaced";

/**
 * Looks whether the files of a database are still those that were open when this was called.
 * @param onChange called when that has changed; `undefined` if they are in their place again
 */
export async function watchFiles(
  path: string,
  onChange: (trouble: FileTrouble | undefined) => void,
): Promise<() => Promise<FileTrouble | undefined>> {
  // The log has what was written last.
  const paths = [path, `${path}-wal`];
  const opened = await Promise.all(paths.map(identify));
  let last: FileTrouble | undefined;
  return async () => {
    const present = await Promise.all(paths.map(identify));
    const troubles = opened.map((id, index) => compare(id, present[index]));
    const trouble = troubles.find((each) => each !== undefined);
    if (trouble !== last) onChange(trouble);
    last = trouble;
    return trouble;
  };
}

/** An open file's number isn't given to another one. `undefined` if there's no telling. */
async function identify(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev}/${ino}`;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? nothing : undefined;
  }
}

const nothing = "nothing";

function compare(opened: string | undefined, present: string | undefined): FileTrouble | undefined {
  if (opened === undefined || opened === nothing || present === undefined || present === opened)
    return undefined;
  return present === nothing ? "deleted" : "replaced";
}

/** Kysely over a database of `node:sqlite`. */
export function createSqliteDialect(database: DatabaseSync): Dialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => new NodeSqliteDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** SQLite can roll back schema changes, but Kysely assumes it can't: an interrupted migration would stay half done. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class NodeSqliteDriver extends SqliteDriver {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    super({ database: adapt(database) });
    this.#database = database;
  }

  /** On a full disk SQLite ends the transaction by itself; a second rollback would hide that failure. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

function adapt(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close() {
      statements.clear();
      database.close();
    },
    prepare(text) {
      const known = statements.get(text);
      if (known !== undefined) return known;
      if (statements.size >= maxCachedStatements) statements.clear();
      const statement = adaptStatement(translateErrors(() => database.prepare(text)));
      statements.set(text, statement);
      return statement;
    },
  };
}

function adaptStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => translateErrors(() => statement.all(...toInputs(parameters))),
    run: (parameters) => translateErrors(() => statement.run(...toInputs(parameters))),
    iterate: (parameters) => statement.iterate(...toInputs(parameters)),
  };
}

/** Kysely types parameters as unknown; our table types allow only values SQLite accepts. */
function toInputs(parameters: readonly unknown[]): readonly SQLInputValue[] {
  return parameters as readonly SQLInputValue[];
}

function translateErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toSqliteFailure(error);
  }
}

/** Resolves once deleted data can no longer be read from the database's own files. */
export type EraseDeleted = () => Promise<void>;

/** Postgres keeps deleted rows until its own vacuum. SQLite overwrites them with zeros, and its log is emptied here. */
export function createEraseDeleted(db: Db, shared: boolean): EraseDeleted {
  if (shared) return () => Promise.resolve();
  return async () => void (await sql`pragma wal_checkpoint(truncate)`.execute(db));
}

/**
 * Awaits a deletion, then erases the deleted data. The deletion stands even if that fails: the log is also emptied
 * every hour.
 */
export async function eraseAfter<Result>(
  deletion: Promise<Result>,
  eraseDeleted: EraseDeleted,
): Promise<Result> {
  const result = await deletion;
  await eraseDeleted().catch(() => undefined);
  return result;
}

export interface FolderLock {
  release(): void;
}

/**
 * Keeps every other process out of a data folder. The lock is an open transaction on a separate file, so the operating
 * system releases it when the process ends, however it ends.
 * @throws StoreError "in-use" if another process holds it
 */
export function lockFolder(folder: string): FolderLock {
  try {
    const database = new DatabaseSync(join(folder, "workspace-bot.lock"), { timeout: 0 });
    try {
      database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    } catch (error) {
      database.close();
      throw error;
    }
    return { release: () => database.close() };
  } catch (error) {
    const failure = toSqliteFailure(error);
    if (!(failure instanceof StoreError) || failure.failure !== "locked") throw failure;
    throw new StoreError(
      "in-use",
      `Another workspace-bot is already running on ${folder}. Stop it first, or use Postgres with DATABASE_URL to run several. If there is no other one, that folder's file system can't lock files. ${localFolder}`,
    );
  }
}
