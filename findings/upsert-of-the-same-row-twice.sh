#!/usr/bin/env bash
# One upsert of several rows, two of which have the same key: SQLite and Postgres.
# Guess: both take the rows in order, so that the last one wins, as with one statement for each row.
# Seen: SQLite (sql.js 1.13.0) does. Postgres (PGlite 0.3.14, which is Postgres 17) refuses the whole statement:
#   "ON CONFLICT DO UPDATE command cannot affect row a second time" (21000).
# Why it matters: a bot that writes what it learned about people in batches may meet a person twice in one of them. On
#   SQLite, and in every test there, nobody notices; on Postgres the whole batch is lost. Make keys unique before.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E sql.js@1.13.0 @electric-sql/pglite@0.3.14

cat > try.mjs <<'SCRIPT'
import initSqlJs from "sql.js";
import { PGlite } from "@electric-sql/pglite";

const table = "create table people (id text primary key, name text)";
const upsert = `insert into people values ('1', 'Mia'), ('2', 'Theo'), ('1', 'Mia Koch')
  on conflict (id) do update set name = excluded.name`;
const read = "select name from people order by id";

const { Database } = await initSqlJs();
const sqlite = new Database();
sqlite.run(table);
sqlite.run(upsert);
const inSqlite = sqlite.exec(read)[0].values.flat();
const [[version]] = sqlite.exec("select sqlite_version()")[0].values;

const postgres = new PGlite();
await postgres.exec(table);
const refusal = await postgres.query(upsert).then(
  () => undefined,
  ({ code, message }) => `${code} ${message}`,
);
const inPostgres = (await postgres.query(read)).rows.map(({ name }) => name);
const [{ server_version }] = (await postgres.query("show server_version")).rows;

console.log(`SQLite ${version}:`, inSqlite);
console.log(`Postgres ${server_version}:`, inPostgres, refusal);
if (inSqlite.join() !== "Mia Koch,Theo" || inPostgres.length > 0 || !refusal?.startsWith("21000")) {
  console.log("SQLite and Postgres no longer differ in an upsert that has a key twice.");
  process.exit(1);
}
SCRIPT
node try.mjs
