import type { Migration } from "kysely/migration";
import { tables } from "./0001-tables.ts";

/**
 * A migration only adds: while replicas are updated one after the other, older ones work on what it left. What is no
 * longer used is dropped once no version that may still run uses it.
 */
export interface StoreMigration extends Migration {
  /** The oldest version of the bot that works on a database with this migration; left out, the first that has it. */
  readonly oldestVersion?: string;
}

/** Run in the order of their names. One that was released is never changed or removed; a new one is added below. */
export const migrations: Readonly<Record<string, StoreMigration>> = {
  "0001-tables": { ...tables, oldestVersion: "0.1.0" },
};
