import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { CamelCasePlugin, type Dialect, Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { createStore } from "./create-store.ts";
import { StoreError } from "./errors.ts";
import { withGuildMemory } from "./guild-memory.ts";
import { migrate } from "./migrate.ts";
import { migrations as allMigrations } from "./migrations/index.ts";
import { lockFolder } from "./sqlite-lock.ts";
import { openSqliteFile, sqliteDialect } from "./sqlite.ts";
import type { Store } from "./store.ts";
import type { Db, Tables } from "./tables.ts";

const statementTimeoutMs = 5_000;
const migrationTimeoutMs = 5 * 60_000;
const maxConnections = 10;
const connectTimeoutMs = 5_000;

export interface OpenStoreOptions {
  /** Postgres when given, else a SQLite file in `dataFolder`. */
  readonly databaseUrl: string | undefined;
  readonly dataFolder: string;
  readonly now: () => number;
  /** Told when the server closes an idle connection; the store itself goes on. */
  readonly onConnectionLost?: (error: Error) => void;
  readonly migrations?: Readonly<Record<string, Migration>>;
}

/**
 * Opens the database and brings it to the newest version.
 * @throws StoreError
 */
export async function openStore(options: OpenStoreOptions): Promise<Store> {
  return options.databaseUrl === undefined
    ? openSqlite(options)
    : openPostgres({ ...options, databaseUrl: options.databaseUrl });
}

async function openSqlite({ dataFolder, now, migrations = allMigrations }: OpenStoreOptions): Promise<Store> {
  await makeFolder(dataFolder);
  const lock = lockFolder(join(dataFolder, "workspace-bot.lock"), dataFolder);
  try {
    const db = createDb(sqliteDialect(openSqliteFile(join(dataFolder, "workspace-bot.sqlite"))));
    await migrateOrClose(db, migrations);
    const close = async (): Promise<void> => {
      await db.destroy();
      lock.release();
    };
    return withGuildMemory(createStore({ db, shared: false, now, close }));
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openPostgres({
  databaseUrl,
  now,
  onConnectionLost = () => undefined,
  migrations = allMigrations,
}: OpenStoreOptions & { readonly databaseUrl: string }): Promise<Store> {
  // Only where it is needed: without it a bot on SQLite takes a megabyte less.
  const { postgresDialect } = await import("./postgres.ts");
  const connect = (limits: { readonly statementTimeoutMs: number; readonly maxConnections: number }): Db =>
    createDb(postgresDialect({ databaseUrl, onConnectionLost, connectTimeoutMs, ...limits }));

  // Changing large tables, or waiting for another process that does, takes longer than a statement may take later.
  const migrating = connect({ statementTimeoutMs: migrationTimeoutMs, maxConnections: 1 });
  await migrateOrClose(migrating, migrations);
  await migrating.destroy();

  const db = connect({ statementTimeoutMs, maxConnections });
  return createStore({ db, shared: true, now, close: () => db.destroy() });
}

function createDb(dialect: Dialect): Db {
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
}

async function migrateOrClose(db: Db, migrations: Readonly<Record<string, Migration>>): Promise<void> {
  try {
    await migrate(db, migrations);
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new StoreError(
      "not-writable",
      `The data folder ${folder} cannot be made. Check DATA_FOLDER and the rights of the folder above it.`,
      { cause },
    );
  }
}
