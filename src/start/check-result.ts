/** The bot can't run like this. The message says what to do. */
export class CheckError extends Error {
  override readonly name = "CheckError";
}

export interface CheckResult {
  /** What works. */
  readonly text: string;
  /** What doesn't prevent a start, but the operator should know. */
  readonly warnings?: readonly string[];
}
