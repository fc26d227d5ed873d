import { type Expression, type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from "kysely";

/** Whether a text matches a pattern; everything passed through `literal` matches literally. */
export function matchesPattern(text: Expression<string>, pattern: string): Expression<SqlBool> {
  return sql<SqlBool>`${text} like ${pattern} escape '\\'`;
}

export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

/** Whether these columns have the values of one of these rows, of which there must be one. */
export function isAmong<const Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, string>>[],
): RawBuilder<SqlBool> {
  const row = (values: readonly unknown[]): RawBuilder<unknown> => sql`(${sql.join(values)})`;
  return sql`${row(columns.map((column) => sql.ref(column)))} in (values ${sql.join(
    rows.map((each) => row(columns.map((column) => each[column]))),
  )})`;
}

/** Whether a row belongs to a server that the bot works for. @param column of its server's id; `guildId` by default */
export type IsServed = (column?: string) => Expression<SqlBool>;

/** @param servers ids; `undefined`: all */
export function createIsServed(servers: ReadonlySet<string> | undefined): IsServed {
  return (column = "guildId") =>
    servers === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`${sql.ref(column)} in (${sql.join([...servers])})`;
}

/** Any value as JSON; `undefined` is stored as `null`, since a column has no equivalent. */
export function toJson(value: unknown): string {
  return JSON.stringify(value ?? null);
}

/** `undefined` if the text is not JSON, so that one damaged row can't break the others. */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Optional fields are `null` in a row, which has no `undefined`. */
export type Row<T> = {
  readonly [Name in keyof T]: undefined extends T[Name] ? Exclude<T[Name], undefined> | null : T[Name];
};

type WithoutNulls<R> = {
  readonly [Name in keyof R]: null extends R[Name] ? Exclude<R[Name], null> | undefined : R[Name];
};

export function withNulls<T extends object>(fields: T): Row<T> {
  const row: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) row[name] = value ?? null;
  // Each `undefined` is null now, which is all that the types differ in.
  return row as Row<T>;
}

export function withoutNulls<R extends object>(row: R): WithoutNulls<R> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) fields[name] = value ?? undefined;
  // The same the other way round.
  return fields as WithoutNulls<R>;
}

/** Reads each row that a query finds. */
export async function readAll<R, T>(
  query: { execute(): Promise<readonly R[]> },
  read: (row: R) => T,
): Promise<readonly T[]> {
  return (await query.execute()).map((row) => read(row));
}

/** Reads the first row that a query finds. */
export async function readFirst<R, T>(
  query: { executeTakeFirst(): Promise<R | undefined> },
  read: (row: R) => T,
): Promise<T | undefined> {
  const row = await query.executeTakeFirst();
  return row === undefined ? undefined : read(row);
}

export async function countRows<DB, Table extends keyof DB>(
  query: SelectQueryBuilder<DB, Table, object>,
): Promise<number> {
  const counting = query.select((eb) => eb.fn.countAll().as("count")).$castTo<{ readonly count: number }>();
  return (await counting.executeTakeFirstOrThrow()).count;
}

/** What Kysely says of a statement: one of these, depending on its kind. */
interface Changes {
  readonly numInsertedOrUpdatedRows?: bigint | undefined;
  readonly numUpdatedRows?: bigint;
  readonly numDeletedRows?: bigint;
}

/** How many rows a statement inserts, changes or deletes. */
export async function countChanged(statement: { executeTakeFirst(): Promise<Changes> }): Promise<number> {
  const { numInsertedOrUpdatedRows, numUpdatedRows, numDeletedRows } = await statement.executeTakeFirst();
  return Number(numDeletedRows ?? numUpdatedRows ?? numInsertedOrUpdatedRows ?? 0);
}

/** Whether a statement inserts, changes or deletes anything. */
export async function hasChanged(statement: { executeTakeFirst(): Promise<Changes> }): Promise<boolean> {
  return (await countChanged(statement)) > 0;
}
