import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../../src/store/store.ts";
import { makePlace, type Place } from "./test-databases.ts";
import {
  account,
  accountNames,
  claim,
  entry,
  guildId,
  link,
  message,
  now,
  otherGuildId,
} from "./sample-rows.ts";

const roleId = "1310000000000000077";
const channelId = "1310000000000000088";

let place: Place;
let store: Store;
beforeEach(async () => {
  place = await makePlace("SQLite");
  store = await place.open({ now: () => now });
  await store.guildLinks.save(link, 5);
  await store.accessRoles.set(guildId, roleId, "staff");
  await store.channelLinks.bind(guildId, channelId, link.linkKey);
  await store.guildSettings.set(guildId, "default-link", link.linkKey);
  await readAll();
  // Behind the store's back, which nothing does but this: so it shows whether the database was asked again.
  await place.query("update access_roles set tier = 'admin'");
  await place.query("update guild_links set name = 'Another name'");
  await place.query("update channel_links set link_key = 'zzzz'");
  await place.query("update guild_settings set value = 'zzzz'");
});
afterEach(async () => {
  await store.close();
  await place.remove();
});

const before = { tier: "staff", name: link.name, bound: link.linkKey, standard: link.linkKey };
const after = { tier: "admin", name: "Another name", bound: "zzzz", standard: "zzzz" };

test("the guild data that every interaction needs is read from the database once", async () => {
  expect(await readAll()).toEqual(before);
});

describe("all of it is read again after", () => {
  test.each<[string, () => Promise<unknown>]>([
    ["a link was saved", () => store.guildLinks.save({ ...link, linkKey: "n2", workspaceId: "w2" }, 5)],
    ["a missing link was renamed", () => store.guildLinks.rename(guildId, "none", "x")],
    ["a token was re-sealed", () => store.guildLinks.reseal(guildId, link.linkKey, "from", "to")],
    ["a link was removed", () => store.guildLinks.remove(guildId, "none")],
    ["a channel was bound", () => store.channelLinks.bind(guildId, "1310000000000000089", "n2")],
    ["a channel was unbound", () => store.channelLinks.unbind(guildId, "1310000000000000089")],
    ["a role was given a tier", () => store.accessRoles.set(guildId, "1310000000000000078", "staff")],
    ["a role was removed", () => store.accessRoles.remove(guildId, "1310000000000000078")],
    ["a setting was set", () => store.guildSettings.set(guildId, "managers-channel", channelId)],
    ["a setting was removed", () => store.guildSettings.remove(guildId, "managers-channel")],
  ])("%s", async (_, write) => {
    await write();
    expect(await readAll()).toEqual(after);
  });

  test("a write that failed, since it may have taken effect", async () => {
    // Two links of a guild can't have the same key.
    await expect(store.guildLinks.save({ ...link, workspaceId: "w2" }, 5)).rejects.toThrow();
    expect(await readAll()).toEqual(after);
  });
});

test("a deleted guild is dropped with all its data", async () => {
  await store.forgetGuild(guildId);
  expect(await store.guildLinks.list(guildId)).toEqual([]);
  expect(await store.accessRoles.list(guildId)).toEqual([]);
  expect(await store.channelLinks.find(guildId, channelId)).toBeUndefined();
  expect(await store.guildSettings.get(guildId, "default-link")).toBeUndefined();
});

test("a write to one guild leaves another's cached data", async () => {
  await store.accessRoles.set(otherGuildId, roleId, "staff");
  expect(await readAll()).toEqual(before);
});

test("data read during a write isn't cached", async () => {
  const write = store.accessRoles.set(guildId, roleId, "manager");
  await store.accessRoles.list(guildId);
  await write;
  expect(await store.accessRoles.list(guildId)).toEqual([{ roleId, tier: "manager" }]);
});

test("of many guilds the most recently used are cached", async () => {
  const many = Array.from({ length: 9_999 }, (_, index) =>
    String(1_310_000_000_001_000_000n + BigInt(index)),
  );
  for (const id of many) await store.accessRoles.list(id);
  expect((await readAll()).tier).toBe("staff");
  for (const id of [...many, otherGuildId]) await store.accessRoles.list(id);
  expect((await readAll()).tier).toBe("admin");
});

async function readAll() {
  const [role] = await store.accessRoles.list(guildId);
  return {
    tier: role?.tier,
    name: (await store.guildLinks.find(guildId, link.linkKey))?.name,
    bound: await store.channelLinks.find(guildId, channelId),
    standard: await store.guildSettings.get(guildId, "default-link"),
  };
}

