import { access } from "node:fs/promises";
import { sql } from "kysely";
import { StoreError, type StoreFailure, TransferError } from "./errors.ts";
import { readAppliedMigrations } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import { connectTimeoutMs, createDb, makeFolder, migrateOrClose, migrationTimeoutMs } from "./open.ts";
import { lockFolder, openReadOnly, openSqliteFile, createSqliteDialect, getSqlitePath } from "./sqlite.ts";
import type { Db } from "./tables.ts";

/** A data folder with SQLite, or a Postgres database. */
export interface Place {
  readonly databaseUrl: string | undefined;
  readonly dataFolder: string;
}

/** A database of which all rows are read or written, by a tool and not by a bot. */
export interface WholeDatabase {
  readonly db: Db;
  readonly shared: boolean;
  close(): Promise<void>;
}

/** Large enough for a slice of rows on a slow server. */
const timeoutMs = migrationTimeoutMs;

/** What people call it. Never contains an address or a password. */
export function describePlace({ databaseUrl, dataFolder }: Place): string {
  return databaseUrl === undefined ? dataFolder : "the Postgres database";
}

/**
 * What doesn't exist would be created otherwise.
 * @throws TransferError if there is no data folder with a database
 */
export async function requireDatabase({ databaseUrl, dataFolder }: Place): Promise<void> {
  if (databaseUrl !== undefined || (await exists(getSqlitePath(dataFolder)))) return;
  throw new TransferError(
    `There is no database in ${dataFolder}, so nothing was done. Check DATA_FOLDER, or DATABASE_URL if the bot uses Postgres.`,
  );
}

/**
 * Opens it for reading, as it is; a bot may be running on it.
 * @throws TransferError if the bot never used it; StoreError
 */
export async function openForReading(place: Place): Promise<WholeDatabase> {
  await requireDatabase(place);
  const { databaseUrl, dataFolder } = place;
  const shared = databaseUrl !== undefined;
  const db = shared
    ? await connect(databaseUrl)
    : createDb(createSqliteDialect(openReadOnly(getSqlitePath(dataFolder))));
  try {
    if ((await readAppliedMigrations(db)).length === 0)
      throw new TransferError(
        `The bot has never stored anything in ${describePlace(place)}, so nothing was done. Check DATABASE_URL and DATA_FOLDER.`,
      );
    return { db, shared, close: () => db.destroy() };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * Opens it for this process alone, and brings it to this version.
 * @throws TransferError if a bot is running on it; StoreError
 */
export async function openAlone({ databaseUrl, dataFolder }: Place): Promise<WholeDatabase> {
  if (databaseUrl === undefined) return openFolderAlone(dataFolder);
  const db = await connect(databaseUrl);
  try {
    await refuseRunningBots(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  await migrateOrClose(db, migrations, undefined);
  return { db, shared: true, close: () => db.destroy() };
}

async function openFolderAlone(dataFolder: string): Promise<WholeDatabase> {
  await makeFolder(dataFolder);
  const lock = lockAlone(dataFolder);
  try {
    const db = createDb(createSqliteDialect(openSqliteFile(getSqlitePath(dataFolder))));
    await migrateOrClose(db, migrations, undefined);
    const close = async (): Promise<void> => {
      await db.destroy();
      lock.release();
    };
    return { db, shared: false, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function lockAlone(dataFolder: string) {
  try {
    return lockFolder(dataFolder);
  } catch (error) {
    if (error instanceof StoreError && error.failure === "in-use")
      throw new TransferError(
        `A bot is running on ${dataFolder}, so nothing was changed. Stop it, then run this again.`,
        { cause: error },
      );
    throw error;
  }
}

/**
 * Each running bot has connections under its name, whatever it is doing. Checked again once the tables are locked, it
 * holds until that transaction ends: a bot that starts later waits for them.
 * @throws TransferError
 */
export async function refuseRunningBots(db: Db): Promise<void> {
  const { rows } = await sql<{ readonly count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name in ('workspace-bot', 'workspace-bot changes')`.execute(
    db,
  );
  if ((rows[0]?.count ?? 0) === 0) return;
  throw new TransferError(
    "A bot is running on the Postgres database, so nothing was changed. Stop every replica, then run this again. Behind a pooler, connections outlive the bot: use the server's own address.",
  );
}

async function connect(databaseUrl: string): Promise<Db> {
  const { createPostgresDialect, createPostgresPool } = await import("./postgres.ts");
  const pool = createPostgresPool({
    databaseUrl,
    applicationName: "workspace-bot tool",
    statementTimeoutMs: timeoutMs,
    maxConnections: 1,
    connectTimeoutMs,
    onConnectionLost: () => undefined,
  });
  return createDb(createPostgresDialect(pool));
}

/**
 * Says of a failed database what that means to a tool: a transaction that fails changes nothing.
 * @param option where its address comes from
 */
export async function withoutChange<T>(
  work: () => Promise<T>,
  option: "DATABASE_URL" | "--move-to" = "DATABASE_URL",
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    const { failure, message } = error;
    // Says so itself.
    if (failure === "newer") throw error;
    const said = unchangedTexts.get(failure) ?? `${message} Nothing was changed.`;
    throw new TransferError(said.replaceAll("DATABASE_URL", option), { cause: error });
  }
}

const unchangedTexts: ReadonlyMap<StoreFailure, string> = new Map([
  ["full", "The disk with the database is full, so nothing was changed. Free up space, then run this again."],
  [
    "damaged",
    "The database is damaged, so nothing was changed. With SQLite, move workspace-bot.sqlite and the files that begin with that name to another folder; with Postgres, set DATABASE_URL to a new, empty database. Then restore a backup.",
  ],
]);

/** Reads everything as it is at one moment, while others write. */
export function runInSnapshot<T>(
  { db, shared }: WholeDatabase,
  work: (snapshot: Db) => Promise<T>,
): Promise<T> {
  const transaction = db.transaction();
  // SQLite reads that way anyway.
  return (
    shared ? transaction.setIsolationLevel("repeatable read").setAccessMode("read only") : transaction
  ).execute(work);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
