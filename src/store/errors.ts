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

/** Postgres ended the transaction, of which nothing is left, because of others at the same time: deadlock or serialization. */
export function isRolledBack(error: unknown): boolean {
  const cause = error instanceof StoreError ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && (cause.code === "40P01" || cause.code === "40001");
}

/** A backup, restore or move couldn't be done. The message is for the operator. */
export class TransferError extends Error {
  override readonly name = "TransferError";
}
