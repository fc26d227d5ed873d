import { type Expression, sql, type SqlBool } from "kysely";

/** Whether a text matches a pattern in which everything that came through `literal` matches literally. */
export function like(text: Expression<string>, pattern: string): Expression<SqlBool> {
  return sql<SqlBool>`${text} like ${pattern} escape '\\'`;
}

export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

/** JSON of any value; `undefined` is kept as `null`, because a column has no other word for it. */
export function toJson(value: unknown): string {
  return JSON.stringify(value ?? null);
}

/** `undefined` when the text is no JSON, so that one damaged row cannot stop the others. */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `undefined` has no place in a row: optional fields are `null` there. */
export type Row<T> = {
  readonly [Name in keyof T]: undefined extends T[Name] ? Exclude<T[Name], undefined> | null : T[Name];
};