describe("a connected account", () => {
  const found = async (...userIds: string[]) => {
    const together = (await store.accounts.ofUsers(guildId, userIds)).map(({ userId }) => userId);
    const each = await Promise.all(userIds.map((userId) => store.accounts.ofUser(guildId, userId)));
    for (const { discordUserId, userId } of each.filter((one) => one !== undefined))
      expect((await store.accounts.ofMember(guildId, discordUserId))?.userId).toBe(userId);
    expect(each.flatMap((one) => one?.userId ?? []).toSorted()).toEqual(together.toSorted());
    return together;
  };

  test("is found at once after connecting, approving and disconnecting", async () => {
    expect(await found(account.userId)).toEqual([]);
    await store.accounts.connect(account, accountNames);
    expect(await found(account.userId)).toEqual([account.userId]);
    await store.accounts.disconnect(guildId, account.discordUserId);
    expect(await found(account.userId)).toEqual([]);

    await store.connectionRequests.create(claim);
    await store.connectionRequests.approve({
      id: claim.id,
      guildId,
      decidedByDiscordUserId: "4",
      decidedAt: now,
      account,
      foldedNames: accountNames,
      reasons: { "member-taken": "member", "user-taken": "user" },
    });
    expect(await found(account.userId)).toEqual([account.userId]);
  });

  test("is found immediately after an import", async () => {
    expect(await found(account.userId)).toEqual([]);
    const begun = { id: "i1", guildId, linkKey: link.linkKey, workspaceId: "w1", discordUserId: "4" };
    const person = { line: 1, typedMember: "mia", typedUser: "9001", state: "ready" } as const;
    const times = { until: 0, createdAt: now, sealedReplyToken: undefined };
    await store.imports.create({ ...begun, ...times, source: "list" }, [person]);
    await store.imports.connect({ importId: "i1", line: 1 }, account, accountNames, entry, () => message);
    expect(await found(account.userId)).toEqual([account.userId]);
  });

  test("appears immediately under a new name", async () => {
    await store.accounts.connect(account, accountNames);
    expect(await found(account.userId)).toEqual([account.userId]);
    const names = { ...account, displayName: "Mia the Second" };
    await store.accounts.refresh(guildId, account.discordUserId, names, accountNames);
    for (const shown of [
      await store.accounts.ofMember(guildId, account.discordUserId),
      await store.accounts.ofUser(guildId, account.userId),
    ])
      expect(shown?.displayName).toBe("Mia the Second");
  });

  test("isn't looked up in the database for members without one", async () => {
    expect(await found("77", "78")).toEqual([]);
    await store.accounts.connect(account, accountNames);
    expect(await found("77", account.userId)).toEqual([account.userId]);
    await place.query("update accounts set user_id = '77'");
    expect(await found("77")).toEqual([]);
  });

  test("is found even when more exist than are cached", async () => {
    const userIds = Array.from({ length: 60 }, (_, index) => String(500 + index));
    for (const userId of userIds)
      await store.accounts.connect({ ...account, userId, discordUserId: `9${userId}` }, accountNames);
    expect((await found(...userIds, "77")).toSorted()).toEqual(userIds);
  });
});

describe("a person seen through a link", () => {
  const ask = async () =>
    new Set(
      (await store.people.ofUsers(guildId, link.linkKey, ["7", "8"])).map(({ displayName }) => displayName),
    );
  const person = {
    userId: "7",
    displayName: "Rosa",
    username: undefined,
    colour: undefined,
    foldedNames: ["rosa"],
  };
  beforeEach(async () => {
    await store.people.note([{ link, userIds: ["7"] }], { now, staleBefore: now });
    await store.people.learn(link, [person], now);
    expect(await ask()).toEqual(new Set(["Rosa"]));
    await place.query("update people set display_name = 'Another name'");
    await place.query(
      `insert into people select guild_id, link_key, '8', state, 'Eighth', username, colour, names, sort_name, seen_at, looked_up_at, ask_after from people`,
    );
  });

  test("is read from the database once, even if unknown", async () => {
    expect(await ask()).toEqual(new Set(["Rosa"]));
  });

  test("is found once by each of two that ask at the same time", async () => {
    await store.people.note([{ link, userIds: ["9"] }], { now, staleBefore: now });
    const found = await Promise.all(
      [1, 2].map(() => store.people.ofUsers(guildId, link.linkKey, ["7", "9"])),
    );
    expect(found.map((people) => people.map(({ userId }) => userId).toSorted())).toEqual([
      ["7", "9"],
      ["7", "9"],
    ]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["someone was seen", () => store.people.note([{ link, userIds: ["9"] }], { now, staleBefore: now })],
    ["someone was looked up", () => store.people.learn(link, [{ ...person, userId: "9" }], now)],
    [
      "someone was not found",
      () => store.people.learn(link, [{ ...person, userId: "9", displayName: undefined }], now),
    ],
    ["old ones were removed", () => store.people.removeBefore(0)],
  ])("is read again after %s", async (_, write) => {
    await write();
    expect(await ask()).toEqual(new Set(["Another name", "Eighth"]));
  });

  test("is no longer cached after the person, the link or the guild was deleted", async () => {
    await store.forgetPerson({ guildId, userId: "7", discordUserId: undefined, disconnects: false });
    expect(await ask()).toEqual(new Set([undefined, "Eighth"]));
    await store.guildLinks.remove(guildId, link.linkKey);
    expect(await ask()).toEqual(new Set());
  });
});
