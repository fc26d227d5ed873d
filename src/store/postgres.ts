import {
  type Dialect,
  PostgresDialect,
  type PostgresCursor,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from "kysely";
import { Pool, type PoolClient, type QueryResult, types } from "pg";
import { createHash } from "node:crypto";
import { findEncryptionTrouble, getErrorCode } from "../setting-files.ts";
import { StoreError, type StoreFailure } from "./errors.ts";
import { LruMap } from "../lru-map.ts";

/** Names of statements that come again and again: the server parses and plans them once per connection. */
export type StatementNames = ReturnType<typeof createStatementNames>;

/** The server keeps each, for each connection. */
const maxNamed = 200;
const namedFrom = 3;
const maxCounted = 500;
/** Long lists of values rarely come again in the same length. */
const maxLength = 4_000;

export function createStatementNames() {
  const names = new Map<string, string>();
  const uses = new LruMap<string, { readonly count: number }>({ maxSize: maxCounted });
  let version = 0;
  let isOff = false;

  return {
    /** `undefined`: to be sent without a name. */
    of(text: string): string | undefined {
      const known = names.get(text);
      if (known !== undefined || isOff || names.size >= maxNamed || text.length > maxLength) return known;
      const count = (uses.get(text)?.count ?? 0) + 1;
      uses.set(text, { count });
      if (count < namedFrom) return undefined;
      uses.delete(text);
      // By the text, so that a name never stands for another one, even where a pooler shares connections.
      const name = `${createHash("sha256").update(text).digest("base64url").slice(0, 24)}_${version}`;
      names.set(text, name);
      return name;
    },

    /**
     * Whether a named statement failed only because of its name. Nothing was run, the text can be sent again, and its name
     * isn't used any more.
     */
    failed(name: string, error: unknown): boolean {
      const why = classifyNameFailure(error);
      if (why === undefined) return false;
      // Others that were under way fail in the same way.
      if (why === "outdated" && !name.endsWith(`_${version}`)) return true;
      names.clear();
      version += 1;
      isOff ||= why === "shared";
      return true;
    },
  };
}

/**
 * `shared`: a pooler hands a connection to others between two statements. `outdated`: a newer version of the bot added a
 * column to a table.
 */
const nameFailures: Readonly<Record<string, "shared" | "outdated">> = {
  "26000": "shared",
  "42P05": "shared",
  "0A000": "outdated",
};

function classifyNameFailure(error: unknown): "shared" | "outdated" | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? nameFailures[code] : undefined;
}

const failureMessages = {
  unreachable:
    "The Postgres server isn't responding. Check that it's running and that DATABASE_URL has the right host and port.",
  refused:
    "The Postgres server refused the bot. Check the user, password, database name and permissions in DATABASE_URL.",
  "too-slow": "The Postgres server took too long, so the query was canceled. Check how busy the server is.",
  locked: "Another session holds a lock on the rows or tables, so the query was canceled. Try again.",
  full: "The Postgres server's disk is full, so nothing was saved. Free up space; the bot then continues on its own.",
  "not-writable": "The Postgres server is read-only. Check that DATABASE_URL points to the primary server.",
  damaged: "The Postgres server reports damaged data. Stop the bot and restore a backup.",
} as const satisfies Partial<Record<StoreFailure, string>>;

// The most specific prefix first: five characters are one condition, two a class of them.
const failureOfSqlState: readonly (readonly [prefix: string, failure: keyof typeof failureMessages])[] = [
  ["57014", "too-slow"],
  ["25P03", "too-slow"],
  ["55P03", "locked"],
  ["40001", "locked"],
  ["40P01", "locked"],
  ["53100", "full"],
  ["25006", "not-writable"],
  ["3D000", "refused"],
  ["42501", "refused"],
  ["XX001", "damaged"],
  ["XX002", "damaged"],
  ["28", "refused"],
  ["08", "unreachable"],
  ["53", "unreachable"],
  ["57P", "unreachable"],
];

// The library gives these errors no code.
const lostConnection = /^Connection terminated|is not queryable$/;

/** Turns a failed statement's error into a StoreError; anything else, such as invalid SQL, is returned unchanged. */
export function toPostgresFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const known = failureOfSqlState.find(([prefix]) => code.startsWith(prefix));
  if (known !== undefined) return new StoreError(known[1], failureMessages[known[1]], { cause: error });
  if (/^E[A-Z]{3,}$/.test(code) || lostConnection.test(error.message)) return createUnreachableError(error);
  if (isUnanswered(error)) {
    return new StoreError("too-slow", failureMessages["too-slow"], { cause: error });
  }
  return error;
}

/** The server neither answered nor canceled the statement in time: it, or the way there, may be gone for good. */
function isUnanswered(error: unknown): boolean {
  // The library gives this error no code.
  return error instanceof Error && error.message === "Query read timeout";
}

/** Like `toPostgresFailure`, but for connecting: an error of no known kind means the server can't be reached. */
export function toConnectionFailure(error: unknown): unknown {
  // Node puts the whole address into this error, including the password, so it must not become a cause.
  if (error instanceof Error && "code" in error && error.code === "ERR_INVALID_URL") {
    return new StoreError(
      "unreachable",
      "DATABASE_URL isn't a valid Postgres address, for example postgres://user:password@localhost:5432/workspace_bot. Write characters such as # or @ in a password as %23 or %40.",
    );
  }
  // PgBouncer knows only few of the settings that a connection may begin with, and gives this a code of lost connections.
  if (error instanceof Error && error.message.startsWith("unsupported startup parameter")) {
    return new StoreError(
      "refused",
      "The pooler in front of Postgres refuses the bot's time limits. With PgBouncer, add statement_timeout and idle_in_transaction_session_timeout to its ignore_startup_parameters, or set DATABASE_URL to the address of Postgres itself.",
      { cause: error },
    );
  }
  const untrusted = findUntrustedReason(error);
  if (untrusted !== undefined) {
    return new StoreError(
      "refused",
      `The connection to Postgres can't be encrypted (${untrusted}). If your provider gives you a certificate, add sslrootcert=/path/to/that/file to DATABASE_URL; if the server has no encryption, remove sslmode there.`,
      { cause: error },
    );
  }
  const failure = toPostgresFailure(error);
  return failure instanceof StoreError ? failure : createUnreachableError(failure);
}

