import { stat } from "node:fs/promises";
import { join } from "node:path";
import { CamelCasePlugin, Kysely } from "kysely";
import { Client } from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { Order } from "../../src/api/contract/orders.ts";
import { createLogger } from "../../src/log/index.ts";
import { createOrderLog } from "../../commands/order/step-log.ts";
import { createStore } from "../../commands/store.ts";
import { migrate } from "../../src/store/migrate.ts";
import { migrations } from "../../src/store/migrations/index.ts";
import { openStore } from "../../commands/store.ts";
import { openSqliteFile, createSqliteDialect } from "../../src/store/sqlite.ts";
import type { SeenOrder } from "../../commands/order/step-store.ts";
import type { Tables } from "../../src/store/tables.ts";
import { createPostgresDatabase, createTestFolder, inThisDatabase } from "../support/databases.ts";
import { databaseKinds } from "./test-databases.ts";
import { guildId, link, now, otherGuildId } from "./sample-rows.ts";
import { useStore } from "./with-store.ts";

const place = { guildId, linkKey: "k001" };
const seen = (orderId: string, status: string, changedAt: number | undefined = now - 1_000): SeenOrder => ({
  orderId,
  status,
  changedAt,
  createdAt: now - 5_000,
});

describe.each(databaseKinds)("on %s", (kind) => {
  const { store } = useStore(kind);
  beforeEach(() => store.guildLinks.save(link, 1));
  const observe = (orders: readonly SeenOrder[], at: number) =>
    store.orderSteps.observe([{ link: place, seen: orders, at }]);
  /** Oldest first. Postgres stores another character than the zero of an id. */
  const stepsOf = async (orderId: string) => {
    const steps = await store.orderSteps.newest(place, 0, 100);
    return steps.filter((step) => step.orderId.startsWith(orderId.replace("\0", ""))).toReversed();
  };
  const statusesOf = async (orderId: string) => (await stepsOf(orderId)).map(({ status }) => status);

  test("each status change is stored once, however many see it and however often", async () => {
    const look = [seen("a", "submitted"), seen("b", "preparing")];
    await Promise.all(Array.from({ length: 6 }, () => observe(look, now)));
    // Replicas look at different moments, and the service may not say when it changed.
    await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        observe([{ ...seen("a", "preparing"), changedAt: undefined }], now + index),
      ),
    );
    await observe([seen("a", "handed_to", now + 10)], now + 20);
    expect(await statusesOf("a")).toEqual(["submitted", "preparing", "handed_to"]);
    expect(await store.orderSteps.newest(place, 0, 10)).toHaveLength(4);
    expect(await stepsOf("b")).toEqual([
      { ...place, orderId: "b", status: "preparing", seenAt: now - 1_000, createdAt: now - 5_000 },
    ]);
  });

  test("a zero character in one order doesn't keep the others' steps from being stored", async () => {
    await observe([seen("a", "preparing"), seen("b", "odd\0"), seen("c\0", "preparing")], now);
    expect(await statusesOf("a")).toEqual(["preparing"]);
    // It is still the same order and the same status.
    await observe([seen("b", "odd\0"), seen("c\0", "handed_to", now)], now);
    expect(await statusesOf("b")).toHaveLength(1);
    expect(await statusesOf("c\0")).toEqual(["preparing", "handed_to"]);
  });

  test("an answer older than what was seen changes nothing; a status may recur", async () => {
    await observe([seen("a", "preparing", now)], now);
    await observe([seen("a", "submitted", now - 1)], now);
    await observe([seen("a", "finding_new_colleague", now + 1)], now + 5);
    await observe([seen("a", "preparing", now + 2)], now + 5);
    expect(await statusesOf("a")).toEqual(["preparing", "finding_new_colleague", "preparing"]);
  });

  test("a time ahead of the bot's clock counts as now, and a repeated one as later than before", async () => {
    await observe([seen("a", "submitted", now + 60_000)], now);
    await observe([seen("a", "preparing", now)], now);
    const moments = (await stepsOf("a")).map(({ seenAt }) => seenAt);
    expect(moments).toEqual([now, now + 1]);
  });

  test("each step of an order that never says when it changed is kept, the first one as old as the order", async () => {
    const createdAt = now - 60_000;
    for (const [looks, status] of ["submitted", "preparing", "handed_to"].entries()) {
      const log = createLogger({ level: "silent" });
      const orderLog = createOrderLog({ store, log, now: () => now + looks * 60_000 });
      const order = { _id: "a", items: ["Latte"], status, createdAt: new Date(createdAt).toISOString() };
      orderLog.note(place, [Order.parse(order)]);
      await orderLog.stop();
    }
    expect((await stepsOf("a")).map(({ status, seenAt }) => [status, seenAt])).toEqual([
      ["submitted", createdAt],
      ["preparing", now + 60_000],
      ["handed_to", now + 120_000],
    ]);
  });

  test("steps are deleted with their link and after their time, and none are stored for a missing link", async () => {
    const foreign = { guildId: otherGuildId, linkKey: "k001" };
    await store.orderSteps.observe([{ link: foreign, seen: [seen("a", "submitted")], at: now }]);
    expect(await store.orderSteps.newest(foreign, 0, 10)).toEqual([]);
    await observe([seen("a", "submitted", now - 10), seen("b", "submitted", now)], now);
    expect(await store.orderSteps.removeBefore(now)).toBe(1);
    expect(await store.orderSteps.newest(place, 0, 10)).toMatchObject([{ orderId: "b" }]);
    await store.guildLinks.remove(guildId, "k001");
    expect(await store.orderSteps.newest(place, 0, 10)).toEqual([]);
  });

  test("two reads of a list stored together count in order", async () => {
    const look = (status: string) => ({ link: place, seen: [seen("a", status)], at: now });
    await store.orderSteps.observe([look("submitted"), look("preparing"), look("preparing")]);
    expect(await statusesOf("a")).toEqual(["submitted", "preparing"]);
  });

  test("one link's steps that can't be stored don't prevent another link's", async () => {
    const other = { guildId: otherGuildId, linkKey: "k001" };
    await store.guildLinks.save({ ...link, ...other }, 1);
    // Postgres takes no such text.
    const looks = [
      { link: place, seen: [seen("a", "\u0000")], at: now },
      { link: other, seen: [seen("b", "submitted")], at: now },
    ];
    await store.orderSteps.observe(looks).catch(() => undefined);
    expect(await store.orderSteps.newest(other, 0, 10)).toMatchObject([{ orderId: "b" }]);
  });

  test("the newest twenty thousand changes of a link are kept", async () => {
    const many = Array.from({ length: 20_100 }, (_, index) =>
      seen(`o${index}`, "submitted", now - 30_000 + index),
    );
    await observe(many, now);
    const kept = await store.orderSteps.newest(place, 0, 30_000);
    expect(kept).toHaveLength(20_000);
    expect(kept.at(-1)?.seenAt).toBe(now - 30_000 + 100);
  });
});

