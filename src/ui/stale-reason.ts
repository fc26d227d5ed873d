/**
 * Why something is shown that is older than it should be, as a sentence.
 * @param rateLimitedUntil when requests are free again, in epoch milliseconds, where that is all that is the matter
 */
export function staleReason(rateLimitedUntil: number | undefined): string {
  return rateLimitedUntil === undefined
    ? "The workspace service isn't responding."
    : "This workspace's requests for this minute are used up.";
}
