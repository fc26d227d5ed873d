/** Something stands in the way of running. The message says what to do about it. */
export class CheckError extends Error {
  override readonly name = "CheckFailure";
}

export interface CheckResult {
  /** What was found to be well. */
  readonly text: string;
  /** What does not stand in the way, but should be known. */
  readonly warnings?: readonly string[];
}
