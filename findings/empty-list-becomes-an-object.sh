#!/usr/bin/env bash
# A JavaScript array given to pg for a column of type `jsonb`.
# Guess: it's refused, as pg's documentation warns: an array is sent as one of Postgres, in braces, which isn't JSON. So the
#   first test of such a statement fails, and one writes `JSON.stringify` there.
# Seen: with pg 8.23.1 that's so for [1, 2], but an empty array is stored without a word, as an object: `{}`, which is how
#   Postgres writes an empty array, happens to be JSON. postgres.js 3.4.9 stores both as arrays. (PGlite 0.5.14 as the server.)
# Why it matters: a new row often starts with an empty list, and it's only read later, by code that calls `map` on it, or that
#   takes `length` for 0 and gets `undefined`. What was meant to fail in the first test fails in one row of many.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E postgres@3.4.9 pg@8.23.1 @electric-sql/pglite@0.5.14 @electric-sql/pglite-socket@0.2.17 >/dev/null

cat > try.mjs <<'SCRIPT'
import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import pg from "pg";
import postgres from "postgres";

const db = await PGlite.create();
await db.exec("create table drafts (items jsonb)");
const server = new PGLiteSocketServer({ db, path: `${process.cwd()}/.s.PGSQL.5432` });
await server.start();
const place = { host: process.cwd(), user: "postgres", database: "postgres" };

const client = new pg.Client(place);
await client.connect();
const byPg = [];
for (const items of [[1, 2], []]) {
  const { rows, refusal } = await client
    .query("insert into drafts values ($1) returning items", [items])
    .catch(({ message }) => ({ refusal: message }));
  byPg.push(refusal ?? JSON.stringify(rows[0].items));
}
await client.end();
const sql = postgres({ ...place, max: 1 });
const byPostgresJs = [];
for (const items of [[1, 2], []]) {
  const [row] = await sql`insert into drafts ${sql({ items })} returning items`;
  byPostgresJs.push(JSON.stringify(row.items));
}
await sql.end();
await server.stop();

console.log("pg 8.23.1, [1, 2] and []:", byPg);
console.log("postgres.js 3.4.9, [1, 2] and []:", byPostgresJs);
if (byPg[0] !== "invalid input syntax for type json" || byPg[1] !== "{}" || byPostgresJs.join() !== "[1,2],[]") {
  console.log("An empty array is no longer stored as an object by pg alone.");
  process.exit(1);
}
process.exit();
SCRIPT
node try.mjs
