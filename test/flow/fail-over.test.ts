// Depends on: nothing that varies.
import { afterAll, beforeAll, expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { type PostgresPair, startPostgresPair } from "../support/postgres-pair.ts";
import { presentText, shown } from "../support/replies.ts";
import { startTwoApps, type TwoApps } from "../support/two-apps.ts";
import { until } from "../support/wait-for.ts";

const { guildId } = playgroundIds;
const helpTitle = "What you can do here";

/** Everyone waits in proportion, and a busy machine makes less of a difference. */
const inSlowMotion = (usualMs: number): number => 6 * usualMs;

let postgres: PostgresPair;
let two: TwoApps;
let stack: AsyncDisposableStack;
beforeAll(async () => {
  await using starting = new AsyncDisposableStack();
  postgres = starting.use(await startPostgresPair());
  two = starting.use(await startTwoApps(() => 0, { DATABASE_URL: postgres.url }, { stretch: inSlowMotion }));
  await until("changes are heard", () => two.apps.every(({ ctx }) => ctx.store.receivesChanges()));
  // A bot that has run for a while has as many connections as a command needs; opening one takes several answers.
  const touches = two.apps.flatMap(({ ctx }) =>
    ["one", "another", "a third"].map((id) => ctx.store.idempotencyKeys.claim(id, two.clock.now())),
  );
  await Promise.all(touches);
  stack = starting.move();
});
afterAll(() => stack.disposeAsync());

const textOf = async (path: string): Promise<string> => shown(await two.as("mia").run(path)).text;
const orders = (): number => two.service.state.orders.size;

test("with a Postgres that answers 2 s late, everyone gets a reply and an order is logged once", async () => {
  const mia = two.as("mia");
  const before = orders();
  postgres.delay(inSlowMotion(2_000));
  expect(await textOf("help")).toContain(helpTitle);
  // Half a dozen statements each.
  postgres.delay(300);
  const asked = shown(await mia.run("order create", { items: "Flat white" }));
  expect(shown(await mia.press(asked, "Log order")).text).toContain("logged");
  postgres.delay(0);
  expect(orders() - before).toBe(1);
});

test("a Postgres that stops responding leads to a sentence in time, and works again afterwards", async () => {
  postgres.delay(20_000);
  expect(await textOf("help")).toMatch(/its database.*nothing was done.*`\w{8}`/s);
  expect(await two.as("mia").suggest("order create", {}, { name: "items", value: "L" })).toEqual([]);
  postgres.delay(0);
  await until("it works again", async () => (await textOf("help")).includes(helpTitle));
});

test("a read-only Postgres leads to a sentence with a reference, and works again afterwards", async () => {
  await postgres.query("alter system set default_transaction_read_only = on");
  await postgres.query("select pg_reload_conf()");
  await until("it says so", async () =>
    /its database.*nothing was done.*`\w{8}`/s.test(await textOf("help")),
  );
  await postgres.query("alter system reset default_transaction_read_only");
  await postgres.query("select pg_reload_conf()");
  await until("it works again", async () => (await textOf("help")).includes(helpTitle));
});

test("another primary takes over during an order: it's logged once, and all works again soon", async () => {
  const mia = two.as("mia");
  const { store } = two.apps[0].ctx;
  const isFirst = () => store.idempotencyKeys.claim("an interaction", two.clock.now());
  expect(await isFirst()).toBe(true);
  const asked = shown(await mia.run("order create", { items: "Cinnamon bun" }));
  const before = orders();
  two.service.faults.add({ kind: "slow", ms: 1_500, operation: "createOrder" });
  const pressed = mia.press(asked, "Log order");
  // Before it arrives, the database is asked whether it may be sent.
  await until("it is being sent", () => two.service.faults.active.length === 0);
  postgres.crash();
  await until("it is noticed", async () => (await textOf("help")).includes("its database"));

  await postgres.failOver();
  const startedAt = performance.now();
  await until("commands are answered", async () => (await textOf("help")).includes(helpTitle));
  await until("changes are heard", () => two.apps.every(({ ctx }) => ctx.store.receivesChanges()));
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  // Otherwise a replica that was suspended meanwhile would answer it once more.
  expect(await isFirst()).toBe(false);

  // A replica that left the press to the other one may have said that it has no database; the receipt replaces that.
  const reply = shown(await pressed);
  await until("it says so", () => presentText(mia, reply)?.includes("logged") === true);
  expect(orders() - before).toBe(1);
  await until("its outcome is stored", async () => {
    const entries = await store.audit.list(guildId, { action: "order.create" }, { limit: 1 });
    return entries[0]?.outcome === "done" && entries[0].at > two.clock.now() - 60_000;
  });
  const [confirm] = asked.buttons;
  const again = shown(await mia.forge.press(asked, confirm?.customId ?? ""));
  expect(again.text).toContain("Nothing was sent twice");
  expect(orders() - before).toBe(1);

  await store.guildSettings.set(guildId, "zone", "Europe/Paris");
  const other = two.apps[1].ctx.store;
  await until("it is read", async () => (await other.guildSettings.get(guildId, "zone")) === "Europe/Paris");
});
