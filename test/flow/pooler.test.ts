// Depends on: nothing that varies.
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import type { App } from "../../src/app.ts";
import { openStore } from "../../commands/store.ts";
import { createPostgresDatabase } from "../support/databases.ts";
import { presentText, shown } from "../support/replies.ts";
import { type Pooler, startPooler } from "../support/pooler.ts";
import { startTwoApps, type TwoApps } from "../support/two-apps.ts";
import { until } from "../support/wait-for.ts";

const { guildId } = playgroundIds;
const helpTitle = "What you can do here";

let pooler: Pooler;
let two: TwoApps;
let stack: AsyncDisposableStack;
beforeAll(async () => {
  await using starting = new AsyncDisposableStack();
  const database = await createPostgresDatabase();
  starting.defer(() => database.drop());
  pooler = starting.use(
    await startPooler(database.url, ["statement_timeout", "idle_in_transaction_session_timeout"]),
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

test("behind a pooler in transaction mode, access taken away at one replica is gone at the other, which says why it keeps nothing", async () => {
  await using cleanup = new AsyncDisposableStack();
  const logs: string[] = [];
  await using pair = await startTwoApps(
    () => 0,
    { HTTP_PORT: "0" },
    {
      logs,
      async throughProxy(url) {
        const settings = ["statement_timeout", "idle_in_transaction_session_timeout"];
        return cleanup.use(await startPooler(url, settings, "transaction")).url;
      },
    },
  );
  const [first, second] = pair.apps;
  const askReadyz = async () => {
    const response = await fetch(`http://127.0.0.1:${second.httpPort ?? 0}/readyz`);
    return { status: response.status, body: await response.json() };
  };
  const why = expect.stringContaining("PgBouncer in transaction mode");
  await expect.poll(askReadyz).toMatchObject({ status: 200, body: { notes: { changes: why } } });
  expect(logs.filter((line) => line.includes("PgBouncer in transaction mode"))).toHaveLength(1);
  const rolesOf = async ({ ctx }: App) => (await ctx.store.accessRoles.list(guildId)).map(({ tier }) => tier);
  await first.ctx.store.accessRoles.set(guildId, "10", "admin");
  expect(await rolesOf(second)).toContain("admin");
  await first.ctx.store.accessRoles.remove(guildId, "10");
  expect(await rolesOf(second)).not.toContain("admin");
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
