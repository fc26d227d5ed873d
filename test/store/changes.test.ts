import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openStore } from "../../commands/store.ts";
import type { Store } from "../../src/store/store.ts";
import { createPostgresDatabase } from "../support/databases.ts";
import { patient } from "../support/patience.ts";
import { type PoolMode, startPooler } from "../support/pooler.ts";
import { startPostgresProxy } from "../support/postgres-proxy.ts";
import { until } from "../support/wait-for.ts";
import { account, accountNames, guildId, link, now } from "./sample-rows.ts";

let stack: AsyncDisposableStack;
let databaseUrl: string;
let writer: Store;
let reader: Store;
let outside: Client;
let statements: number;
beforeEach(async () => {
  await using starting = new AsyncDisposableStack();
  const database = await createPostgresDatabase();
  starting.defer(() => database.drop());
  databaseUrl = database.url;
  const options = { databaseUrl: database.url, dataFolder: "/nowhere", now: () => now, stretch: patient };
  writer = await openStore(options);
  starting.defer(() => writer.close());
  reader = await openStore({ ...options, listens: true, onQuery: () => void (statements += 1) });
  starting.defer(() => reader.close());
  outside = new Client({ connectionString: database.url });
  await outside.connect();
  starting.defer(() => outside.end());
  await until("changes are heard", () => reader.receivesChanges());
  statements = 0;
  stack = starting.move();
});
afterEach(() => stack.disposeAsync());

const zone = () => reader.guildSettings.get(guildId, "zone");

test("a guild's data is read once until another process writes it, and then again within 200 ms", async () => {
  const tookMs: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    await zone();
    statements = 0;
    await zone();
    expect(statements).toBe(0);
    await writer.guildSettings.set(guildId, "zone", `Zone/${round}`);
    const writtenAt = performance.now();
    await until("it is read", async () => (await zone()) === `Zone/${round}`);
    tookMs.push(performance.now() - writtenAt);
  }
  const [median = 0] = tookMs.toSorted((a, b) => a - b).slice(4);
  expect(median).toBeLessThan(200);
});

test("links, roles, accounts, people and deletions of another process are noticed, too", async () => {
  const read = async () => [
    (await reader.guildLinks.list(guildId)).length,
    (await reader.accessRoles.list(guildId)).length,
    (await reader.accounts.ofUsers(guildId, [account.userId])).length,
    (await reader.people.ofUsers(guildId, link.linkKey, ["77"])).length,
  ];
  expect(await read()).toEqual([0, 0, 0, 0]);
  await writer.guildLinks.save(link, 5);
  await writer.accessRoles.set(guildId, "10", "staff");
  await writer.accounts.connect(account, accountNames);
  await writer.people.note([{ link, userIds: ["77"] }], { now, staleBefore: 0 });
  const person = { userId: "77", displayName: "Noor", username: undefined, colour: undefined };
  await writer.people.learn(link, [{ ...person, foldedNames: ["noor"] }], now);
  await until("all is read", async () => (await read()).join() === "1,1,1,1");
  await writer.forgetGuild(guildId);
  await until("nothing is read", async () => (await read()).join() === "0,0,0,0");
});

test("all of a guild's data is read in one statement, with the same result as separate reads", async () => {
  await writer.guildLinks.save({ ...link, linkKey: "n002", workspaceId: "w2", createdAt: now + 1 }, 5);
  await writer.guildLinks.save(link, 5);
  await writer.channelLinks.bind(guildId, "20", "n002");
  await writer.accessRoles.set(guildId, "10", "staff");
  await writer.accounts.connect(account, accountNames);
  const read = async (store: Store) => ({
    links: await store.guildLinks.list(guildId),
    channels: await store.channelLinks.list(guildId),
    roles: await store.accessRoles.list(guildId),
    settings: await store.guildSettings.all(guildId),
    accounts: await store.accounts.few(guildId),
    member: await store.accounts.ofMember(guildId, account.discordUserId),
    user: await store.accounts.ofUser(guildId, account.userId),
    nobody: await store.accounts.ofUser(guildId, "77"),
  });
  // Changes are heard in the order in which they were made.
  const last = () => reader.guildSettings.get("2", "zone");
  expect(await last()).toBeUndefined();
  await writer.guildSettings.set(guildId, "zone", "Europe/Paris");
  await writer.guildSettings.set("2", "zone", "Europe/Berlin");
  await until("all changes were heard of", async () => (await last()) === "Europe/Berlin");
  const oneByOne = await read(writer);
  statements = 0;
  expect(oneByOne).toMatchObject({ accounts: [account], member: account, user: account });
  expect(await read(reader)).toEqual(oneByOne);
  expect(statements).toBe(1);
});

