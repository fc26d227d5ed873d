import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { createVault } from "../../src/vault/create-vault.ts";
import { parseSecretKeys } from "../../src/vault/secret-keys.ts";
import { startBotProcess } from "../support/bot-process.ts";
import { createPostgresDatabase } from "../support/databases.ts";
import { link } from "../support/harness.ts";
import { startNeighbours } from "../support/neighbours.ts";
import { shown } from "../support/shown.ts";
import { until } from "../support/until.ts";

const secretKeys = `k1:${Buffer.alloc(32, 9).toString("base64")}`;

test("with two bots on one Postgres one answers each press, and ten presses make one order", async () => {
  await using cleanUp = new AsyncDisposableStack();
  const database = await createPostgresDatabase();
  cleanUp.defer(() => database.drop());
  const folder = await mkdtemp(join(tmpdir(), "workspace-bot-replicas-"));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  const neighbours = cleanUp.use(await startNeighbours());
  const { service, discord, clock } = neighbours;

  const environment = {
    ...neighbours.environment,
    DATABASE_URL: database.url,
    SECRET_KEYS: secretKeys,
    DATA_FOLDER: folder,
  };
  const bots = [startBotProcess(environment), startBotProcess(environment)];
  cleanUp.defer(async () => void (await Promise.all(bots.map((bot) => bot.stop("SIGTERM")))));
  await until("both are on Discord", () => discord.connectedShards() === 2, 15_000);
  await until("both are ready", () => bots.every((bot) => bot.output().includes('"ready"')), 15_000);
  const store = await openStore({ databaseUrl: database.url, dataFolder: folder, now: clock.now });
  cleanUp.defer(() => store.close());
  await link({ store, vault: createVault(parseSecretKeys(secretKeys)), now: clock.now }, service);

  const before = service.state.orders.size;
  const mia = neighbours.as("mia");
  const preview = await mia.run("order create", { items: "Flat white" });
  if (preview.kind !== "message") throw new Error(preview.kind);
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, () => mia.press(preview.message, "Log order")),
  );
  expect(service.state.orders.size - before).toBe(1);
  expect(service.requests.filter(({ operation }) => operation === "createOrder")).toHaveLength(1);
  for (const outcome of outcomes) expect(outcome.kind).not.toBe("failed");
  expect(mia.read().find(({ id }) => id === preview.message.id)?.text).toMatch(/logged/);

  const second = shown(await mia.run("order create", { items: "Espresso" }));
  const pressed = await mia.press(second, "Log order");
  expect(pressed.kind).toBe("updated");
  expect(mia.read().find(({ id }) => id === second.id)?.text).toMatch(/logged/);
  expect(bots.map((bot) => bot.output()).join("")).not.toContain("40060");
});
