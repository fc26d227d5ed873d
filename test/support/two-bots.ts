import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { createVault } from "../../src/vault/vault.ts";
import { parseSecretKeys } from "../../src/vault/secret-keys.ts";
import { type BotProcess, type ProcessParts, startBotProcess } from "./bot-process.ts";
import { createPostgresDatabase } from "./databases.ts";
import { link } from "./harness.ts";
import { type Emulators, startEmulators } from "./emulators.ts";
import { until } from "./wait-for.ts";

const secretKeys = `k1:${Buffer.alloc(32, 9).toString("base64")}`;

/** Two processes of the bot on one Postgres, both told of every interaction, in a linked guild. */
export interface TwoBots extends Emulators {
  readonly bots: readonly BotProcess[];
  /** The same database, as a third sees it. */
  readonly store: Store;
}

export async function startTwoBots(parts: ProcessParts = {}): Promise<TwoBots> {
  await using starting = new AsyncDisposableStack();
  const database = await createPostgresDatabase();
  starting.defer(() => database.drop());
  const folder = await mkdtemp(join(tmpdir(), "workspace-bot-replicas-"));
  starting.defer(() => rm(folder, { recursive: true, force: true }));
  const emulators = starting.use(await startEmulators());
  const { discord, service, clock } = emulators;

  const environment = {
    ...emulators.environment,
    DATABASE_URL: database.url,
    SECRET_KEYS: secretKeys,
    DATA_FOLDER: folder,
    WRITES_PER_MINUTE: "1000",
  };
  const bots = [startBotProcess(environment, [], parts), startBotProcess(environment, [], parts)];
  starting.defer(async () => void (await Promise.all(bots.map((bot) => bot.stop("SIGTERM")))));
  await until("both are on Discord", () => discord.connectedShards() === 2);
  await until("both are ready", () => bots.every((bot) => bot.output().includes('"ready"')));
  const store = await openStore({ databaseUrl: database.url, dataFolder: folder, now: clock.now });
  starting.defer(() => store.close());
  await link({ store, vault: createVault(parseSecretKeys(secretKeys)), now: clock.now }, service);

  const running = starting.move();
  return { ...emulators, bots, store, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
