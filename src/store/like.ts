import { type Expression, type SqlBool, sql } from "kysely";

/** Whether a text matches a pattern in which everything that came through `literal` stands for itself. */
export function like(text: Expression<string>, pattern: string): Expression<SqlBool> {
  return sql<SqlBool>`${text} like ${pattern} escape '\\'`;
}

export function literal(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
