#!/usr/bin/env bash
# A Discord id in a `bigint` column of Postgres, read by itself and as a part of another row.
# Guess: a query builder that reads the column exactly, as a `bigint` or as text, does so everywhere: for the row itself,
#   and for the same row nested in another one by the builder's own means, whose types say so.
# Seen: both drizzle-orm 0.45.4 (`with` of a relational query) and kysely 0.29.9 (`jsonArrayFrom`) let the database make JSON
#   of the nested rows. There the id is a number, which `JSON.parse` rounds: 123456789012345678 comes back as …680. Drizzle
#   even makes a `bigint` of the rounded number. `numeric` loses its last digits in the same way. With PGlite 0.5.14.
# Why it matters: ids of 18 digits are what a bot looks everything up by. The rounded one belongs to nobody, or to somebody
#   else, and only nested rows have it, so tests with ids such as 1 and 2 pass. Ids are better kept as text.

set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent -E @electric-sql/pglite@0.5.14 drizzle-orm@0.45.4 kysely@0.29.9 >/dev/null

cat > try.mjs <<'SCRIPT'
import { PGlite } from "@electric-sql/pglite";
import { relations } from "drizzle-orm";
import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/pglite";
import { Kysely, PGliteDialect } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";

const pglite = await PGlite.create();
await pglite.exec(`create table teams (name text primary key);
  create table people (id bigint primary key, team text);
  insert into teams values ('kitchen');
  insert into people values (123456789012345678, 'kitchen')`);

const teams = pgTable("teams", { name: text().primaryKey() });
const people = pgTable("people", { id: bigint({ mode: "bigint" }).primaryKey(), team: text() });
const ofTeams = relations(teams, ({ many }) => ({ people: many(people) }));
const ofPeople = relations(people, ({ one }) => ({
  of: one(teams, { fields: [people.team], references: [teams.name] }),
}));
const drizzled = drizzle(pglite, { schema: { teams, people, ofTeams, ofPeople } });
const [byDrizzle] = await drizzled.select().from(people);
const nestedByDrizzle = (await drizzled.query.teams.findFirst({ with: { people: true } })).people[0];

const db = new Kysely({ dialect: new PGliteDialect({ pglite }) });
const byKysely = await db.selectFrom("people").select("id").executeTakeFirstOrThrow();
const nestedByKysely = (
  await db
    .selectFrom("teams")
    .select((eb) =>
      jsonArrayFrom(eb.selectFrom("people").select("id").whereRef("people.team", "=", "teams.name")).as("people"),
    )
    .executeTakeFirstOrThrow()
).people[0];

console.log("drizzle-orm 0.45.4, by itself and nested:", byDrizzle.id, nestedByDrizzle.id);
console.log("kysely 0.29.9, by itself and nested:", byKysely.id, nestedByKysely.id);
const exact = "123456789012345678";
if (String(byDrizzle.id) !== exact || String(byKysely.id) !== exact) {
  console.log("The id isn't even exact by itself.");
  process.exit(1);
}
if (String(nestedByDrizzle.id) === exact || String(nestedByKysely.id) === exact) {
  console.log("Nested ids are exact now, at least with one of them.");
  process.exit(1);
}
SCRIPT
node try.mjs
