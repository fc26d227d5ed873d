#!/usr/bin/env bash
# Kysely's `insertId` on SQLite, after an insert that inserted nothing.
# Guess: it's `undefined`, as Kysely's documentation says it can be where `on conflict` makes such a statement succeed.
# Seen: with kysely 0.29.9 and node:sqlite of Node.js 26.10.0 it's the id of the last row that was inserted by this
#   connection, into whichever table. An upsert that updates a row has that id as well, not the one of the row it updated.
#   Only `numInsertedOrUpdatedRows` tells, and only in the first case.
# Why it matters: "add it if it's new, then note its id" attaches what follows to another row, perhaps of another table.
#   `returning` has no row in the first case, and the right one in the second.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E node@26.10.0 kysely@0.29.9 >/dev/null

cat > try.mjs <<'SCRIPT'
import { DatabaseSync } from "node:sqlite";
import { Kysely, SqliteDialect } from "kysely";

const database = new DatabaseSync(":memory:");
const prepare = (text) => {
  const statement = database.prepare(text);
  return {
    reader: statement.columns().length > 0,
    all: (values) => statement.all(...values),
    run: (values) => statement.run(...values),
  };
};
const db = new Kysely({ dialect: new SqliteDialect({ database: { prepare, close: () => database.close() } }) });
database.exec(`create table people (id integer primary key, name text unique, seen integer);
  create table notes (id integer primary key, text text);
  insert into people values (1, 'Mia', 0);
  insert into notes values (77, 'closed on Monday')`);

const mia = db.insertInto("people").values({ name: "Mia", seen: 1 });
const ignored = await mia.onConflict((conflict) => conflict.doNothing()).executeTakeFirstOrThrow();
const updated = await mia
  .onConflict((conflict) => conflict.column("name").doUpdateSet({ seen: 1 }))
  .executeTakeFirstOrThrow();
console.log(`kysely 0.29.9, Node.js ${process.version}, SQLite ${process.versions.sqlite}`);
console.log("Mia has id 1; the last note has id 77.");
console.log("inserted nothing:", ignored);
console.log("updated Mia:", updated);
if (ignored.insertId !== 77n || updated.insertId !== 77n) {
  console.log("The id of another row is no longer given.");
  process.exit(1);
}
SCRIPT
npx --no-install node --disable-warning=ExperimentalWarning try.mjs
