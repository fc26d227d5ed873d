import { sql } from "kysely";
import {
  clearTables,
  copyTables,
  countRows,
  type RowCounts,
  tablesOf,
  type TableShape,
} from "./copy-tables.ts";
import { TransferError } from "./errors.ts";
import { appliedMigrations } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import type { Db } from "./tables.ts";
import { inSnapshot, refuseRunningBots, type WholeDatabase } from "./whole-database.ts";

export interface ReplaceOptions {
  /** Refuses a database with anything of the bot in it. */
  readonly onlyIfEmpty?: boolean;
  /** More to do in the same transaction. */
  readonly finish?: (target: Db) => Promise<void>;
}

/**
 * Replaces all rows by those of another database of this version, in one transaction; the counts were compared.
 * @throws TransferError, StoreError; nothing has changed then
 */
export async function replaceAll(
  from: WholeDatabase,
  to: WholeDatabase,
  { onlyIfEmpty = false, finish = () => Promise.resolve() }: ReplaceOptions = {},
): Promise<RowCounts> {
  const tables = await tablesOf(migrations);
  await refuseOtherVersion(to.db);
  const replace = (source: Db) =>
    to.db.transaction().execute(async (target) => {
      if (to.shared) await lockTables(target, tables);
      if (onlyIfEmpty && !isEmpty(await countRows(target, tables)))
        throw new TransferError(
          "The database to move to isn't empty, so nothing was moved. Choose an empty one.",
        );
      await clearTables(target, tables);
      const counts = await copyTables(source, target, tables);
      await finish(target);
      return counts;
    });
  return inSnapshot(from, replace);
}

/** Nobody else gets to use them until the transaction ends. */
async function lockTables(target: Db, tables: readonly TableShape[]): Promise<void> {
  await sql`set local lock_timeout = '10s'`.execute(target);
  await sql`lock table ${sql.join(tables.map(({ name }) => sql.table(name)))} in access exclusive mode`.execute(
    target,
  );
  await refuseRunningBots(target);
}

/** Whether nothing but the bot's own small facts is stored, which each start leaves. */
export function isEmpty(counts: RowCounts): boolean {
  return counts.entries().every(([name, count]) => count === 0 || name === "bot_state");
}

/** A newer version's database may have columns that would stay empty. */
async function refuseOtherVersion(db: Db): Promise<void> {
  if ((await appliedMigrations(db)).every((name) => Object.hasOwn(migrations, name))) return;
  throw new TransferError(
    "The database is from a newer version of workspace-bot, so nothing was changed. Run this again with that version, or use an empty database.",
  );
}
