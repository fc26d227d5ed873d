import { DatabaseSync } from "node:sqlite";
import { StoreError } from "./errors.ts";
import { sqliteFailure } from "./sqlite.ts";

export interface FolderLock {
  release(): void;
}

/**
 * Keeps every other process out of a data folder. The lock is an open transaction on a file of its own, so the
 * operating system gives it up together with the process, however that ends.
 * @throws StoreError "in-use" when another process holds it
 */
export function lockFolder(path: string, folder: string): FolderLock {
  try {
    const database = new DatabaseSync(path, { timeout: 0 });
    try {
      database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    } catch (error) {
      database.close();
      throw error;
    }
    return { release: () => database.close() };
  } catch (error) {
    const failure = sqliteFailure(error);
    if (!(failure instanceof StoreError) || failure.failure !== "locked") throw failure;
    throw new StoreError(
      "in-use",
      `Another workspace-bot is already running on ${folder}. Stop it first, or use Postgres with DATABASE_URL to run several.`,
    );
  }
}
