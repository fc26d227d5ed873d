import { once } from "node:events";
import { createServer } from "node:net";
import { Client } from "pg";
import { Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { runInTransaction } from "../../src/store/guild-transaction.ts";
import { openStore } from "../../commands/store.ts";
import {
  toConnectionFailure,
  createPostgresDialect,
  createPostgresPool,
  type PostgresOptions,
} from "../../src/store/postgres.ts";
import { migrations } from "../../src/store/migrations/index.ts";
import type { Store } from "../../src/store/store.ts";
import type { Tables } from "../../src/store/tables.ts";
import {
  createEmptyPostgresDatabase,
  createPostgresDatabase,
  type TestDatabase,
} from "../support/databases.ts";
import { startPostgresProxy } from "../support/postgres-proxy.ts";
import { startPooler } from "../support/pooler.ts";

const password = "pässwort-never-shown";
let database: TestDatabase;

async function open(databaseUrl = database.url, known = migrations, lost: Error[] = []): Promise<Store> {
  const store = await openStore({
    databaseUrl,
    dataFolder: "/nowhere",
    now: () => 1,
    migrations: known,
    onConnectionLost: (error) => lost.push(error),
  });
  onTestFinished(() => store.close());
  return store;
}

function connect(databaseUrl: string, limits: Partial<PostgresOptions> = {}): Kysely<Tables> {
  const dialect = createPostgresDialect(
    createPostgresPool({
      databaseUrl,
      statementTimeoutMs: 5_000,
      connectTimeoutMs: 5_000,
      maxConnections: 1,
      onConnectionLost: () => undefined,
      ...limits,
    }),
  );
  const db = new Kysely<Tables>({ dialect });
  onTestFinished(() => db.destroy());
  return db;
}

async function adminQuery(statement: string): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

beforeAll(async () => {
  database = await createPostgresDatabase();
});
afterAll(() => database.drop());

test("eight replicas starting at once on an empty database all start up", async () => {
  const empty = await createEmptyPostgresDatabase();
  const stores = await Promise.all(
    Array.from({ length: 8 }, () =>
      openStore({ databaseUrl: empty.url, dataFolder: "/nowhere", now: () => 1 }),
    ),
  );
  for (const [index, store] of stores.entries()) await store.botState.set(`replica ${index}`, "up");
  expect(await stores[0]?.botState.get("replica 7")).toBe("up");
  await Promise.all(stores.map((store) => store.close()));
  await empty.drop();
});

test("of two replicas that claim a draft at once, exactly one gets it, a hundred times", async () => {
  const [one, other] = [await open(), await open()];
  const owner = { guildId: "1", discordUserId: "2", kind: "order.create" };
  const winners: number[] = [];
  for (let round = 0; round < 100; round++) {
    const id = `round-${round}`;
    await one.drafts.create({ id, ...owner, payload: round, createdAt: 1, expiresAt: 10 });
    const take = { id, ...owner, now: 2, leaseUntil: 5, sealedReplyToken: undefined };
    const taken = await Promise.all([one, other, one, other].map((store) => store.drafts.claim(take)));
    winners.push(taken.filter((draft) => draft !== undefined).length);
  }
  expect(winners).toEqual(Array.from({ length: 100 }, () => 1));

  const given = await Promise.all([one, other].map((store) => store.drafts.claimAbandoned(6)));
  expect(given.flat().map(({ id }) => id)).toHaveLength(100);
  expect(new Set(given.flat().map(({ id }) => id)).size).toBe(100);
});

test("a database from a newer version is left alone", async () => {
  const newer = await createPostgresDatabase();
  onTestFinished(() => newer.drop());
  const later: Migration = {
    up: async (db) => db.schema.createTable("later").addColumn("a", "text").execute(),
  };
  await (await open(newer.url, { ...migrations, "9999-later": later })).close();
  await expect(open(newer.url)).rejects.toMatchObject({ name: "StoreError", failure: "newer" });
});

test("connections that the server closes are replaced, and nothing crashes", async () => {
  const lost: Error[] = [];
  const store = await open(database.url, migrations, lost);
  await store.botState.set("before", "1");
  await adminQuery(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'workspace-bot' and datname = current_database()",
  );
  await expect.poll(() => lost.length).toBeGreaterThan(0);
  expect(await store.botState.get("before")).toBe("1");
});

test("a connection lost in the middle of a transaction ends that work with a clear failure", async () => {
  const db = connect(database.url);
  const work = db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
    await adminQuery(`select pg_terminate_backend(${rows[0]?.pid})`);
    await sql`select 1`.execute(transaction);
  });
  await expect(work).rejects.toMatchObject({ name: "StoreError", failure: "unreachable" });
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test("connections to a server that became read-only are dropped after the first write that fails", async () => {
  const db = connect(database.url, { maxConnections: 2 });
  await sql`create table notes (text text not null)`.execute(db);
  const write = () => sql`insert into notes values ('x')`.execute(db);
  const readOnly = sql`set session characteristics as transaction read only`;
  // Both at once, so that neither takes the other's connection.
  await db.connection().execute(async (one) => {
    await readOnly.execute(one);
    await readOnly.execute(db);
  });
  await expect(write()).rejects.toMatchObject({ failure: "not-writable" });
  await Promise.all([write(), write()]);
  const { rows } = await sql`select from notes`.execute(db);
  expect(rows).toHaveLength(2);
});

test("once a connection turns out to be dead, all those made until then are replaced", async () => {
  let gone = 0;
  await using proxy = await startPostgresProxy(database.url, (_, before) => before < gone);
  const db = connect(proxy.url, { statementTimeoutMs: 2_000, maxConnections: 3 });
  const three = () => Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.05)`.execute(db)));
  await three();
  gone = 3;
  await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ failure: "too-slow" });
  await three();
});

test("repeated statements are prepared, and survive new columns and lost prepared statements", async () => {
  const db = connect(database.url);
  await sql`create table things (text text not null)`.execute(db);
  await sql`insert into things values ('tea')`.execute(db);
  const read = async (on: Kysely<Tables> = db) =>
    (await sql`select * from things where text <> ${""}`.execute(on)).rows;
  const preparedNow = async () => {
    for (let turn = 0; turn < 3; turn++) await read();
    return (await sql`select from pg_prepared_statements`.execute(db)).rows.length;
  };
  expect(await preparedNow()).toBe(1);
  await sql`alter table things add column more text`.execute(db);
  expect(await read()).toEqual([{ text: "tea", more: null }]);
  expect(await preparedNow()).toBe(2);
  await sql`alter table things add column most text`.execute(db);
  expect(await runInTransaction(db, read)).toEqual([{ text: "tea", more: null, most: null }]);
  expect(await preparedNow()).toBe(3);
  // As a pooler that hands out another connection after each transaction.
  await sql`deallocate all`.execute(db);
  expect(await read()).toEqual([{ text: "tea", more: null, most: null }]);
  expect(await preparedNow()).toBe(0);
});

test("only rows that are useless after a crash skip waiting for the disk", async () => {
  await open();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(
    "select relname from pg_class where relpersistence = 'u' and relkind = 'r' order by relname",
  );
  await client.end();
  expect(rows.map(({ relname }) => relname)).toEqual([
    "identify_turns",
    "post_paces",
    "quota_leases",
    "shard_ranges",
  ]);
});

test("a statement that takes too long is cancelled", async () => {
  const db = connect(database.url, { statementTimeoutMs: 50 });
  await expect(sql`select pg_sleep(10)`.execute(db)).rejects.toMatchObject({ failure: "too-slow" });
});

test("64-bit numbers are read as numbers without changing other users of the library", async () => {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  expect((await client.query("select 5::int8 as five")).rows).toEqual([{ five: "5" }]);
  await client.end();
  const store = await open();
  await store.departures.observe("7", 1_763_700_000_000);
  expect(await store.departures.due(1_763_700_000_001)).toEqual(["7"]);
  expect(await store.guildLinks.count()).toBe(0);
});

test.each([
  ["wrong password", (url: URL) => void (url.password = password), "refused"],
  ["unknown user", (url: URL) => void ((url.username = "nobody"), (url.password = password)), "refused"],
  ["unknown database", (url: URL) => void (url.pathname = "/nothing"), "refused"],
  ["nobody at the port", (url: URL) => void ((url.port = "1"), (url.password = password)), "unreachable"],
  [
    "no such host",
    (url: URL) => void ((url.hostname = "db.invalid"), (url.password = password)),
    "unreachable",
  ],
])("%s is reported without the address or the password", async (_what, change, failure) => {
  const url = new URL(database.url);
  change(url);
  const error: unknown = await open(url.href).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ name: "StoreError", failure });
  expectNoSecret(error, [password, encodeURIComponent(password), new URL(database.url).password]);
});

test("an unreadable address is reported without showing it", async () => {
  const error: unknown = await open(`postgres://tester:${password}#x@localhost:port/db`).catch(
    (caught: unknown) => caught,
  );
  expect(error).toMatchObject({ name: "StoreError", failure: "unreachable" });
  expectNoSecret(error, [password, "tester:"]);
});

