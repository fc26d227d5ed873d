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
