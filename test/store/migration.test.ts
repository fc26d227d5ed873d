import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import type { Migration } from "kysely/migration";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { migrations, type StoreMigration } from "../../src/store/migrations/index.ts";
import { openStore } from "../../commands/store.ts";
import { createPostgresDatabase, inThisDatabase } from "../support/databases.ts";
import { until } from "../support/wait-for.ts";
import type { Store } from "../../src/store/store.ts";
import { databaseKinds, makePlace, type Place } from "./test-databases.ts";
import { draft, entry, guildId, link, now, schedule } from "./sample-rows.ts";

describe.each(databaseKinds)("a database of an earlier version on %s", (kind) => {
  let place: Place;
  let runs: number;

  /** A later version, which has one more column and fills it. */
  const later: Migration = {
    async up(db) {
      runs += 1;
      await sql`alter table guild_links add column colour text`.execute(db);
      await sql`update guild_links set colour = 'blue'`.execute(db);
    },
  };

  beforeEach(async () => {
    runs = 0;
    place = await makePlace(kind);
    onTestFinished(() => place.remove());
    const earlier = await place.open({ now: () => now });
    await earlier.drafts.create(draft);
    await earlier.audit.record(entry);
    await earlier.guildLinks.save(link, 5);
    await earlier.accessRoles.set(guildId, "10", "staff");
    await earlier.close();
  });

  async function openLater(): Promise<Store> {
    const store = await place.open({ now: () => now, migrations: { ...migrations, "9999-later": later } });
    onTestFinished(() => store.close());
    return store;
  }

  test("keeps its links, roles, drafts and audit log", async () => {
    const store = await openLater();
    expect(await store.guildLinks.find(guildId, link.linkKey)).toMatchObject(link);
    expect(await store.accessRoles.list(guildId)).toEqual([{ roleId: "10", tier: "staff" }]);
    expect(await store.drafts.find(draft.id)).toMatchObject(draft);
    expect(await store.audit.list(guildId, {}, { limit: 5 })).toEqual([entry]);
  });

  test("says what schedules are paused for that were paused before that was stored", async () => {
    const before = await place.open({ now: () => now });
    const reasons = {
      deleted: "The channel was deleted. Choose another one with `/schedule edit`.",
      unlinked: "The link to the workspace was removed.",
      other: "The thread is locked. Choose another channel with `/schedule edit`.",
    };
    for (const [id, reason] of Object.entries(reasons)) {
      await before.schedules.create({ ...schedule, id });
      await before.schedules.pause(guildId, id, { reason });
    }
    await before.close();
    await place.query("alter table schedules drop column paused_cause");
    // Migrations run in order, so the ones after it run again too.
    await place.query("delete from schema_migrations where name >= '0010'");
    await place.query(
      "delete from bot_state where key like 'oldest-version:%' and key >= 'oldest-version:0010'",
    );
    const { schedules } = await openLater();
    const paused = async (id: string) => {
      const found = await schedules.find(guildId, id);
      return [found?.pausedCause, found?.pausedReason];
    };
    expect(await paused("deleted")).toEqual([
      "deleted-channel",
      "The channel was deleted. Choose another one with *Edit…* in `/schedule list`.",
    ]);
    expect(await paused("unlinked")).toEqual(["link-gone", reasons.unlinked]);
    expect(await paused("other")).toEqual([
      undefined,
      "The thread is locked. Choose another channel with *Edit…* in `/schedule list`.",
    ]);
  });

  test("has what the later version added, in the rows that were there before", async () => {
    await openLater();
    expect(await place.query("select colour from guild_links")).toEqual([{ colour: "blue" }]);
  });

  test("can be opened by the older version if the newer one allows it", async () => {
    const open = async (oldestVersion: string | undefined, version: string) => {
      const store = await place.open({
        now: () => now,
        version: "9.0.0",
        migrations: { ...migrations, "9999-later": { ...later, ...(oldestVersion && { oldestVersion }) } },
      });
      await store.close();
      const old = await place.open({ now: () => now, version });
      onTestFinished(() => old.close());
      return old;
    };
    const old = await open("8.1.0", "8.1.0");
    expect(await old.guildLinks.find(guildId, link.linkKey)).toMatchObject(link);
    await old.close();
    await expect(place.open({ now: () => now, version: "8.0.9" })).rejects.toMatchObject({
      failure: "newer",
    });
  });

  test("is migrated once", async () => {
    await (await openLater()).close();
    await openLater();
    expect(runs).toBe(1);
  });

  test("keeps each workspace of a guild once", async () => {
    await expect(
      place.query(
        `insert into guild_links (guild_id, link_key, workspace_id, name, sealed_token, linked_by_discord_user_id, linked_at, created_at)
          values ('${guildId}', 'k009', '${link.workspaceId}', 'Twice', 'v1.x', '4', 1, 1)`,
      ),
    ).rejects.toThrow(/unique/i);
  });
});

test("a migration that finds its table locked lets others continue, and is retried until it succeeds", async () => {
  const database = await createPostgresDatabase();
  onTestFinished(() => database.drop());
  const open = (more: Readonly<Record<string, StoreMigration>>) =>
    openStore({
      databaseUrl: database.url,
      dataFolder: "/nowhere",
      now: () => now,
      migrations: { ...migrations, ...more },
    });
  const store = await open({});
  onTestFinished(() => store.close());
  await store.guildLinks.save(link, 5);
  const reader = new Client({ connectionString: database.url });
  await reader.connect();
  onTestFinished(() => reader.end());
  await reader.query("begin; select from guild_links");
  const opening = open({
    "9999-later": {
      up: async (db) => void (await sql`alter table guild_links add column colour text`.execute(db)),
    },
  });
  const waits = `select 1 from pg_locks where not granted and relation = 'guild_links'::regclass and ${inThisDatabase}`;
  await until("the migration waits", async () => (await reader.query(waits)).rowCount === 1);
  // Behind the migration, which gives way; the one who reads is still there.
  expect(await store.guildLinks.find(guildId, link.linkKey)).toMatchObject(link);
  await reader.query("commit");
  await (await opening).close();
  expect((await reader.query("select colour from guild_links")).rows).toEqual([{ colour: null }]);
});

test("migrations only add: an updated database still suits replicas of the previous version", async () => {
  const folder = join(import.meta.dirname, "../../src/store/migrations");
  for (const name of await readdir(folder))
    expect(await readFile(join(folder, name), "utf8")).not.toMatch(
      /\b(drop (table|column)|rename (to|column)|alter column)\b|\.(dropTable|dropColumn|renameTo|renameColumn|alterColumn)\(/i,
    );
});
