/** Something stands in the way of running. The message says what to do about it. */
export class CheckFailure extends Error {
  override readonly name = "CheckFailure";
}
