import { toSourceStack } from "./source-positions.ts";

const maxDepth = 8;
const maxEntries = 100;

// The fields that say where an error comes from. Anything else on it may be a whole request with its headers.
const errorFields = [
  "code",
  "status",
  "statusCode",
  "method",
  "url",
  "failure",
  "operation",
  "reference",
] as const;

/**
 * A copy that JSON can represent, limited in size: errors by name, message, stack and causes; no bytes, no
 * functions.
 */
export function toSerializable(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  try {
    return copyEntries(fields, [fields]);
  } catch {
    return { fields: "[unreadable]" };
  }
}

function copy(value: unknown, above: readonly object[]): unknown {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "function" || typeof value === "symbol") return undefined;
  if (typeof value !== "object" || value === null) return value;
  if (above.includes(value)) return "[circular]";
  if (above.length >= maxDepth) return "[too deep]";
  const path = [...above, value];

  if (value instanceof Error) return copyError(value, path);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (value instanceof Map) return copyEntries(Object.fromEntries(value), path);
  if (value instanceof Set || Array.isArray(value)) {
    return [...value].slice(0, maxEntries).map((item) => copy(item, path));
  }
  if ("toJSON" in value && typeof value.toJSON === "function") return copy(value.toJSON(), path);
  return copyEntries(value, path);
}

function copyError(error: Error, path: readonly object[]): Record<string, unknown> {
  const copied: Record<string, unknown> = {
    name: error.name,
    message: error.message,
    stack: error.stack && toSourceStack(error.stack),
  };
  for (const name of errorFields) {
    const value: unknown = read(error, name);
    if (typeof value === "string" || typeof value === "number") copied[name] = value;
  }
  if (error.cause !== undefined) copied["cause"] = copy(error.cause, path);
  if (error instanceof AggregateError) copied["errors"] = copy(error.errors, path);
  return copied;
}

function copyEntries(value: object, path: readonly object[]): Record<string, unknown> {
  const names = Object.keys(value).slice(0, maxEntries);
  return Object.fromEntries(names.map((name) => [name, copy(read(value, name), path)]));
}

/** A getter may throw, and a log line is no reason to fail. */
function read(value: object, name: string): unknown {
  try {
    return Reflect.get(value, name);
  } catch {
    return "[unreadable]";
  }
}
