#!/usr/bin/env bash
# An array of texts in Postgres with a NULL in it, read by postgres.js.
# Guess: the element is `null`, as a column without a value is, and as in pg.
# Seen: with postgres.js 3.4.9 it's the text `NULL`, the same as for an element that really is that word, which Postgres
#   sends in quotes to tell them apart. Arrays of numbers have NaN there, since the word is made a number. pg 8.23.1 has `null`
#   in both. (PGlite 0.5.14 as the server.)
# Why it matters: `array_agg` of a column that may be empty, such as nicknames, makes such arrays. People get the name NULL, and
#   a check for `null` never finds them. `array_agg(…) filter (where … is not null)` leaves them out.

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
await db.exec(`create table people (id int, nickname text, points int);
  insert into people values (1, 'Mia', 5), (2, null, null), (3, 'NULL', 7)`);
const query = `select array_agg(nickname order by id) as names, array_agg(points order by id) as points from people`;
const server = new PGLiteSocketServer({ db, path: `${process.cwd()}/.s.PGSQL.5432` });
await server.start();
const place = { host: process.cwd(), user: "postgres", database: "postgres" };

const client = new pg.Client(place);
await client.connect();
const [byPg] = (await client.query(query)).rows;
await client.end();
const sql = postgres({ ...place, max: 1 });
const [byPostgresJs] = await sql.unsafe(query);
await sql.end();
await server.stop();

console.log("pg 8.23.1:", byPg);
console.log("postgres.js 3.4.9:", { ...byPostgresJs });
if (byPg.names[1] !== null || byPg.points[1] !== null) {
  console.log("pg doesn't read it as null.");
  process.exit(1);
}
if (byPostgresJs.names[1] !== "NULL" || !Number.isNaN(byPostgresJs.points[1])) {
  console.log("postgres.js reads NULL in an array otherwise now.");
  process.exit(1);
}
process.exit();
SCRIPT
node try.mjs
