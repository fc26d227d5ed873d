const maxCauseLength = 300;

/** Removes the token from text written by others: a service may well quote it in an error. */
export function createRedactor(token: string): (text: string) => string {
  return (text) => (token === "" ? text : text.replaceAll(token, "[token]"));
}

/** Replaces a transport error: keeps its kind and message, but not the objects attached to it. */
export function redactCause(cause: unknown, scrub: (text: string) => string): Error {
  const safe = new Error(scrub(messageOf(cause)).slice(0, maxCauseLength));
  // The stack of this function is useless; only the message matters.
  safe.stack = `${safe.name}: ${safe.message}`;
  return safe;
}

function messageOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(messageOf).join("; ");
  if (!(cause instanceof Error)) return "not an error";
  const code = "code" in cause && typeof cause.code === "string" ? ` (${cause.code})` : "";
  return `${cause.name}${code}: ${cause.message}`;
}
