import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { onTestFinished } from "vitest";
import { openStore } from "../../commands/store.ts";
import { createVault, createLinkSealContext } from "../../src/vault/vault.ts";
import { parseSecretKeys } from "../../src/vault/secret-keys.ts";
import { startBotProcess } from "./bot-process.ts";
import { createEmptyPostgresDatabase, createTestFolder } from "./databases.ts";

export const secretKeys = `k1:${Buffer.alloc(32, 9).toString("base64")}`;

type Rows = readonly Readonly<Record<string, unknown>>[];

/** All rows of all tables, as the database itself returns them. */
export type Dump = Readonly<Record<string, readonly string[]>>;

/**
 * A database as it is once this was restored: commands are registered by the next start, servers may have had a link
 * since, so how long they have had none is forgotten, and no calendar is found at an address that may have been turned off.
 */
export function toRestored({
  bot_state: state = [],
  calendar_addresses: addresses = [],
  ...rest
}: Dump): Dump {
  const left = state.filter((row) => !row.includes("registered-commands"));
  const ended = addresses.map((row) => row.replace(/"token_hash":"(?!restored )/, "$&restored "));
  return { ...rest, bot_state: left, calendar_addresses: ended, unlinked_guilds: [] };
}

/** A database for the program itself, looked into past it. */
export interface BotDatabase extends AsyncDisposable {
  /** For the program. */
  readonly environment: Readonly<Record<string, string>>;
  /** Its data folder, for Postgres too. */
  readonly folder: string;
  /** Its address, or its folder: what `--move-to` takes. */
  readonly place: string;
  /** Its tables, with nothing in them. */
  prepare(): Promise<void>;
  run(statements: string): Promise<void>;
  /** So many rows in each table, unlike those of another seed. */
  fill(rows: number, seed: string): Promise<void>;
  dump(): Promise<Dump>;
  /** Runs the program with these arguments until it ends. */
  tool(
    args: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ): Promise<{ readonly code: number | string | null; readonly output: string }>;
}

export async function createBotDatabase(kind: "SQLite" | "Postgres"): Promise<BotDatabase> {
  await using made = new AsyncDisposableStack();
  const folder = await createTestFolder();
  made.defer(() => folder.remove());
  const database = kind === "SQLite" ? undefined : await createEmptyPostgresDatabase();
  if (database !== undefined) made.defer(() => database.drop());
  const path = join(folder.path, "workspace-bot.sqlite");
  const query = (statements: string): Promise<Rows> =>
    database === undefined
      ? withFile(path, (file) => file.prepare(statements).all())
      : withServer(database.url, async (client) => (await client.query(statements)).rows);
  const run = (statements: string): Promise<void> =>
    database === undefined
      ? withFile(path, (file) => file.exec(`begin; ${statements}; commit`))
      : withServer(database.url, async (client) => void (await client.query(statements)));
  const environment = {
    DATA_FOLDER: folder.path,
    SECRET_KEYS: secretKeys,
    ...(database && { DATABASE_URL: database.url }),
  };
  const ready = made.move();
  return {
    environment,
    folder: folder.path,
    place: database?.url ?? folder.path,
    async prepare() {
      const place = { databaseUrl: database?.url, dataFolder: folder.path };
      await (await openStore({ ...place, now: Date.now })).close();
    },
    run,
    async fill(rows, seed) {
      const columns = await query(database === undefined ? sqliteColumns : postgresColumns);
      await run(rowsFor(columns.map(toColumn), rows, seed));
    },
    dump: () => (database === undefined ? dumpFile(path) : withServer(database.url, dumpServer)),
    async tool(args, more = {}) {
      const started = startBotProcess({ ...environment, ...more }, args);
      const code = await started.ended;
      return { code, output: started.output() };
    },
    [Symbol.asyncDispose]: () => ready.disposeAsync(),
  };
}

/** More than one slice of each table, which is 200 rows. */
export const rowsOfEach = 210;

/** For the rest of the test, with a server whose key `secretKeys` decrypts if it's filled. */
export async function makeBotDatabase(kind: "SQLite" | "Postgres", seed?: string): Promise<BotDatabase> {
  const database = await createBotDatabase(kind);
  onTestFinished(() => database[Symbol.asyncDispose]());
  if (seed === undefined) return database;
  await database.prepare();
  await database.fill(rowsOfEach, seed);
  await database.run(sealedLink("guild"));
  return database;
}

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

function toColumn({ table, name, type, required }: Rows[number]): Column {
  return { table: String(table), name: String(name), type: String(type), required: Boolean(required) };
}

const sqliteColumns = `select t.name as "table", c.name, c.type, c."notnull" as required
  from sqlite_schema t join pragma_table_info(t.name) c
  where t.type = 'table' and t.name not like 'schema_migrations%' order by t.name, c.cid`;
const postgresColumns = `select table_name as "table", column_name as name, data_type as type,
  is_nullable = 'NO' as required from information_schema.columns
  where table_schema = current_schema() and table_name not like 'schema_migrations%'
  order by table_name, ordinal_position`;

const texts = ["''", "'plain'", "'it''s \"Café\" ☕ 𝔘'", `'two\nlines, and \\ back'`, `'{"a":[1,null]}'`];

/** Statements that put so many rows into each table, with all kinds of values. */
function rowsFor(columns: readonly Column[], rows: number, seed: string): string {
  const first = (seed.codePointAt(0) ?? 0) * 100_000;
  return [...Map.groupBy(columns, ({ table }) => table)]
    .map(([table, ofTable]) => {
      const values = Array.from({ length: rows }, (_, row) => {
        const all = ofTable.map((column, index) =>
          valueOf(column, first + row * 7 + index, `${seed}-${row}`),
        );
        return `(${all.join(", ")})`;
      });
      return `insert into ${table} values ${values.join(", ")}`;
    })
    .join("; ");
}

function valueOf({ name, type, required }: Column, number: number, unique: string): string {
  if (!required && number % 3 === 0) return "null";
  // So that no row breaks a key of another one.
  if (
    /^(id|guild_id|key|discord_user_id|schedule_id|replica_id|import_id|nonce|message_id|token_hash)$/.test(
      name,
    )
  )
    return `'${unique}'`;
  if (type === "text") return texts[number % texts.length] ?? "''";
  if (type === "double precision") return `${number}.25`;
  return type === "bigint" ? String(1_763_700_000_000 + number) : String(number);
}

/** A linked server with a key that `secretKeys` decrypts. */
export function sealedLink(guildId: string): string {
  const sealed = createVault(parseSecretKeys(secretKeys)).seal(
    "the key",
    createLinkSealContext(guildId, "w1"),
  );
  return `insert into guild_links (guild_id, link_key, workspace_id, name, sealed_token, linked_by_discord_user_id, linked_at, created_at) values ('${guildId}', 'one1', 'w1', 'Café', '${sealed}', '2', 1, 1)`;
}

/** Of a SQLite file, which a backup is, too. */
export function dumpFile(path: string): Promise<Dump> {
  return withFile(path, (file) => {
    const tables = file
      .prepare("select name from sqlite_schema where type = 'table' and name not like 'schema_migrations%'")
      .all();
    return Object.fromEntries(
      tables.map(({ name }) => [String(name), sorted(file.prepare(`select * from ${String(name)}`).all())]),
    );
  });
}

async function dumpServer(client: Client): Promise<Dump> {
  const { rows } = await client.query<{ readonly name: string }>(
    "select table_name as name from information_schema.tables where table_schema = current_schema() and table_name not like 'schema_migrations%'",
  );
  const tables: [string, readonly string[]][] = [];
  for (const { name } of rows)
    tables.push([name, sorted((await client.query(`select * from ${name}`)).rows)]);
  return Object.fromEntries(tables);
}

/** A 64-bit number is a text on Postgres. */
function sorted(rows: Rows): readonly string[] {
  return rows
    .map((row) =>
      JSON.stringify(row, (_, value: unknown) => (typeof value === "number" ? String(value) : value)),
    )
    .toSorted();
}

async function withFile<T>(path: string, work: (file: DatabaseSync) => T): Promise<T> {
  const file = new DatabaseSync(path, { timeout: 5_000 });
  try {
    return work(file);
  } finally {
    file.close();
  }
}

async function withServer<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: "a test" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
