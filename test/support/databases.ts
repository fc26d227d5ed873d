import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { inject } from "vitest";
import { openStore } from "../../commands/store.ts";
import { getSqlitePath } from "../../src/store/sqlite.ts";
import { askBroker, type SharedServer } from "./broker.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address that starts the test run's Postgres when first asked, and answers with that server's address. */
    readonly postgresBroker: string;
  }
}

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A Postgres of a test's own, which may be away for a while. */
export interface PostgresServer extends SharedServer {
  /** Ends its connections: with a word, or as a crash does. Resolves when it is down. */
  halt(how: "stop" | "crash"): Promise<void>;
  /** On the same files. Resolves when it takes connections. */
  resume(): Promise<void>;
}

/**
 * A real Postgres that listens on a socket file, with nothing in it. `stop` removes its files.
 * @param folder for them; as root it runs as another user, who has to get there
 */
export async function startPostgres(folder = tmpdir()): Promise<PostgresServer> {
  const script = join(import.meta.dirname, "postgres.process.ts");
  const server = spawn(process.execPath, [script], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const log: string[] = [];
  server.stderr.on("data", (chunk) => log.push(String(chunk)));
  const closed = once(server, "close");
  const [said] = await Promise.race([once(server.stdout, "data"), closed]);
  const url = String(said).trim();
  if (!url.startsWith("postgres://")) throw new Error(`Postgres did not start:\n${log.slice(-20).join("")}`);
  const tell = async (word: string): Promise<void> => {
    const done = once(server.stdout, "data");
    server.stdin.write(`${word}\n`);
    const answer = await Promise.race([done, closed.then(() => "nothing: it ended")]);
    if (String(answer).trim() !== word)
      throw new Error(`Postgres was told to ${word} and said ${String(answer)}`);
  };
  return {
    url,
    halt: tell,
    resume: () => tell("start"),
    async stop() {
      server.stdin.end();
      await closed;
    },
  };
}

/** A condition for `pg_locks`, which lists the locks in all databases of a server, whose tables have the same numbers. */
export const inThisDatabase = "database = (select oid from pg_database where datname = current_database())";

const migrated = "migrated";

/** A Postgres with an already migrated database, which others are copied from. */
export async function startMigratedPostgres(): Promise<SharedServer> {
  const server = await startPostgres();
  try {
    await onServer(server.url, `create database ${migrated}`);
    const databaseUrl = urlOf(server.url, migrated);
    await (await openStore({ databaseUrl, dataFolder: "/nowhere", now: Date.now })).close();
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** A database of its own with all tables and nothing in them, on the Postgres that all test files of a run share. */
export function createPostgresDatabase(): Promise<TestDatabase> {
  return copyPostgresDatabase(migrated);
}

/** The same without tables. */
export function createEmptyPostgresDatabase(): Promise<TestDatabase> {
  return copyPostgresDatabase("template1");
}

async function copyPostgresDatabase(template: string): Promise<TestDatabase> {
  const serverUrl = await askBroker(inject("postgresBroker"));
  const name = `test_${randomBytes(6).toString("hex")}`;
  await onServer(serverUrl, `create database ${name} template ${template}`);
  return {
    url: urlOf(serverUrl, name),
    drop: () => onServer(serverUrl, `drop database ${name} with (force)`),
  };
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

let migratedFolder: Promise<string> | undefined;

/** Puts an empty, already migrated SQLite file into a data folder: each worker creates the many tables once. */
export async function copyMigratedFile(dataFolder: string): Promise<void> {
  migratedFolder ??= migrateInNewFolder();
  await copyFile(getSqlitePath(await migratedFolder), getSqlitePath(dataFolder));
}

async function migrateInNewFolder(): Promise<string> {
  const dataFolder = await mkdtemp(join(tmpdir(), "workspace-bot-migrated-"));
  const store = await openStore({ databaseUrl: undefined, dataFolder, now: Date.now });
  await store.close();
  return dataFolder;
}

export interface TestFolder {
  readonly path: string;
  remove(): Promise<void>;
}

export async function createTestFolder(): Promise<TestFolder> {
  const path = await mkdtemp(join(tmpdir(), "workspace-bot-test-"));
  return {
    path,
    remove: async () => {
      await chmod(path, 0o700);
      await rm(path, { recursive: true, force: true });
    },
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
