#!/usr/bin/env bash
# Kysely, and one statement for either of two tables.
#
# Guess: where the table's name is a union of two names, only columns that both tables have can be selected; any other is an
#   error of types.
# Seen: with kysely 0.29.9 and TypeScript 7.0.2 the columns of both can be selected, and the row's type has all of them, as
#   after a join. The statement names one table, so the database refuses it when it runs.
# Why it matters: code that is shared by two tables of one shape is checked less than code for one of them. A column that only
#   one table has passes the compiler, and fails for the other table alone.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null && npm pkg set type=module >/dev/null && npm i --silent -E kysely@0.29.9 typescript@7.0.2 >/dev/null
cat >try.ts <<'TS'
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
interface Tables {
  readonly orders: { readonly id: number; readonly items: string };
  readonly visits: { readonly id: number; readonly minutes: number };
}
const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (each) => new SqliteIntrospector(each),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});
const fromEither = (table: "orders" | "visits") => db.selectFrom(table).select(["id", "items", "minutes"]);
type Row = Awaited<ReturnType<ReturnType<typeof fromEither>["executeTakeFirstOrThrow"]>>;
export const describe = ({ items, minutes }: Row): string => items.toUpperCase() + minutes.toFixed();
console.log(fromEither("orders").compile().sql);
TS
npx tsc --strict --module nodenext --target es2022 --types "" try.ts || { echo "It is an error of types now." >&2; exit 1; }
echo "kysely 0.29.9, typescript $(npx tsc --version), node $(node --version): no error of types"
sql=$(node try.js)
echo "$sql"
[ "$sql" = 'select "id", "items", "minutes" from "orders"' ] || { echo "The statement is another one now." >&2; exit 1; }
