import { sql } from "kysely";
import type { Db } from "./tables.ts";

/** Resolves once nothing that was deleted can be read from the database's own files any more. */
export type EraseDeleted = () => Promise<void>;

/** Postgres keeps deleted rows until its own vacuum. SQLite writes zeros over them, and its log is emptied here. */
export function createEraseDeleted(db: Db, shared: boolean): EraseDeleted {
  if (shared) return () => Promise.resolve();
  return async () => void (await sql`pragma wal_checkpoint(truncate)`.execute(db));
}

/** Waits for a deletion, then leaves nothing of it. It is done either way: the log is emptied every hour, too. */
export async function erasing<Result>(
  deletion: Promise<Result>,
  eraseDeleted: EraseDeleted,
): Promise<Result> {
  const result = await deletion;
  await eraseDeleted().catch(() => undefined);
  return result;
}
