/**
 * Why something is shown that is older than it should be, as a sentence.
 * @param limitedUntil when requests are free again, in epoch milliseconds, where that is all that is the matter
 */
export function notAskedWords(limitedUntil: number | undefined): string {
  return limitedUntil === undefined
    ? "The workspace service is not answering."
    : "The requests that the workspace allows a minute are used up.";
}
