#!/usr/bin/env bash
# A file that was fetched, stored in a `bytea` column of Postgres by pg.
# Guess: the bytes are stored, or the parameter is refused: `await response.arrayBuffer()` is what fetch has for them.
# Seen: pg 8.23.1 stores two bytes, `{}`, and says nothing: it makes JSON of objects that it doesn't know, an `ArrayBuffer` has no
#   fields of its own, and any text without a backslash is a valid `bytea`. The same bytes as a `Uint8Array` are stored right,
#   and postgres.js 3.4.9 stores both. (PGlite 0.5.14 as the server.)
# Why it matters: attachments, icons and exports are gone, and it shows only when somebody opens one. `Buffer.from(…)` around it helps.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E postgres@3.4.9 pg@8.23.1 @electric-sql/pglite@0.5.14 @electric-sql/pglite-socket@0.2.17 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import pg from "pg";
import postgres from "postgres";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
console.log(`pg ${versionOf("pg")}, postgres.js ${versionOf("postgres")}, Node.js ${process.version}`);
const db = await PGlite.create();
const server = new PGLiteSocketServer({ db, port: 0, host: "127.0.0.1" });
await server.start();
const [, port] = server.getServerConn().split(":");
const login = { host: "127.0.0.1", port: Number(port), user: "postgres", database: "postgres" };
const file = await new Response("a file with a ✓").arrayBuffer();
const statement = "select $1::bytea as stored";

const client = new pg.Client(login);
await client.connect();
const byPg = [];
for (const value of [file, new Uint8Array(file)]) byPg.push((await client.query(statement, [value])).rows[0].stored);
await client.end();

const sql = postgres({ ...login, max: 1 });
const byPostgresJs = [];
for (const value of [file, new Uint8Array(file)]) byPostgresJs.push((await sql.unsafe(statement, [value]))[0].stored);
await sql.end();
await server.stop();
await db.close();

const tell = (name, [whole, view]) => {
  console.log(`${name}: of ${file.byteLength} bytes an ArrayBuffer leaves ${whole.length} (${whole}), a Uint8Array ${view.length}`);
  return `${whole.length},${view.length}`;
};
const seen = [tell("pg", byPg), tell("postgres.js", byPostgresJs)];
if (seen[0] !== `2,${file.byteLength}` || seen[1] !== `${file.byteLength},${file.byteLength}`) {
  console.log("pg now stores an ArrayBuffer, or refuses it.");
  process.exit(1);
}
process.exit(0);
SCRIPT
node try.mjs
