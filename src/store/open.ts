import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { CamelCasePlugin, type Dialect, Kysely, type LogEvent, sql } from "kysely";
import { StoreError } from "./errors.ts";
import { withGuildCache } from "./guild-cache.ts";
import { migrate } from "./migrate.ts";
import { migrations as allMigrations, type StoreMigration } from "./migrations/index.ts";
import {
  type FileTrouble,
  type FolderLock,
  lockFolder,
  openSqliteFile,
  createSqliteDialect,
  getSqlitePath,
  watchFiles,
} from "./sqlite.ts";
import type { ChangeListeningOptions } from "./changes.ts";
import { createStore, type FeatureTables, type Store } from "./store.ts";
import type { Db, Tables } from "./tables.ts";
import { asUsual, minuteMs, type Stretch } from "../time.ts";

const statementTimeoutMs = 5_000;
export const migrationTimeoutMs = 5 * minuteMs;
const maxConnections = 10;
export const connectTimeoutMs = 5_000;

export interface OpenStoreOptions {
  /** Use Postgres if set, otherwise a SQLite file in `dataFolder`. */
  readonly databaseUrl: string | undefined;
  readonly dataFolder: string;
  readonly now: () => number;
  /** The servers whose due work is found; all by default. */
  readonly servers?: ReadonlySet<string> | undefined;
  /** Called when the server closes an idle connection; the store keeps working. */
  readonly onConnectionLost?: (error: Error) => void;
  /** Listens for changes by other processes, so that reads can be cached. */
  readonly listens?: boolean;
  readonly onListening?: ChangeListeningOptions["onListening"];
  /** Called when a SQLite file that is open was found deleted or replaced, and when it is in its place again. */
  readonly onFileTrouble?: (trouble: FileTrouble | undefined) => void;
  /** For tools that only replace single rows: opens a SQLite file that a running bot holds, without migrating it. */
  readonly besideRunningBot?: boolean;
  /** Called after each statement with its kind, such as `select`. Must not throw. */
  readonly onQuery?: ((kind: string, durationMs: number, isError: boolean) => void) | undefined;
  /** For what the database server is waited for; as long as usual by default. */
  readonly stretch?: Stretch;
  /** The bot's version. */
  readonly version?: string | undefined;
  readonly migrations?: Readonly<Record<string, StoreMigration>>;
}

/** Opens the database and migrates it to the newest version. @throws StoreError */
export async function openStoreWith(options: OpenStoreOptions, features: FeatureTables): Promise<Store> {
  return options.databaseUrl === undefined
    ? openSqlite(options, features)
    : openPostgres({ ...options, databaseUrl: options.databaseUrl }, features);
}

async function openSqlite(options: OpenStoreOptions, features: FeatureTables): Promise<Store> {
  const { dataFolder, now, servers, besideRunningBot = false } = options;
  const { migrations = allMigrations, onQuery, version } = options;
  await makeFolder(dataFolder);
  const lock = lockOrBeside(dataFolder, besideRunningBot);
  try {
    const db = createDb(createSqliteDialect(openSqliteFile(getSqlitePath(dataFolder))), onQuery);
    // The process that holds the folder has already migrated its database.
    if (lock !== undefined) await migrateOrClose(db, migrations, version);
    const close = async (): Promise<void> => {
      await db.destroy();
      lock?.release();
    };
    const fileTrouble = await watchFiles(
      getSqlitePath(dataFolder),
      options.onFileTrouble ?? (() => undefined),
    );
    const store = { ...createStore({ db, shared: false, now, servers, close }, features), fileTrouble };
    return lock === undefined ? store : withGuildCache(store).store;
  } catch (error) {
    lock?.release();
    throw error;
  }
}

/** `undefined` if a running bot holds the folder. */
function lockOrBeside(dataFolder: string, besideRunningBot: boolean): FolderLock | undefined {
  try {
    return lockFolder(dataFolder);
  } catch (error) {
    if (besideRunningBot && error instanceof StoreError && error.failure === "in-use") return undefined;
    throw error;
  }
}