test("while notifications are down every read goes to the database; afterwards caching resumes", async () => {
  await zone();
  await outside.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'workspace-bot changes' and datname = current_database()",
  );
  await until("it is noticed", () => !reader.receivesChanges());
  for (const value of ["Europe/Berlin", "Europe/Paris"]) {
    await writer.guildSettings.set(guildId, "zone", value);
    expect(await zone()).toBe(value);
  }
  await until("changes are heard again", () => reader.receivesChanges());
  expect(await zone()).toBe("Europe/Paris");
});

test("a connection that falls silent before it listens is replaced, and changes are heard", async () => {
  let silenced = 0;
  const isFirst = (data: string) => data.includes("listen workspace_bot") && (silenced += 1) === 1;
  await using proxy = await startPostgresProxy(databaseUrl, isFirst);
  const options = { databaseUrl: proxy.url, dataFolder: "/nowhere", now: () => now, listens: true };
  const store = await openStore({ ...options, stretch: patient });
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => store.close());
  await until("changes are heard", () => store.receivesChanges());
  expect(silenced).toBe(2);
});

test("a connection that was given up counts for nothing any more, whatever still arrives there", async () => {
  let last = Number.POSITIVE_INFINITY;
  let isReplaced = false;
  await using proxy = await startPostgresProxy(databaseUrl, (data, before) => {
    if (last === Number.POSITIVE_INFINITY && data.includes("pg_notify")) {
      last = before;
      // Postgres gets it, and nobody hears of it in time.
      queueMicrotask(() => proxy.hold());
    }
    isReplaced ||= before > last;
    return before > last;
  });
  const said: (string | undefined)[] = [];
  const options = { databaseUrl: proxy.url, dataFolder: "/nowhere", now: () => now, listens: true };
  const store = await openStore({ ...options, onListening: (trouble) => void said.push(trouble) });
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => store.close());
  await until("it is given up for another one", () => isReplaced);
  proxy.release();
  await until("only the reader listens", async () => {
    const { rowCount } = await outside.query(
      "select 1 from pg_stat_activity where application_name = 'workspace-bot changes' and datname = current_database()",
    );
    return rowCount === 1;
  });
  expect(store.receivesChanges()).toBe(false);
  expect(said).toEqual(["lost"]);
});

const poolerIgnores = ["statement_timeout", "idle_in_transaction_session_timeout"];

/** A store behind a pooler, and what it says of hearing changes. */
async function openBehindPooler(cleanup: AsyncDisposableStack, mode: PoolMode) {
  const pooler = cleanup.use(await startPooler(databaseUrl, poolerIgnores, mode));
  const said: string[] = [];
  const options = { databaseUrl: pooler.url, dataFolder: "/nowhere", now: () => now, listens: true };
  const store = await openStore({
    ...options,
    stretch: patient,
    onListening: (trouble) => void said.push(trouble ?? "heard"),
  });
  cleanup.defer(() => store.close());
  return { pooler, store, said };
}

test("behind a pooler that shares connections between statements nothing is cached, and the reason is given", async () => {
  await using cleanup = new AsyncDisposableStack();
  const { store, said } = await openBehindPooler(cleanup, "transaction");
  await until("it is said", () => said.length > 0);
  expect(said).toEqual(["not passed on"]);
  expect(store.receivesChanges()).toBe(false);
  for (const tier of ["staff", "admin"] as const) {
    await writer.accessRoles.set(guildId, "10", tier);
    expect(await store.accessRoles.list(guildId)).toMatchObject([{ tier }]);
  }
  await writer.accessRoles.remove(guildId, "10");
  expect(await store.accessRoles.list(guildId)).toEqual([]);
});

test("a pooler that keeps connections apart passes changes on", async () => {
  await using cleanup = new AsyncDisposableStack();
  const { store, said } = await openBehindPooler(cleanup, "session");
  await until("changes are heard", () => store.receivesChanges());
  expect(said).toEqual([]);
});

test("a pooler that starts to share connections is noticed, and so is one that no longer does", async () => {
  await using cleanup = new AsyncDisposableStack();
  const { pooler, store, said } = await openBehindPooler(cleanup, "session");
  await until("changes are heard", () => store.receivesChanges());
  await pooler.crash();
  await until("it is said", () => said.includes("lost"));
  await pooler.restart("transaction");
  await until("the reason is said", () => said.includes("not passed on"));
  expect(store.receivesChanges()).toBe(false);
  await pooler.crash();
  await pooler.restart("session");
  await until("changes are heard again", () => store.receivesChanges());
  expect(said).toEqual(["lost", "not passed on", "heard"]);
});

test("a reply announced by one process reaches the others, as does a notice that some may be missing", async () => {
  const heard: (string | undefined)[] = [];
  reader.listenForWrites((about) => heard.push(about));
  await writer.announceWrite("r1 w1 searchOrders");
  await until("it is heard", () => heard.length === 1);
  expect(heard).toEqual(["r1 w1 searchOrders"]);
});
