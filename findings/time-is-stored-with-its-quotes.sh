#!/usr/bin/env bash
# A date or time of Temporal, stored by pg in columns for times and for texts.
# Guess: Temporal's text is stored, as PGlite does in a column of type `text`, or the value is refused, as postgres.js does in both; at
#   any rate what works in a column for times works in one for texts.
# Seen: with pg 8.23.1 on Node.js 26.10.0 a `timestamptz`, `date` or `time` column has the right value, and a `text` column has it with
#   quotes around it: "2026-12-24". pg makes JSON of what it doesn't know, and Postgres overlooks the quotes when it reads a time, but not
#   in an `interval` or with a zone's name in brackets, which it refuses. postgres.js 3.4.9 throws.
# Why it matters: a column for times is what one tries it with. In one for texts, where months, weeks or days with their zones are kept,
#   no comparison finds the rows again, and what is read back isn't a date any more. `String(date)` is right everywhere.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E node@26.10.0 pg@8.23.1 postgres@3.4.9 @electric-sql/pglite@0.5.14 @electric-sql/pglite-socket@0.2.17 >/dev/null

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
const cases = [
  ["date", Temporal.PlainDate.from("2026-12-24")],
  ["time", Temporal.PlainTime.from("18:30")],
  ["timestamptz", Temporal.Instant.from("2026-12-24T17:30:00Z")],
  ["interval", Temporal.Duration.from({ minutes: 90 })],
];
const client = new pg.Client(login);
await client.connect();
await client.query("set time zone 'UTC'");
const store = async (type, value) => {
  try {
    const { rows } = await client.query(`select $1::${type}::text as stored`, [value]);
    return rows[0].stored;
  } catch (error) {
    return `refused (${error.message})`;
  }
};
const seen = [];
for (const [type, value] of cases) {
  const stored = [await store(type, value), await store("text", value)];
  console.log(`pg: ${value} is ${stored[0]} as ${type}, and as text ${stored[1]}`);
  seen.push(stored[1] === `"${value}"`, !stored[0].startsWith("refused"));
}
await client.end();
const sql = postgres({ ...login, max: 1 });
const refused = await sql.unsafe("select $1::text as stored", [cases[0][1]]).then(
  () => false,
  () => true,
);
await sql.end();
await server.stop();
await db.close();
console.log(`postgres.js ${refused ? "refuses" : "takes"} such a value.`);
if (seen.join() !== "true,true,true,true,true,true,true,false" || !refused) {
  console.log("pg or postgres.js stores such values otherwise now.");
  process.exit(1);
}
process.exit(0);
SCRIPT
npx --no-install node try.mjs
