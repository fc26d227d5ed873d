import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, PostgresAdapter, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { secondMs } from "../time.ts";
import { compareVersions, version as ownVersion } from "../version.ts";
import type { Db } from "./tables.ts";
import { StoreError } from "./errors.ts";
import type { StoreMigration } from "./migrations/index.ts";

const migrationTableName = "schema_migrations";
const migrationLockTableName = "schema_migrations_lock";

/** While a migration waits for a table lock, everyone else queues behind it. */
const lockTimeoutMs = 2 * secondMs;
const lockTries = 20;
const lockPauseMs = secondMs;

type Migrations = Readonly<Record<string, StoreMigration>>;

/**
 * Migrates the database to the newest version: all or nothing, one process at a time, so several may start together. A
 * database that a later version has migrated is left alone.
 * @throws StoreError "newer" if this version can no longer use it
 */
export async function migrate(db: Db, migrations: Migrations, version = ownVersion): Promise<void> {
  const applied = await readAppliedMigrations(db);
  const later = applied.filter((name) => !Object.hasOwn(migrations, name));
  if (later.length > 0) return refuseUnlessWorking(db, later, version);
  // The migrator would take its lock and look up every column of every table, several times.
  if (Object.keys(migrations).every((name) => applied.includes(name))) return;
  for (let tries = 1; ; tries += 1) {
    const { error } = await migrateOnce(db, migrations);
    if (error === undefined) return;
    const isLocked = error instanceof StoreError && error.failure === "locked";
    if (!isLocked || tries === lockTries) throw error;
    await sleep(lockPauseMs);
  }
}

function migrateOnce(db: Db, migrations: Migrations): Promise<{ readonly error?: unknown }> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const prepared = Object.entries(migrations).map(([name, migration]) => [
    name,
    prepare(name, migration, isPostgres),
  ]);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(prepared) },
    migrationTableName,
    migrationLockTableName,
  });
  return migrator.migrateToLatest();
}

function prepare(name: string, migration: StoreMigration, isPostgres: boolean): Migration {
  return {
    async up(db) {
      if (isPostgres) await sql.raw(`set local lock_timeout = ${lockTimeoutMs}`).execute(db);
      await migration.up(db);
      const { oldestVersion } = migration;
      if (oldestVersion === undefined) return;
      await sql`insert into bot_state (key, value, changed_at) values (${getKey(name)}, ${oldestVersion}, 0)`.execute(
        db,
      );
    },
  };
}

function getKey(name: string): string {
  return `oldest-version:${name}`;
}

async function refuseUnlessWorking(db: Db, later: readonly string[], version: string): Promise<void> {
  const rows = await db
    .selectFrom("botState")
    .select("value")
    .where("key", "in", later.map(getKey))
    .execute();
  if (rows.length === later.length && rows.every(({ value }) => compareVersions(version, value) >= 0)) return;
  throw new StoreError(
    "newer",
    `The database is from a newer version of workspace-bot (it has "${later.join('", "')}", which version ${version} doesn't know). ` +
      "Nothing was changed. Start the newer version, or restore a backup from before the update.",
  );
}

/** The migrations that a database has had; none if the bot never used it. */
export async function readAppliedMigrations(db: Db): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === migrationTableName)) return [];
  // The migrator owns this table, so it isn't among ours.
  const anyDb: Kysely<{ [migrationTableName]: { readonly name: string } }> = db.withTables();
  const rows = await anyDb.selectFrom(migrationTableName).select("name").execute();
  return rows.map((row) => row.name);
}
