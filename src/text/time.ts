/** How Discord shows a moment in the reader's own zone and language: `R` is relative, `f` a full moment, `D` a date. */
export type TimeMarkStyle = "t" | "T" | "d" | "D" | "f" | "F" | "R";

export function timeMark(at: Temporal.Instant, style: TimeMarkStyle = "f"): string {
  return `<t:${Math.floor(at.epochMilliseconds / 1000)}:${style}>`;
}

/** `3 days ago (12 March 2026 14:05)`, both in the reader's own zone. */
export function nearAndExact(at: Temporal.Instant): string {
  return `${timeMark(at, "R")} (${timeMark(at, "f")})`;
}

/** The same for a moment out of text the service sent; `undefined` when it is none. For lists, where it is cheaper. */
export function sentTimeMark(text: string | undefined, style: TimeMarkStyle): string | undefined {
  const epochMs = readEpochMs(text);
  return epochMs === undefined ? undefined : `<t:${Math.floor(epochMs / 1000)}:${style}>`;
}

/** A moment out of text the service sent, or `undefined` when it is no moment. */
export function readInstant(text: string | undefined): Temporal.Instant | undefined {
  if (text === undefined) return undefined;
  try {
    return Temporal.Instant.from(text);
  } catch {
    return undefined;
  }
}

/** The same in epoch milliseconds and at half the cost, to put lists in order; of text that the contract takes as a moment. */
export function readEpochMs(text: string | undefined): number | undefined {
  const epochMs = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(epochMs) ? undefined : epochMs;
}

/** `1 h 24 min`, `12 min`, `45 s`; nothing smaller than a second. */
export function durationWords(durationMs: number): string {
  if (!Number.isFinite(durationMs)) return "—";
  const seconds = Math.round(Math.abs(durationMs) / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${minutes} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
