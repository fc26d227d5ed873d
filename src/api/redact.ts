const maxCauseLength = 300;

/** Takes the token out of text that others wrote: a service may well repeat it in a complaint about it. */
export function createRedactor(token: string): (text: string) => string {
  return (text) => (token === "" ? text : text.replaceAll(token, "[token]"));
}

/** Replaces an error of the transport: its kind and message, without the objects attached to it. */
export function redactCause(cause: unknown, scrub: (text: string) => string): Error {
  const safe = new Error(scrub(messageOf(cause)).slice(0, maxCauseLength));
  // Where it was caught says nothing; the words are all there is.
  safe.stack = `${safe.name}: ${safe.message}`;
  return safe;
}

function messageOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(messageOf).join("; ");
  if (!(cause instanceof Error)) return "not an error";
  const code = "code" in cause && typeof cause.code === "string" ? ` (${cause.code})` : "";
  return `${cause.name}${code}: ${cause.message}`;
}
