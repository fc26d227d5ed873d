import { DatabaseSync } from "node:sqlite";
import { CamelCasePlugin, Kysely, PostgresAdapter, sql } from "kysely";
import { TransferError } from "./errors.ts";
import { migrate, readAppliedMigrations } from "./migrate.ts";
import { type StoreMigration, migrations } from "./migrations/index.ts";
import { createSqliteDialect } from "./sqlite.ts";
import type { Db, Tables } from "./tables.ts";
import { runInSnapshot, refuseRunningBots, type WholeDatabase } from "./whole-database.ts";

/** A table as the migrations make it, with the database's own names. */
interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of its primary key, in order. */
  readonly key: readonly string[];
}

/** Few enough that rows with long texts take little memory, and that Postgres accepts a parameter for each value. */
const rowsPerSlice = 200;

/** Every table that these migrations make, which is the same on both databases. */
export async function readTables(
  all: Readonly<Record<string, StoreMigration>>,
): Promise<readonly TableShape[]> {
  const database = createSqliteDialect(new DatabaseSync(":memory:"));
  const db = new Kysely<Tables>({ dialect: database, plugins: [new CamelCasePlugin()] });
  try {
    await migrate(db, all);
    const { rows } = await sql<{ readonly table: string; readonly name: string; readonly place: number }>`
      select t.name as "table", c.name, c.pk as place from sqlite_schema t join pragma_table_info(t.name) c
      where t.type = 'table' and t.name not like 'schema_migrations%' order by t.name, c.cid`.execute(db);
    return [...Map.groupBy(rows, ({ table }) => table)].map(([name, columns]) => ({
      name,
      columns: columns.map((column) => column.name),
      key: columns
        .filter(({ place }) => place > 0)
        .toSorted((a, b) => a.place - b.place)
        .map((column) => column.name),
    }));
  } finally {
    await db.destroy();
  }
}

/** Rows of each table, by the table's name. */
type RowCounts = ReadonlyMap<string, number>;

/**
 * Copies all rows, a slice at a time. Both should be transactions: `from` a snapshot, and `to` so that a failure leaves
 * nothing.
 * @throws TransferError if a table ends up with another number of rows; StoreError
 */
export async function copyTables(from: Db, to: Db, tables: readonly TableShape[]): Promise<RowCounts> {
  for (const table of tables) await copyTable(from, to, table);
  const [there, here] = [await countRows(from, tables), await countRows(to, tables)];
  for (const [name, count] of there)
    if (here.get(name) !== count)
      throw new TransferError(`The copy of ${name} has ${here.get(name)} rows instead of ${count}.`);
  return here;
}

async function copyTable(from: Db, to: Db, { name, columns, key }: TableShape): Promise<void> {
  const [source, target] = [from.withoutPlugins(), to.withoutPlugins()];
  const [allColumns, keyColumns] = [joinNames(columns), joinNames(key)];
  let slice: readonly Row[] = [];
  do {
    const last = slice.at(-1);
    const after = last === undefined ? sql`` : sql`where (${keyColumns}) > (${joinValues(last, key)})`;
    const found = await sql<Row>`
      select ${allColumns} from ${sql.table(name)} ${after} order by ${keyColumns} limit ${sql.lit(rowsPerSlice)}`.execute(
      source,
    );
    slice = found.rows;
    if (slice.length === 0) return;
    const values = sql.join(slice.map((row) => sql`(${joinValues(row, columns)})`));
    await sql`insert into ${sql.table(name)} (${allColumns}) values ${values}`.execute(target);
  } while (slice.length === rowsPerSlice);
}

type Row = Readonly<Record<string, unknown>>;

function joinNames(columns: readonly string[]) {
  return sql.join(columns.map((column) => sql.ref(column)));
}

function joinValues(row: Row, columns: readonly string[]) {
  return sql.join(columns.map((column) => row[column]));
}

export async function countRows(db: Db, tables: readonly TableShape[]): Promise<RowCounts> {
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const { rows } = await sql<{
      readonly count: number;
    }>`select count(*) as count from ${sql.table(name)}`.execute(db);
    counts.set(name, rows[0]?.count ?? 0);
  }
  return counts;
}

/** Deletes all rows. On Postgres, nobody else can use the tables until the transaction ends. */
export async function clearTables(db: Db, tables: readonly TableShape[]): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(db);
    return;
  }
  for (const { name } of tables) await sql`delete from ${sql.table(name)}`.execute(db);
}

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
  const tables = await readTables(migrations);
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
  return runInSnapshot(from, replace);
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
  if ((await readAppliedMigrations(db)).every((name) => Object.hasOwn(migrations, name))) return;
  throw new TransferError(
    "The database is from a newer version of workspace-bot, so nothing was changed. Run this again with that version, or use an empty database.",
  );
}
