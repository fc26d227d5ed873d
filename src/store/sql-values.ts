import { type Expression, sql, type SqlBool } from "kysely";

/** Whether a text matches a pattern; everything passed through `literal` matches literally. */
export function matchesPattern(text: Expression<string>, pattern: string): Expression<SqlBool> {
  return sql<SqlBool>`${text} like ${pattern} escape '\\'`;
}

export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
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
