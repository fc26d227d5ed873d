import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import type { StoreMigration } from "../../src/store/migrations/index.ts";
import { openStore } from "../../commands/store.ts";
import type { Store } from "../../src/store/store.ts";
import { createPostgresDatabase, createTestFolder } from "../support/databases.ts";
import { patient } from "../support/patience.ts";

export const databaseKinds = ["SQLite", "Postgres"] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

type Rows = readonly Readonly<Record<string, unknown>>[];

/** An empty database of its own, which a store can be opened on, and looked into past it. */
export interface Place {
  open(options: {
    readonly now: () => number;
    readonly version?: string;
    readonly migrations?: Readonly<Record<string, StoreMigration>>;
  }): Promise<Store>;
  query(statement: string): Promise<Rows>;
  /** Names of the tables that have a column for the guild. */
  tablesOfGuilds(): Promise<readonly string[]>;
  remove(): Promise<void>;
}

export function makePlace(kind: DatabaseKind): Promise<Place> {
  return kind === "SQLite" ? makeFile() : makeDatabase();
}

async function makeFile(): Promise<Place> {
  const folder = await createTestFolder();
  const query = async (statement: string): Promise<Rows> => {
    const database = new DatabaseSync(join(folder.path, "workspace-bot.sqlite"));
    try {
      return database.prepare(statement).all();
    } finally {
      database.close();
    }
  };
  return {
    open: (options) => openStore({ databaseUrl: undefined, dataFolder: folder.path, ...options }),
    query,
    tablesOfGuilds: async () =>
      names(
        await query(
          "select t.name from sqlite_schema t join pragma_table_info(t.name) c where t.type = 'table' and c.name = 'guild_id'",
        ),
      ),
    remove: () => folder.remove(),
  };
}

async function makeDatabase(): Promise<Place> {
  const database = await createPostgresDatabase();
  const query = async (statement: string): Promise<Rows> => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    open: (options) =>
      openStore({ databaseUrl: database.url, dataFolder: "/nowhere", stretch: patient, ...options }),
    query,
    tablesOfGuilds: async () =>
      names(
        await query(
          "select table_name as name from information_schema.columns where table_schema = current_schema() and column_name = 'guild_id'",
        ),
      ),
    remove: () => database.drop(),
  };
}

function names(rows: Rows): readonly string[] {
  return rows.map(({ name }) => String(name)).toSorted();
}
