import { LruMap } from "../lru-map.ts";
import type { Endpoint, RawInput } from "./endpoint.ts";
import { ApiError } from "./errors.ts";

const parameterPattern = /\{(\w+)\}/g;

/**
 * Puts each value into its own segment, percent-encoded. `undefined` if a value can't be a segment: empty, not text,
 * half a character, or `.` and `..`, which address other paths.
 */
export function buildPath(template: string, values: Readonly<Record<string, unknown>>): string | undefined {
  let refused = false;
  const path = template.replace(parameterPattern, (_, name: string) => {
    const segment = encodeSegment(values[name]);
    if (segment === undefined) refused = true;
    return segment ?? "";
  });
  return refused ? undefined : path;
}

function encodeSegment(value: unknown): string | undefined {
  if (typeof value !== "string" || value === "" || value === "." || value === "..") return undefined;
  return value.isWellFormed() ? encodeURIComponent(value) : undefined;
}

/**
 * `""`, or `?` and the values that are set, under the names the service uses; values without such a name are omitted.
 */
export function buildQueryString(
  values: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string | undefined>>,
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    const known = name in names ? names[name] : name;
    if (known === undefined) continue;
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
      search.set(known, String(value));
    }
  }
  return search.size === 0 ? "" : `?${search.toString()}`;
}

/** Which workspaces reject unknown query values. Each workspace is learned separately. */
export interface ExtraQuery {
  isRefused(input: RawInput): boolean;
  learnRefused(input: RawInput): void;
}

/** The least recently used one is evicted first, at the cost of one more request. */
const maxLearned = 2_000;

export function createExtraQuery(): ExtraQuery {
  const refused = new LruMap<unknown, true>({ maxSize: maxLearned });
  return {
    isRefused: (input) => refused.get(getWorkspaceId(input)) ?? false,
    learnRefused: (input) => refused.set(getWorkspaceId(input), true),
  };
}

/** The input without optional query values; `undefined` if there are none. */
export function withoutExtra({ extraQuery = [] }: Endpoint, input: RawInput): RawInput | undefined {
  const sent = Object.entries(input.query ?? {});
  const left = sent.filter(([name]) => !extraQuery.includes(name));
  return left.length === sent.length ? undefined : { ...input, query: Object.fromEntries(left) };
}

/** A strict service's response to an unknown query value. */
export function mayBeOfQuery(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 422);
}

function getWorkspaceId({ params }: RawInput): unknown {
  return typeof params === "object" && params !== null && "workspaceId" in params
    ? params.workspaceId
    : undefined;
}
