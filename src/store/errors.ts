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

/** The database failed. The message is for the operator and never contains an address or a password. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly failure: StoreFailure;

  constructor(failure: StoreFailure, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.failure = failure;
  }
}

/** Deadlock, serialization, and three ways in which a prepared statement isn't there or out of date. */
const rolledBack: ReadonlySet<unknown> = new Set(["40P01", "40001", "26000", "42P05", "0A000"]);

/** Postgres ended the transaction, of which nothing is left, for a reason that is gone when it is repeated. */
export function isRolledBack(error: unknown): boolean {
  const cause = error instanceof StoreError ? error.cause : error;
  return cause instanceof Error && "code" in cause && rolledBack.has(cause.code);
}

/** A backup, restore or move couldn't be done. The message is for the operator. */
export class TransferError extends Error {
  override readonly name = "TransferError";
}
