/**
 * Why something is shown that is older than it should be, as a sentence.
 * @param rateLimitedUntil when requests are free again, in epoch milliseconds, where that is all that is the matter
 */
export function staleReason(rateLimitedUntil: number | undefined): string {
  return rateLimitedUntil === undefined
    ? "The workspace service is not answering."
    : "The requests that the workspace allows a minute are used up.";
}
