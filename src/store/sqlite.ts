import { closeSync, openSync } from "node:fs";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import {
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from "kysely";
import { sqliteFailure } from "./sqlite-errors.ts";

// The wait blocks the whole process, and an interaction must be answered within three seconds.
const busyTimeoutMs = 1_000;
const maxCachedStatements = 200;

/**
 * Opens or makes the file, readable by its owner only, with every commit on the disk before it is acknowledged, and
 * what is deleted written over with zeros.
 * @throws StoreError
 */
export function openSqliteFile(path: string): DatabaseSync {
  try {
    closeSync(openSync(path, "a", 0o600));
    const database = new DatabaseSync(path, { timeout: busyTimeoutMs });
    try {
      database.exec(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF; PRAGMA secure_delete = ON",
      );
    } catch (error) {
      database.close();
      throw error;
    }
    return database;
  } catch (error) {
    throw sqliteFailure(error);
  }
}

/** Kysely over a database of `node:sqlite`. */
export function sqliteDialect(database: DatabaseSync): Dialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => new NodeSqliteDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** SQLite can undo changes of tables; Kysely does not count on it, and a migration cut in half would stay so. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class NodeSqliteDriver extends SqliteDriver {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    super({ database: adapt(database) });
    this.#database = database;
  }

  /** A full disk makes SQLite end the transaction by itself; rolling back once more would hide that failure. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

function adapt(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close() {
      statements.clear();
      database.close();
    },
    prepare(sql) {
      const known = statements.get(sql);
      if (known !== undefined) return known;
      if (statements.size >= maxCachedStatements) statements.clear();
      const statement = adaptStatement(translating(() => database.prepare(sql)));
      statements.set(sql, statement);
      return statement;
    },
  };
}

function adaptStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => translating(() => statement.all(...inputs(parameters))),
    run: (parameters) => translating(() => statement.run(...inputs(parameters))),
    iterate: (parameters) => statement.iterate(...inputs(parameters)),
  };
}

/** Kysely calls parameters unknown; the types of our tables admit only what SQLite takes. */
function inputs(parameters: readonly unknown[]): readonly SQLInputValue[] {
  return parameters as readonly SQLInputValue[];
}

function translating<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw sqliteFailure(error);
  }
}
