#!/usr/bin/env bash
# A condition of Kysely whose value is `undefined`.
# Guess: `eb.and({ guild_id: undefined })` finds nothing, as `where("guild_id", "=", undefined)` does, which compares with null; or
#   it throws. The documentation calls the object a simpler notation for the same.
# Seen: with kysely 0.29.9 the condition is left out without a word. If it was the only one, the statement has `where 1 = 1`, and
#   a `delete` takes every row. `eb.or` leaves it out as well, and then finds nothing. The types allow `undefined`.
# Why it matters: an id that is missing by mistake, such as the server of a private message, deletes or shows what belongs to all
#   servers. The two notations look alike, and with a value they are.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E node@26.10.0 kysely@0.29.9 >/dev/null

cat > try.mjs <<'SCRIPT'
import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";

const { version } = JSON.parse(readFileSync("node_modules/kysely/package.json", "utf8"));
console.log(`kysely ${version}, Node.js ${process.version}`);
const kysely = new Kysely({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});
const countLeft = (name, statement) => {
  const db = new DatabaseSync(":memory:");
  db.exec("create table orders (guild_id text); insert into orders values ('1'), ('1'), ('2')");
  const { sql, parameters } = statement.compile();
  db.prepare(sql).run(...parameters);
  const left = db.prepare("select count(*) as left from orders").get().left;
  console.log(`${name}: ${sql} leaves ${left} of 3 rows`);
  return left;
};
const orders = kysely.deleteFrom("orders");
const guild_id = undefined;
const left = [
  countLeft("and, with a value", orders.where((eb) => eb.and({ guild_id: "1" }))),
  countLeft("where, without", orders.where("guild_id", "=", guild_id)),
  countLeft("and, without", orders.where((eb) => eb.and({ guild_id }))),
  countLeft("or, without", orders.where((eb) => eb.or({ guild_id }))),
];
if (left.join() !== "1,3,0,3") {
  console.log("A condition without a value is no longer left out.");
  process.exit(1);
}
SCRIPT
npx --no-install node try.mjs
