export type StoreFailure =
  | "in-use"
  | "locked"
  | "full"
  | "newer"
  | "unreachable"
  | "refused"
  | "too-slow"
  | "not-writable"
  | "damaged";

/** The database cannot do its work. The message is for the operator and never holds an address or a password. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly failure: StoreFailure;

  constructor(failure: StoreFailure, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.failure = failure;
  }
}
