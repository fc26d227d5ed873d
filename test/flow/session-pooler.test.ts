import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { openStore } from "../../src/store/open.ts";
import { createPostgresDatabase } from "../support/databases.ts";
import { presentText, shown } from "../support/replies.ts";
import { type SessionPooler, startSessionPooler } from "../support/session-pooler.ts";
import { startTwoApps, type TwoApps } from "../support/two-apps.ts";
import { until } from "../support/wait-for.ts";

const { guildId } = playgroundIds;
const helpTitle = "What you can do here";

let pooler: SessionPooler;
let two: TwoApps;
let stack: AsyncDisposableStack;
beforeAll(async () => {
  await using starting = new AsyncDisposableStack();
  const database = await createPostgresDatabase();
  starting.defer(() => database.drop());
  pooler = starting.use(
    await startSessionPooler(database.url, ["statement_timeout", "idle_in_transaction_session_timeout"]),
  );
  two = starting.use(await startTwoApps(() => 0, { DATABASE_URL: pooler.url }));
  await until("changes are heard", () => two.apps.every(({ ctx }) => ctx.store.receivesChanges()));
  stack = starting.move();
});
afterAll(() => stack.disposeAsync());

const helpText = async (): Promise<string> => shown(await two.as("mia").run("help")).text;

test("behind a pooler in session mode, what one replica writes another reads within 200 ms", async () => {
  const [first, second] = two.apps.map(({ ctx }) => ctx.store.guildSettings);
  const tookMs: number[] = [];
  for (const zone of ["Europe/Rome", "Europe/Oslo", "Europe/Riga", "Asia/Tokyo", "Asia/Dubai"]) {
    // It remembers the former one.
    expect(await second?.get(guildId, "zone")).not.toBe(zone);
    await first?.set(guildId, "zone", zone);
    const writtenAt = performance.now();
    await until("it is read", async () => (await second?.get(guildId, "zone")) === zone);
    tookMs.push(performance.now() - writtenAt);
  }
  expect(tookMs.filter((ms) => ms < 200).length).toBeGreaterThanOrEqual(4);
});

test("a pooler that crashes while an order is sent: it's logged once, and all works again", async () => {
  const mia = two.as("mia");
  const before = two.service.state.orders.size;
  const asked = shown(await mia.run("order create", { items: "Mocha" }));
  two.service.faults.add({ kind: "slow", ms: 1_500, operation: "createOrder" });
  const pressed = mia.press(asked, "Log order");
  await until("it is being sent", () => two.apps.some(({ ctx }) => ctx.draftsInFlight.size > 0));
  await pooler.crash();
  await until("it is noticed", async () => (await helpText()).includes("its database"));

  await pooler.restart();
  await until("commands are answered", async () => (await helpText()).includes(helpTitle));
  const reply = shown(await pressed);
  await until("it says so", () => presentText(mia, reply)?.includes("logged") === true);
  expect(two.service.state.orders.size - before).toBe(1);
  const again = shown(await mia.forge.press(asked, asked.buttons[0]?.customId ?? ""));
  expect(again.text).toContain("Nothing was sent twice");
  expect(two.service.state.orders.size - before).toBe(1);
  await until("changes are heard", () => two.apps.every(({ ctx }) => ctx.store.receivesChanges()));
});

test("the connections that a stopped replica leaves in the pooler serve the next one", async () => {
  const [first, second] = two.apps;
  await second.stop();
  const before = pooler.handedOn();
  const next = await openStore({
    databaseUrl: pooler.url,
    dataFolder: "",
    now: Date.now,
    listens: true,
  });
  onTestFinished(() => next.close());
  await until("changes are heard", () => next.receivesChanges());
  expect(pooler.handedOn()).toBeGreaterThan(before);
  await next.guildSettings.get(guildId, "zone");
  await first.ctx.store.guildSettings.set(guildId, "zone", "Europe/Paris");
  await until("it is read", async () => (await next.guildSettings.get(guildId, "zone")) === "Europe/Paris");
  expect(await helpText()).toContain(helpTitle);
});
