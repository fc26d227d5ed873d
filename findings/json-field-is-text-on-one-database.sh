#!/usr/bin/env bash
# A field of a JSON column, read and compared with `->>`, on SQLite and Postgres, through Kysely.
# Guess: the same on both: SQLite says that its `->` and `->>` go well with those of Postgres, where `->>` always gives a text;
#   and what comes back has the type that Kysely says.
# Seen: SQLite (sql.js 1.13.0) gives 5 and 1 where Postgres (PGlite 0.5.14) gives the texts `5` and `true`. A number there isn't
#   equal to a text, so `->> 'size' = '5'` and `->> 'open' = 'true'` find the row on Postgres, and never on SQLite, without
#   an error. kysely 0.29.9 types the field as what is in the JSON, number and boolean, which is right for a number on SQLite
#   alone.
# Why it matters: settings kept as JSON are looked up like this. Tests run on SQLite, and names, which are texts in both, pass
#   there; a check for a switch or a number finds nothing on one of the two. A cast in the statement makes them alike for numbers.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E sql.js@1.13.0 kysely@0.29.9 @electric-sql/pglite@0.5.14 >/dev/null

cat > try.mjs <<'SCRIPT'
import { PGlite } from "@electric-sql/pglite";
import { Kysely, PGliteDialect, SqliteDialect, sql } from "kysely";
import openSqlJs from "sql.js";

const { Database } = await openSqlJs();
const database = new Database();
const prepare = (text) => {
  const statement = database.prepare(text);
  return {
    reader: statement.getColumnNames().length > 0,
    run: (values) => (statement.run(values), { changes: 0, lastInsertRowid: 0 }),
    all: (values) => {
      const rows = [];
      statement.bind(values);
      while (statement.step()) rows.push(statement.getAsObject());
      return rows;
    },
  };
};
const sqlite = new SqliteDialect({ database: { prepare, close: () => database.close() } });
const postgres = new PGliteDialect({ pglite: await PGlite.create() });

async function look(dialect, type) {
  const db = new Kysely({ dialect });
  await db.schema.createTable("teams").addColumn("settings", sql.raw(type)).execute();
  const settings = JSON.stringify({ name: "kitchen", size: 5, open: true });
  await db.insertInto("teams").values({ settings }).execute();
  const answers = [];
  for (const [key, text] of [["name", "kitchen"], ["size", "5"], ["open", "true"]]) {
    const { value } = await db
      .selectFrom("teams")
      .select((eb) => eb.ref("settings", "->>").key(key).as("value"))
      .executeTakeFirstOrThrow();
    const found = await db
      .selectFrom("teams")
      .selectAll()
      .where((eb) => eb(eb.ref("settings", "->>").key(key), "=", text))
      .execute();
    answers.push(`${key} is ${JSON.stringify(value)}, found by "${text}": ${found.length}`);
  }
  return answers.join("; ");
}

const [{ values }] = database.exec("select sqlite_version()");
console.log(`kysely 0.29.9, sql.js 1.13.0 with SQLite ${values[0][0]}, PGlite 0.5.14`);
const onPostgres = await look(postgres, "jsonb");
const onSqlite = await look(sqlite, "text");
console.log("Postgres:", onPostgres);
console.log("SQLite:", onSqlite);
if (
  onPostgres !==
  'name is "kitchen", found by "kitchen": 1; size is "5", found by "5": 1; open is "true", found by "true": 1'
) {
  console.log("Postgres doesn't give texts, or doesn't find the row by them.");
  process.exit(1);
}
if (onSqlite !== 'name is "kitchen", found by "kitchen": 1; size is 5, found by "5": 0; open is 1, found by "true": 0') {
  console.log("A field is no longer another value on SQLite.");
  process.exit(1);
}
SCRIPT
node try.mjs
