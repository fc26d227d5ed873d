import type { Migration } from "kysely/migration";
import { tables } from "./0001-tables.ts";

/** Run in the order of their names. One that was released is never changed or removed; a new one is added below. */
export const migrations: Readonly<Record<string, Migration>> = { "0001-tables": tables };