/** `undefined` for errors that aren't about encryption. */
function findUntrustedReason(error: unknown): string | undefined {
  // The library gives this error no code.
  if (error instanceof Error && error.message.startsWith("The server does not support SSL"))
    return "the server offers none";
  // The one of sslrootcert: nothing else is opened for a connection.
  if (error instanceof Error && "syscall" in error && ["open", "read"].includes(String(error.syscall)))
    return `the certificate's file can't be read: ${getErrorCode(error)}`;
  return findEncryptionTrouble(error);
}

function createUnreachableError(cause: unknown): StoreError {
  return new StoreError("unreachable", failureMessages.unreachable, { cause });
}

const minConnections = 3;
const int8 = types.builtins.INT8;

export interface PostgresOptions {
  readonly databaseUrl: string;
  /** The server cancels statements that run longer. */
  readonly statementTimeoutMs: number;
  readonly maxConnections: number;
  readonly connectTimeoutMs: number;
  /** "workspace-bot" by default: what tells a running bot from a tool. */
  readonly applicationName?: string;
  /** An idle connection was lost. The pool makes a new one when needed. */
  readonly onConnectionLost: (error: Error) => void;
}

/** 64-bit integers are returned as numbers. */
export function createPostgresPool(options: PostgresOptions): Pool {
  const pool = new Pool({
    connectionString: options.databaseUrl,
    application_name: options.applicationName ?? "workspace-bot",
    max: options.maxConnections,
    // The first command after a pause needs two at once, and connecting takes longer than what it asks.
    min: minConnections,
    // After a failover, a connection may still lead to the former primary.
    maxLifetimeSeconds: 600,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: options.connectTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
    // The server's own limit comes first; this one is for a server that stopped responding.
    query_timeout: options.statementTimeoutMs + 2_000,
    idle_in_transaction_session_timeout: options.statementTimeoutMs,
    keepAlive: true,
    types: {
      getTypeParser: (oid, format) =>
        oid === int8 && format !== "binary" ? Number : types.getTypeParser(oid, format),
    },
  });
  pool.on("error", (error) => options.onConnectionLost(error));
  // The pool handles errors only on idle connections; one lost between two statements of a transaction would crash the
  // process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Kysely over a pool; `db.destroy()` ends the pool. */
export function createPostgresDialect(pool: Pool): Dialect {
  const former = trackFormerPrimaries(pool);
  const names = createStatementNames();
  return new PostgresDialect({
    pool: {
      options: pool.options,
      connect: async () => {
        try {
          let client = await pool.connect();
          while (former.isOld(client)) {
            client.release(true);
            client = await pool.connect();
          }
          return adapt(client, former, names);
        } catch (error) {
          throw toConnectionFailure(error);
        }
      },
      end: () => pool.end(),
    },
  });
}

type FormerPrimaries = ReturnType<typeof trackFormerPrimaries>;

/** After a fail-over, connections to the former primary may stay open, and what is sent on them fails or is lost. */
function trackFormerPrimaries(pool: Pool) {
  let generation = 0;
  const generationOf = new WeakMap<PoolClient, number>();
  pool.on("connect", (client) => void generationOf.set(client, generation));
  const isOld = (client: PoolClient): boolean => (generationOf.get(client) ?? generation) < generation;
  return {
    isOld,
    /** The server of this connection turned out to be read-only or gone: those made until now lead to the same one. */
    retire(client: PoolClient): void {
      if (!isOld(client)) generation += 1;
    },
  };
}

/** Postgres has no zero characters in texts and would refuse the whole statement, with the names of everyone else in it. */
function toStorable(parameter: unknown): unknown {
  if (Array.isArray(parameter)) return parameter.map(toStorable);
  return typeof parameter === "string" && parameter.includes("\0")
    ? parameter.replaceAll("\0", "\uFFFD")
    : parameter;
}

function adapt(client: PoolClient, former: FormerPrimaries, names: StatementNames): PostgresPoolClient {
  const run = async (sql: string, parameters: readonly unknown[]): Promise<QueryResult> => {
    // Without values, such as `begin`, there is nothing to prepare.
    const name = parameters.length === 0 ? undefined : names.of(sql);
    try {
      return await client.query({
        ...(name !== undefined && { name }),
        text: sql,
        values: parameters.map(toStorable),
      });
    } catch (error) {
      // In a transaction, all of it has to be repeated.
      if (name !== undefined && names.failed(name, error) && client.getTransactionStatus() === "I")
        return run(sql, parameters);
      const failure = toPostgresFailure(error);
      const isReadOnly = failure instanceof StoreError && failure.failure === "not-writable";
      if (isReadOnly || isUnanswered(error)) former.retire(client);
      throw failure;
    }
  };
  function query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  function query(sql: string | PostgresCursor<unknown>, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== "string") throw new TypeError("cursors are for streaming, and nothing here streams");
    return run(sql, parameters);
  }
  return {
    query,
    release: (destroy) => client.release(destroy === true || former.isOld(client)),
  };
}
