#!/usr/bin/env bash
# Kysely, and an insert of several rows of which one leaves out a column that has a default.
# Guess: the column's default is used for that row, on SQLite as on Postgres, as it is when the row is inserted alone.
# Seen: with kysely 0.29.9 Postgres gets the keyword `default` in its place, but SQLite, which has no such keyword there,
#   gets `null`: a column that may be null is null, and one that may not fails. Alone, the same row has the default.
#   (SQLite of Node.js 26.10.0.)
# Why it matters: rows that are written in batches differ from those written one by one, depending on what else was in the
#   batch, and on one of the two databases only. Each row needs the same columns.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E node@26.10.0 kysely@0.29.9 @electric-sql/pglite@0.5.14 >/dev/null

cat > try.mjs <<'SCRIPT'
import { DatabaseSync } from "node:sqlite";
import { PGlite } from "@electric-sql/pglite";
import { Kysely, PGliteDialect, SqliteDialect } from "kysely";

const database = new DatabaseSync(":memory:");
const prepare = (text) => {
  const statement = database.prepare(text);
  return {
    reader: statement.columns().length > 0,
    all: (values) => statement.all(...values),
    run: (values) => statement.run(...values),
  };
};
const sqlite = new SqliteDialect({ database: { prepare, close: () => database.close() } });
const postgres = new PGliteDialect({ pglite: await PGlite.create() });

async function insert(dialect) {
  const db = new Kysely({ dialect });
  await db.schema
    .createTable("orders")
    .addColumn("name", "text")
    .addColumn("state", "text", (column) => column.defaultTo("open"))
    .execute();
  await db.insertInto("orders").values({ name: "alone" }).execute();
  await db.insertInto("orders").values([{ name: "first", state: "closed" }, { name: "second" }]).execute();
  const rows = await db.selectFrom("orders").selectAll().execute();
  return rows.map(({ name, state }) => `${name} ${state}`).join(", ");
}

console.log(`kysely 0.29.9, Node.js ${process.version}, SQLite ${process.versions.sqlite}, PGlite 0.5.14`);
const onPostgres = await insert(postgres);
const onSqlite = await insert(sqlite);
console.log("Postgres:", onPostgres);
console.log("SQLite:", onSqlite);
if (onPostgres !== "alone open, first closed, second open" || onSqlite !== "alone open, first closed, second null") {
  console.log("A row without a value for a column is no longer null on SQLite alone.");
  process.exit(1);
}
SCRIPT
npx --no-install node --disable-warning=ExperimentalWarning try.mjs