/** A store on SQLite that notes its statements. */
async function openCounted() {
  const folder = await createTestFolder();
  const statements: string[] = [];
  const db = new Kysely<Tables>({
    dialect: createSqliteDialect(openSqliteFile(join(folder.path, "counted.sqlite"))),
    plugins: [new CamelCasePlugin()],
    log: ({ query }) => {
      statements.push(query.sql);
    },
  });
  await migrate(db, migrations);
  const store = createStore({ db, shared: false, now: () => now, close: () => db.destroy() });
  return {
    store,
    statements,
    countCommits: () => statements.filter((text) => text === "commit").length,
    async [Symbol.asyncDispose]() {
      await store.close();
      await folder.remove();
    },
  };
}

test("storing two hundred orders for each of ten links takes a handful of statements and one commit", async () => {
  await using counted = await openCounted();
  const { store, statements } = counted;
  const looks = Array.from({ length: 10 }, (_, guild) => ({
    link: { ...place, guildId: `g${guild}` },
    seen: Array.from({ length: 200 }, (_seen, index) => seen(`o${index}`, "submitted")),
    at: now,
  }));
  for (const { link: each } of looks) await store.guildLinks.save({ ...link, ...each }, 1);
  statements.length = 0;
  await store.orderSteps.observe(looks);
  const { length } = statements;
  for (const { link: each } of looks) expect(await store.orderSteps.newest(each, 0, 300)).toHaveLength(200);
  expect(counted.countCommits()).toBe(1);
  // Two for each 500 orders, two for the links, and four begin and end the transaction.
  expect(length).toBeLessThanOrEqual(2 * 4 + 2 + 4);
});

