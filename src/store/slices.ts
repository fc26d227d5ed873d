import {
  type Expression,
  expressionBuilder,
  type ExpressionBuilder,
  PostgresAdapter,
  sql,
  type SqlBool,
} from "kysely";
import { nextTurn } from "../turns.ts";
import type { Db, Tables } from "./tables.ts";

const rowsAtOnce = 500;

/** Which rows of a table. */
type Condition<Table extends keyof Tables> = (eb: ExpressionBuilder<Tables, Table>) => Expression<SqlBool>;

/**
 * Deletes rows, some in each transaction, and lets others in before each. What is left when the process ends in between
 * is deleted the next time. @returns how many
 */
export function deleteInSlices<Table extends keyof Tables>(
  db: Db,
  table: Table,
  condition: Condition<Table>,
): Promise<number> {
  return changeInSlices(db, table, sql`delete from ${sql.table(table)}`, condition);
}

/** The same for another statement that ends before its `where`. Rows that it changed may not meet the condition. */
export async function changeInSlices<Table extends keyof Tables>(
  db: Db,
  table: Table,
  statement: Expression<unknown>,
  condition: Condition<Table>,
): Promise<number> {
  const meant = condition(expressionBuilder<Tables, Table>());
  const from = sql.table(table);
  // Postgres reads single rows at their place only if it's given a list.
  const slice =
    db.getExecutor().adapter instanceof PostgresAdapter
      ? sql`${statement} where ctid = any(array(select ctid from ${from} where ${meant} limit ${rowsAtOnce}))`
      : sql`${statement} where rowid in (select rowid from ${from} where ${meant} limit ${rowsAtOnce})`;
  for (let changed = 0; ;) {
    await nextTurn();
    const { numAffectedRows = 0n } = await slice.execute(db);
    changed += Number(numAffectedRows);
    if (numAffectedRows < rowsAtOnce) return changed;
  }
}
