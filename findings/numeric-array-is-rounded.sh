#!/usr/bin/env bash
# `numeric` in Postgres, read by pg as a column and as an array.
# Guess: pg gives `numeric` as text, since a JavaScript number can't hold every such value, and so it does in an array, as it
#   gives the elements of `bigint[]` as texts.
# Seen: with pg 8.23.1 the elements of `numeric[]` are numbers: 12345678901234567.89 is 12345678901234568, and 1.10 is 1.1.
#   `bigint[]` and postgres.js 3.4.9 keep the texts. (PGlite 0.5.14 as the server.)
# Why it matters: `array_agg` of amounts, or a batch that returns them as an array, gives others than a row for each of them.
#   Code that was written for texts fails on the numbers as well. `array_agg(amount::text)` is exact.

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
const query = `select 12345678901234567.89::numeric as amount, array[12345678901234567.89, 1.10]::numeric[] as amounts,
  array[123456789012345678]::bigint[] as ids`;
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
if (byPg.amount !== "12345678901234567.89" || byPg.ids[0] !== "123456789012345678") {
  console.log("pg reads the column or the other array otherwise now.");
  process.exit(1);
}
if (byPg.amounts[0] !== Number("12345678901234567.89") || byPg.amounts[1] !== 1.1) {
  console.log("pg no longer makes numbers of an array of numeric.");
  process.exit(1);
}
process.exit();
SCRIPT
node try.mjs