test("a long list is stored in several transactions, so that others have their turn in between", async () => {
  await using counted = await openCounted();
  const { store, statements } = counted;
  await store.guildLinks.save({ ...link, ...place }, 1);
  statements.length = 0;
  const orderLog = createOrderLog({ store, log: createLogger({ level: "silent" }), now: () => now });
  orderLog.note(
    place,
    Array.from({ length: 1_000 }, (_, index) =>
      Order.parse({ _id: `o${index}`, items: ["Latte"], status: "submitted" }),
    ),
  );
  await expect.poll(() => store.orderSteps.newest(place, 0, 2_000)).toHaveLength(1_000);
  await orderLog.stop();
  expect(counted.countCommits()).toBe(8);
});

test("when the bot stops, what was just read is stored", async () => {
  await using counted = await openCounted();
  const { store } = counted;
  await store.guildLinks.save({ ...link, ...place }, 1);
  const orderLog = createOrderLog({ store, log: createLogger({ level: "silent" }), now: () => now });
  orderLog.note(place, [Order.parse({ _id: "o1", items: ["Latte"], status: "submitted" })]);
  await orderLog.stop();
  expect(await store.orderSteps.newest(place, 0, 10)).toHaveLength(1);
});

test("of too many lists read at once, those beyond the limit are dropped with a line in the log, and stored when they are read again", async () => {
  await using counted = await openCounted();
  const { store } = counted;
  const lines: string[] = [];
  const log = createLogger({ level: "warn", destination: { write: (line) => void lines.push(line) } });
  await store.guildLinks.save({ ...link, ...place }, 1);
  const orderLog = createOrderLog({ store, log, now: () => now });
  const orders = [Order.parse({ _id: "o1", items: ["Latte"], status: "submitted" })];
  for (let guild = 0; guild < 1_000; guild++) orderLog.note({ ...place, guildId: `g${guild}` }, []);
  orderLog.note(place, orders);
  expect(lines.join()).toContain("changes of orders are not kept");
  await expect
    .poll(async () => {
      orderLog.note(place, orders);
      return (await store.orderSteps.newest(place, 0, 10)).length;
    })
    .toBe(1);
  await orderLog.stop();
});

test("on Postgres, the orders of each link are recorded in one statement", async () => {
  const database = await createPostgresDatabase();
  let statements = 0;
  const store = await openStore({
    databaseUrl: database.url,
    dataFolder: "/nowhere",
    now: () => now,
    onQuery: () => void (statements += 1),
  });
  const looks = ["g1", "g2", "g3"].map((guild) => ({
    link: { ...place, guildId: guild },
    seen: Array.from({ length: 25 }, (_, index) => seen(`o${index}`, "submitted")),
    at: now,
  }));
  try {
    for (const { link: each } of looks) await store.guildLinks.save({ ...link, ...each }, 1);
    statements = 0;
    await store.orderSteps.observe(looks);
    expect(statements).toBe(3);
    for (const { link: each } of looks) expect(await store.orderSteps.newest(each, 0, 30)).toHaveLength(25);
  } finally {
    await store.close();
    await database.drop();
  }
});