async function openPostgres(
  {
    databaseUrl,
    now,
    servers,
    onConnectionLost = () => undefined,
    listens = false,
    onListening,
    migrations = allMigrations,
    onQuery,
    version,
    stretch = asUsual,
  }: OpenStoreOptions & { readonly databaseUrl: string },
  features: FeatureTables,
): Promise<Store> {
  // Imported only if needed: a bot on SQLite saves a megabyte.
  const { createPostgresDialect, createPostgresPool } = await import("./postgres.ts");
  const connect = (limits: { readonly statementTimeoutMs: number; readonly maxConnections: number }) => {
    const pool = createPostgresPool({
      databaseUrl,
      connectTimeoutMs: stretch(connectTimeoutMs),
      onConnectionLost,
      ...limits,
    });
    const dialect = createPostgresDialect(pool);
    return { pool, dialect, db: createDb(dialect, onQuery) };
  };

  // Changing large tables, or waiting for another process that does, takes longer than a normal statement may.
  const { db: migrating } = connect({ statementTimeoutMs: migrationTimeoutMs, maxConnections: 1 });
  await migrateOrClose(migrating, migrations, version);
  await migrating.destroy();

  const { db, pool, dialect } = connect({
    statementTimeoutMs: stretch(statementTimeoutMs),
    maxConnections,
  });
  // The pool counts each call as waiting until the next tick, even if it gets an idle connection then.
  const usage = () => ({
    total: pool.totalCount,
    idle: pool.idleCount,
    waiting: Math.max(0, pool.waitingCount - pool.idleCount),
  });
  const parts = { db, shared: true, now, servers, pool: usage, close: () => db.destroy() };
  const store = createStore(parts, features);
  if (!listens) return store;
  // On the same connections, but nobody's statement to count.
  const uncounted = createDb(dialect);
  return withChangeListening(store, { databaseUrl, db: uncounted, onListening, stretch });
}

async function withChangeListening(
  store: Store,
  {
    db,
    ...options
  }: Pick<ChangeListeningOptions, "databaseUrl" | "onListening" | "stretch"> & { readonly db: Db },
): Promise<Store> {
  const { channel, listenForChanges } = await import("./changes.ts");
  let listenForWrites: (about: string | undefined) => void = () => undefined;
  const cached = withGuildCache(store, () => changes.isOn());
  const changes = listenForChanges({
    ...options,
    announce: (payload) => sql`select pg_notify(${channel}, ${payload})`.execute(db),
    onChange({ kind, about }) {
      if (kind === "guild") cached.forgetGuild(about);
      else if (kind === "people") cached.forgetPeople(about);
      else listenForWrites(about);
    },
    onMissed() {
      cached.forgetAll();
      listenForWrites(undefined);
    },
  });
  return {
    ...cached.store,
    listenForWrites: (listener) => void (listenForWrites = listener),
    receivesChanges: changes.isOn,
    listeningTrouble: changes.trouble,
    async close() {
      await changes.close();
      await store.close();
    },
  };
}

export function createDb(dialect: Dialect, onQuery?: OpenStoreOptions["onQuery"]): Db {
  const log = (event: LogEvent): void =>
    onQuery?.(getKind(event), event.queryDurationMillis, event.level === "error");
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()], ...(onQuery && { log }) });
}

/** `SelectQueryNode` becomes `select`. */
function getKind({ query }: LogEvent): string {
  return query.query.kind.replace(/(?:Query)?Node$/, "").toLowerCase();
}

export async function migrateOrClose(
  db: Db,
  migrations: Readonly<Record<string, StoreMigration>>,
  version: string | undefined,
): Promise<void> {
  try {
    await migrate(db, migrations, version);
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeWithParents(resolve(folder));
  } catch (cause) {
    throw new StoreError(
      "not-writable",
      `The data folder ${folder} can't be created, so nothing was started. Check DATA_FOLDER and the permissions of its parent folder.`,
      { cause },
    );
  }
}

/** Not `recursive`, which loops forever below a folder where nothing can be created, such as /proc. */
async function makeWithParents(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "ENOENT" && (await isFolder(path))) return;
    const parent = dirname(path);
    if (code !== "ENOENT" || parent === path || (await isFolder(parent))) throw error;
    await makeWithParents(parent);
    await makeWithParents(path);
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
