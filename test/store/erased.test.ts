import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openStore } from "../../commands/store.ts";
import type { Store } from "../../src/store/store.ts";
import { createTestFolder, type TestFolder } from "../support/databases.ts";
import { account, accountNames, claim, discordUserId, entry, guildId, link, week } from "./sample-rows.ts";

const oldKey = "v1.k1.old-key-of-the-workspace";
const name = "Annabel Featherstonehaugh";
const asName = "annabel featherstonehaugh";

let folder: TestFolder;
let store: Store;
beforeEach(async () => {
  folder = await createTestFolder();
  store = await openStore({ databaseUrl: undefined, dataFolder: folder.path, now: () => 1 });
  // Pages that are full, so that rows are moved about and pages are given up.
  for (let number = 0; number < 60; number++)
    await store.audit.record({ ...entry, id: `a${number}`, detail: "x".repeat(500) });
  await store.guildLinks.save({ ...link, sealedToken: oldKey }, 10);
  await store.accounts.connect({ ...account, displayName: name, memberName: name }, [
    asName,
    ...accountNames,
  ]);
});
afterEach(async () => {
  await store.close();
  await folder.remove();
});

async function inFiles(text: string): Promise<readonly string[]> {
  const names = await readdir(folder.path);
  const found = names.map(async (file) =>
    (await readFile(join(folder.path, file))).includes(text) ? [file] : [],
  );
  return (await Promise.all(found)).flat();
}

test("stored data is in the files, in SQLite's log at first", async () => {
  expect(await inFiles(oldKey)).not.toEqual([]);
  expect(await inFiles(name)).not.toEqual([]);
});

test("a removed link leaves nothing of its key in any file", async () => {
  await store.guildLinks.remove(guildId, link.linkKey);
  expect(await inFiles(oldKey)).toEqual([]);
});

test("a new key leaves nothing of the old one in any file", async () => {
  await store.guildLinks.save({ ...link, sealedToken: "v1.k1.new" }, 10);
  expect(await inFiles(oldKey)).toEqual([]);
  expect(await inFiles("v1.k1.new")).not.toEqual([]);
});

test("a deleted guild leaves no key and no name in any file", async () => {
  await store.forgetGuild(guildId);
  expect(await inFiles(oldKey)).toEqual([]);
  expect(await inFiles(name)).toEqual([]);
  expect(await inFiles(asName)).toEqual([]);
});

test("a disconnected member leaves no name in any file", async () => {
  await store.accounts.disconnect(guildId, discordUserId);
  expect(await inFiles(name)).toEqual([]);
  expect(await inFiles(asName)).toEqual([]);
});

describe("a person known by name only", () => {
  const known = {
    userId: "9009",
    displayName: "Wilhelmina",
    username: "mina_w",
    colour: undefined,
    foldedNames: ["wilhelmina", "mina_w"],
  };
  const kept = [known.displayName, known.username, "wilhelmina"];
  const inAny = async (): Promise<readonly string[]> =>
    (await Promise.all(kept.map(async (text) => ((await inFiles(text)).length > 0 ? [text] : [])))).flat();
  beforeEach(async () => {
    await store.people.note([{ link, userIds: [known.userId] }], { now: 1, staleBefore: 0 });
    await store.people.learn(link, [known], 1);
    expect(await inAny()).toEqual(kept);
  });

  test("leaves no name in any file when their data is deleted, and isn't learned again", async () => {
    await store.audit.record({ ...entry, id: "named", detail: { customer: "9009", said: "Wilhelmina" } });
    await store.forgetPerson({ guildId, userId: known.userId, discordUserId: undefined, disconnects: false });
    expect(await inAny()).toEqual([]);
    await store.people.note([{ link, userIds: [known.userId] }], { now: 2, staleBefore: 2 });
    await store.people.learn(link, [known], 2);
    await store.eraseDeleted();
    expect(await inAny()).toEqual([]);
    expect(await store.people.linksToAsk(3)).toEqual([]);
  });

  test("leaves no name in any file when the link is removed", async () => {
    await store.guildLinks.remove(guildId, link.linkKey);
    expect(await inAny()).toEqual([]);
    await store.people.learn(link, [known], 2);
    await store.eraseDeleted();
    expect(await inAny()).toEqual([]);
  });

  test("leaves no name in any file when the guild is deleted", async () => {
    await store.forgetGuild(guildId);
    expect(await inAny()).toEqual([]);
  });
});

test("deleted weeks leave nothing in any file", async () => {
  const done = { targetType: "minutes", target: 1, achieved: 1, passed: true, timeoff: false };
  await store.weeks.snapshot({ ...week, assignments: [{ ...done, name: "Feeding the llamas" }] });
  expect(await inFiles("Feeding the llamas")).not.toEqual([]);
  await store.weeks.forgetUser(guildId, week.userId);
  expect(await inFiles("Feeding the llamas")).toEqual([]);
});

test("expired data is gone from the files after the hourly clean-up", async () => {
  await store.connectionRequests.create({
    ...claim,
    userId: "9002",
    displayName: "Bartholomew",
    state: "declined",
  });
  await store.connectionRequests.removeBefore(claim.createdAt + 1);
  expect(await inFiles("Bartholomew")).not.toEqual([]);
  await store.eraseDeleted();
  expect(await inFiles("Bartholomew")).toEqual([]);
});
