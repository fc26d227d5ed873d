import type { z } from "zod";
import type { Endpoint } from "../../src/api/endpoint.ts";
import { Refusal } from "./reply.ts";

export interface QueryNames {
  readonly week: string;
  readonly game: string;
}

/** A request as the row's schemas understand it. Throws a `Refusal` when they do not. */
export function readInput(
  row: Endpoint,
  parts: {
    readonly params: Readonly<Record<string, string>>;
    readonly query: URLSearchParams;
    readonly text: string;
  },
  queryNames: QueryNames,
): Readonly<Record<string, unknown>> {
  return {
    params: checked("address", row.params, parts.params),
    ...(row.query === undefined
      ? {}
      : { query: checked("query", row.query, queryValues(row.query, parts.query, queryNames)) }),
    ...(row.body === undefined ? {} : { body: checked("body", row.body, parseJson(parts.text)) }),
  };
}

/** Looks only at the names it knows: like many servers, this one ignores every other. */
function queryValues(schema: z.ZodObject, query: URLSearchParams, queryNames: QueryNames): unknown {
  const wireNames: Readonly<Record<string, string>> = { ...queryNames };
  const found = Object.keys(schema.shape).flatMap((name) => {
    const text = query.get(wireNames[name] ?? name);
    return text === null ? [] : [[name, valueOf(text)] as const];
  });
  return Object.fromEntries(found);
}

function valueOf(text: string): boolean | number | string {
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, "body must be JSON");
  }
}

function checked(part: string, schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = [part, ...(issue?.path.map(String) ?? [])].join(".");
  throw new Refusal(400, `${place}: ${issue?.message ?? "not accepted"}`);
}
