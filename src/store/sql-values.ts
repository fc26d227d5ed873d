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
