import { type Dialect, PostgresDialect, type PostgresPoolClient } from "kysely";
import { Pool, type PoolClient, types } from "pg";
import { connectionFailure, postgresFailure } from "./postgres-errors.ts";

const int8 = types.builtins.INT8;

export interface PostgresOptions {
  readonly databaseUrl: string;
  /** A statement that runs longer is cancelled by the server. */
  readonly statementTimeoutMs: number;
  readonly maxConnections: number;
  readonly connectTimeoutMs: number;
  /** A connection that nobody was using went away. The pool makes a new one when it needs it. */
  readonly onConnectionLost: (error: Error) => void;
}

/** Kysely over a pool of its own, which `db.destroy()` ends. Whole numbers of 64 bits come back as numbers. */
export function postgresDialect(options: PostgresOptions): Dialect {
  const pool = new Pool({
    connectionString: options.databaseUrl,
    application_name: "workspace-bot",
    max: options.maxConnections,
    connectionTimeoutMillis: options.connectTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
    // The server's own limit comes first; this one is for a server that went silent.
    query_timeout: options.statementTimeoutMs + 2_000,
    idle_in_transaction_session_timeout: options.statementTimeoutMs,
    keepAlive: true,
    types: {
      getTypeParser: (oid, format) =>
        oid === int8 && format !== "binary" ? Number : types.getTypeParser(oid, format),
    },
  });
  pool.on("error", (error) => options.onConnectionLost(error));
  // The pool listens only to idle connections; one that is lost between two statements of a transaction would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));

  return new PostgresDialect({
    pool: {
      options: pool.options,
      connect: async () => {
        try {
          return adapt(await pool.connect());
        } catch (error) {
          throw connectionFailure(error);
        }
      },
      end: () => pool.end(),
    },
  });
}

function adapt(client: PoolClient): PostgresPoolClient {
  const query = async (sql: string, parameters: readonly unknown[]) => {
    try {
      return await client.query(sql, [...parameters]);
    } catch (error) {
      throw postgresFailure(error);
    }
  };
  return {
    // Kysely declares a second form for cursors, which it uses only for streaming; nothing here streams.
    query: query as unknown as PostgresPoolClient["query"],
    release: (destroy) => client.release(destroy),
  };
}
