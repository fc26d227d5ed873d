import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { migrations } from "../../src/store/migrations/index.ts";
import type { Store } from "../../src/store/store.ts";
import { databaseKinds, makePlace, type Place } from "./test-databases.ts";
import { discordUserId, draft, entry, guildId, link, now, otherGuildId } from "./sample-rows.ts";

const firstVersion = Object.fromEntries(
  Object.entries(migrations).filter(([name]) => name.startsWith("0001-")),
);

describe.each(databaseKinds)("a database of the first version on %s", (kind) => {
  let place: Place;

  beforeEach(async () => {
    place = await makePlace(kind);
    onTestFinished(() => place.remove());
    const earlier = await place.open({ now: () => now, migrations: firstVersion });
    await earlier.drafts.create(draft);
    await earlier.audit.record(entry);
    await earlier.close();
    await place.query(
      `insert into guild_links (guild_id, workspace_id, sealed_token, linked_by_discord_user_id, linked_at) values
        ('${guildId}', 'w1', 'v1.one', '${discordUserId}', ${now}),
        ('${otherGuildId}', 'w1', 'v1.other', '4', ${now + 1})`,
    );
    await place.query(
      `insert into access_roles (guild_id, role_id, added_at) values
        ('${guildId}', '10', ${now + 1}), ('${guildId}', '9', ${now + 2}), ('${otherGuildId}', '9', ${now})`,
    );
  });

  async function openNow(): Promise<Store> {
    const store = await place.open({ now: () => now });
    onTestFinished(() => store.close());
    return store;
  }

  test("keeps its links, as the only ones of their guilds", async () => {
    const { guildLinks } = await openNow();
    expect(await guildLinks.count()).toBe(2);
    expect(await guildLinks.list(guildId)).toEqual([
      {
        guildId,
        linkKey: "main",
        workspaceId: "w1",
        name: "Workspace",
        sealedToken: "v1.one",
        linkedByDiscordUserId: discordUserId,
        linkedAt: now,
        createdAt: now,
      },
    ]);
    expect(await guildLinks.find(otherGuildId, "main")).toMatchObject({
      sealedToken: "v1.other",
      linkedByDiscordUserId: "4",
      createdAt: now + 1,
    });
  });

  test("takes more workspaces afterwards, and each of them once", async () => {
    const { guildLinks } = await openNow();
    expect(await guildLinks.save({ ...link, workspaceId: "w1" }, 2)).toBe("renewed");
    expect(await guildLinks.save({ ...link, workspaceId: "w2" }, 2)).toBe("created");
    await expect(
      place.query(
        `insert into guild_links (guild_id, link_key, workspace_id, name, sealed_token, linked_by_discord_user_id, linked_at, created_at)
          values ('${guildId}', 'k009', 'w2', 'Twice', 'v1.x', '4', 1, 1)`,
      ),
    ).rejects.toThrow(/unique/i);
  });

  test("has its roles as those of staff, in their order", async () => {
    const { accessRoles } = await openNow();
    expect(await accessRoles.list(guildId)).toEqual([
      { roleId: "10", tier: "staff" },
      { roleId: "9", tier: "staff" },
    ]);
    expect(await accessRoles.list(otherGuildId)).toEqual([{ roleId: "9", tier: "staff" }]);
  });

  test("keeps its drafts and its record", async () => {
    const store = await openNow();
    expect(await store.drafts.find(draft.id)).toMatchObject(draft);
    expect(await store.audit.list(guildId, {}, { limit: 5, offset: 0 })).toEqual([entry]);
  });

  test("is changed once", async () => {
    await (await place.open({ now: () => now })).close();
    const store = await openNow();
    expect(await store.guildLinks.count()).toBe(2);
  });
});
