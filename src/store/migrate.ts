import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Db } from "./tables.ts";
import { StoreError } from "./errors.ts";

const migrationTableName = "schema_migrations";
const migrationLockTableName = "schema_migrations_lock";

/**
 * Brings the database to the newest version: all or nothing, and one process at a time, so that several may start at
 * once.
 * @throws StoreError "newer" when a later version of the bot has already changed the database
 */
export async function migrate(db: Db, migrations: Readonly<Record<string, Migration>>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableName,
    migrationLockTableName,
  });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  if (error instanceof StoreError) throw error;

  const unknown = (await recordedNames(db)).filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length === 0) throw error;
  throw new StoreError(
    "newer",
    `The database is from a newer version of workspace-bot (it has "${unknown.join('", "')}", which this version doesn't know). ` +
      "Nothing was changed. Start the newer version, or restore a backup from before the update.",
  );
}

async function recordedNames(db: Db): Promise<readonly string[]> {
  // The migrator owns this table, so it is not among ours.
  const anyDb: Kysely<{ [migrationTableName]: { readonly name: string } }> = db.withTables();
  const rows = await anyDb.selectFrom(migrationTableName).select("name").execute();
  return rows.map((row) => row.name);
}
