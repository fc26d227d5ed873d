const PARAMETER = /\{(\w+)\}/g;

/**
 * Puts each value into its own segment, percent-encoded.
 * `undefined` when a value cannot be one: empty, not text, half a character, or `.` and `..`, which address other places.
 */
export function buildPath(template: string, values: Readonly<Record<string, unknown>>): string | undefined {
  let refused = false;
  const path = template.replace(PARAMETER, (_, name: string) => {
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

/** `""`, or `?` and the values that are set, each under the name that the service knows it by; without those it has none for. */
export function queryString(
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