test("usual times wait for the changes that are being written", async () => {
  const database = await createPostgresDatabase();
  const store = await openStore({ databaseUrl: database.url, dataFolder: "/nowhere", now: () => now });
  const other = new Client({ connectionString: database.url });
  await other.connect();
  const orderLog = createOrderLog({ store, log: createLogger({ level: "silent" }), now: () => now });
  const note = (status: string, ms: number) => {
    const at = { createdAt: new Date(now - 60_000).toISOString(), updatedAt: new Date(ms).toISOString() };
    const order = (index: number) => Order.parse({ _id: `o${index}`, items: ["Latte"], status, ...at });
    orderLog.note(
      place,
      Array.from({ length: 30 }, (_, index) => order(index)),
    );
  };
  try {
    await store.guildLinks.save(link, 1);
    note("submitted", now - 60_000);
    await expect.poll(() => store.orderSteps.newest(place, 0, 50)).toHaveLength(30);
    await other.query("select pg_advisory_lock(hashtextextended($1, 0))", [guildId]);
    const readOften = () => Promise.all([1, 2, 3, 4].map(() => store.orderSteps.newest(place, 0, 50)));
    await readOften();
    note("handed_to", now - 1_000);
    const countWaiting = async () =>
      (
        await other.query(
          `select from pg_locks where locktype = 'advisory' and not granted and ${inThisDatabase}`,
        )
      ).rowCount;
    await expect.poll(countWaiting).toBe(1);
    const times = orderLog.times(place, { end: "handed_to", zone: "UTC" });
    // A read that doesn't wait has its answer before these.
    for (let reads = 0; reads < 5; reads += 1) await readOften();
    await other.query("select pg_advisory_unlock_all()");
    expect((await times).total).toMatchObject({ medianMs: 59_000 });
  } finally {
    await orderLog.stop();
    await other.end();
    await store.close();
    await database.drop();
  }
});

test("on SQLite, a list read for the first time writes few pages, however many others are kept", async () => {
  const folder = await createTestFolder();
  const store = await openStore({ databaseUrl: undefined, dataFolder: folder.path, now: () => now });
  try {
    const observe = async (guild: number) => {
      const of = { ...link, guildId: `g${guild}` };
      await store.guildLinks.save(of, 1);
      const minutesAgo = (order: number) => order * 120 + guild * 7;
      const look = Array.from({ length: 25 }, (_, order) =>
        seen(`o${order}`, "submitted", now - minutesAgo(order) * 60_000),
      );
      await store.orderSteps.observe([{ link: of, seen: look, at: now }]);
    };
    for (let guild = 0; guild < 300; guild++) await observe(guild);
    // Empties the log of what was written.
    await store.eraseDeleted();
    await observe(300);
    const { size } = await stat(join(folder.path, "workspace-bot.sqlite-wal"));
    expect(size / 4_096).toBeLessThan(20);
  } finally {
    await store.close();
    await folder.remove();
  }
});

test("orders whose steps couldn't be stored are stored with the next look at them", async () => {
  const database = await createPostgresDatabase();
  let failed = 0;
  const store = await openStore({
    databaseUrl: database.url,
    dataFolder: "/nowhere",
    now: () => now,
    onQuery: (_kind, _ms, isError) => void (failed += Number(isError)),
  });
  const other = new Client({ connectionString: database.url });
  await other.connect();
  const orderLog = createOrderLog({ store, log: createLogger({ level: "silent" }), now: () => now });
  const createOrders = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      Order.parse({ _id: `o${index}`, items: ["Latte"], status: "submitted" }),
    );
  // The longer list is known by itself, too.
  const [short, long] = [createOrders(3), createOrders(200)];
  try {
    await store.guildLinks.save(link, 1);
    for (const [orders, count] of [
      [short, 3],
      [long, 200],
    ] as const) {
      await other.query("alter table order_steps rename to hidden_steps");
      const before = failed;
      orderLog.note(place, orders);
      await expect.poll(() => failed).toBeGreaterThan(before);
      await other.query("alter table hidden_steps rename to order_steps");
      await expect
        .poll(async () => {
          orderLog.note(place, orders);
          return (await store.orderSteps.newest(place, 0, 500)).length;
        })
        .toBe(count);
    }
  } finally {
    await orderLog.stop();
    await other.end();
    await store.close();
    await database.drop();
  }
});
