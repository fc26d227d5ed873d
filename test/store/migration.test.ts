import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { migrations } from "../../src/store/migrations/index.ts";
import type { Store } from "../../src/store/store.ts";
import { databaseKinds, makePlace, type Place } from "./test-databases.ts";
import { draft, entry, guildId, link, now } from "./sample-rows.ts";

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

  test("keeps its links, its roles, its drafts and its audit log", async () => {
    const store = await openLater();
    expect(await store.guildLinks.find(guildId, link.linkKey)).toMatchObject(link);
    expect(await store.accessRoles.list(guildId)).toEqual([{ roleId: "10", tier: "staff" }]);
    expect(await store.drafts.find(draft.id)).toMatchObject(draft);
    expect(await store.audit.list(guildId, {}, { limit: 5, offset: 0 })).toEqual([entry]);
  });

  test("has what the later version added, in the rows that were there before", async () => {
    await openLater();
    expect(await place.query("select colour from guild_links")).toEqual([{ colour: "blue" }]);
  });

  test("is changed once", async () => {
    await (await openLater()).close();
    await openLater();
    expect(runs).toBe(1);
  });

  test("takes each workspace of a guild once", async () => {
    await expect(
      place.query(
        `insert into guild_links (guild_id, link_key, workspace_id, name, sealed_token, linked_by_discord_user_id, linked_at, created_at)
          values ('${guildId}', 'k009', '${link.workspaceId}', 'Twice', 'v1.x', '4', 1, 1)`,
      ),
    ).rejects.toThrow(/unique/i);
  });
});