test("a pooler that refuses the bot's time limits is named, with what to set there", async () => {
  await using pooler = await startPooler(database.url, []);
  await expect(open(pooler.url)).rejects.toMatchObject({
    failure: "refused",
    message: expect.stringMatching(/^The pooler .*add statement_timeout and idle_in_transaction/),
  });
});

test("a server without encryption, or with an unknown certificate, is named, with what to change", async () => {
  await expect(open(`${database.url}?sslmode=verify-full`)).rejects.toThrow(
    /can't be encrypted \(the server offers none\)\..*remove sslmode/,
  );
  await expect(open(`${database.url}?sslmode=verify-full&sslrootcert=/nowhere/ca.pem`)).rejects.toThrow(
    /can't be encrypted \(the certificate's file can't be read: ENOENT\)/,
  );
  const code = "SELF_SIGNED_CERT_IN_CHAIN";
  const untrusted = Object.assign(new Error("self-signed certificate in certificate chain"), { code });
  expect(toConnectionFailure(untrusted)).toMatchObject({
    failure: "refused",
    message: expect.stringMatching(/\(SELF_SIGNED_CERT_IN_CHAIN\)\..*add sslrootcert=.*to DATABASE_URL/),
  });
});

test("a server that never answers times out", async () => {
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => void silent.close());
  const address = silent.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const db = connect(`postgres://tester:x@127.0.0.1:${port}/db`, { connectTimeoutMs: 100 });
  await expect(sql`select 1`.execute(db)).rejects.toMatchObject({ failure: "unreachable" });
});

function expectNoSecret(error: unknown, secrets: readonly string[]): void {
  for (let current = error; current instanceof Error; current = current.cause) {
    const shown = [current.message, current.stack, JSON.stringify(current)].join("\n");
    for (const secret of secrets) expect(shown).not.toContain(secret);
  }
}

/** The most calls that waited for a connection while so many were made at once, of ten connections and three idle ones. */
async function countWaiting(calls: number): Promise<number> {
  const store = await open();
  const call = () => store.botState.get("ready");
  await Promise.all([call(), call(), call()]);
  const made = Array.from({ length: calls }, call);
  const waiting: number[] = [];
  // The pool hands out what is idle only after all of these.
  for (let turn = 0; turn < 100; turn += 1) {
    waiting.push(store.pool?.()?.waiting ?? Number.NaN);
    await Promise.resolve();
  }
  await Promise.all(made);
  return Math.max(...waiting);
}

test("a call waits for a connection only if none is idle", async () => {
  expect(await countWaiting(1)).toBe(0);
  expect(await countWaiting(3)).toBe(0);
  expect(await countWaiting(30)).toBeGreaterThan(0);
});
