import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createInRelaxedTransaction } from "../../src/store/guild-transaction.ts";
import { openSqliteFile, createSqliteDialect } from "../../src/store/sqlite.ts";
import type { Tables } from "../../src/store/tables.ts";

/** As SQLite numbers them. */
const [normal, full] = [1, 2];

let database: DatabaseSync;
let db: Kysely<Tables>;
beforeEach(() => {
  database = openSqliteFile(join(mkdtempSync(join(tmpdir(), "relaxed-")), "rows.sqlite"));
  database.exec("create table bot_state (key text, value text)");
  db = new Kysely<Tables>({ dialect: createSqliteDialect(database) });
});
afterEach(() => db.destroy());

const synchronous = () => database.prepare("pragma synchronous").get()?.["synchronous"];
const rows = () => database.prepare("select key from bot_state").all().length;

test("a relaxed write doesn't wait for the disk, and everything after it does", async () => {
  const inRelaxedTransaction = createInRelaxedTransaction(db, false);
  await inRelaxedTransaction(async () => {
    expect(synchronous()).toBe(normal);
    database.exec("insert into bot_state values ('a', '')");
  });
  expect(rows()).toBe(1);
  expect(synchronous()).toBe(full);
});

test("a relaxed transaction rolls back on failure, and other writes wait for the disk again", async () => {
  const inRelaxedTransaction = createInRelaxedTransaction(db, false);
  const work = inRelaxedTransaction(async () => {
    database.exec("insert into bot_state values ('a', '')");
    throw new Error("broken off");
  });
  await expect(work).rejects.toThrow("broken off");
  expect(rows()).toBe(0);
  expect(synchronous()).toBe(full);
});

test("other work waits until it is over", async () => {
  const inRelaxedTransaction = createInRelaxedTransaction(db, false);
  const relaxed = inRelaxedTransaction(() => Promise.resolve());
  const other = db.transaction().execute(() => Promise.resolve(synchronous()));
  expect(await other).toBe(full);
  await relaxed;
});
