import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../../commands/store.ts";
import type { Store } from "../../../src/store/store.ts";
import { createVault } from "../../../src/vault/vault.ts";
import { parseSecretKeys } from "../../../src/vault/secret-keys.ts";
import { type BotProcess, startBotProcess } from "../bot-process.ts";
import { createPostgresDatabase } from "../databases.ts";
import { link } from "../harness.ts";
import { type Emulators, startEmulators } from "../emulators.ts";
import { until } from "../wait-for.ts";

const secretKeys = `k1:${Buffer.alloc(32, 5).toString("base64")}`;

/** Two processes that post from one Postgres, each to be killed while the other continues. */
export interface KilledPosters extends Emulators {
  /** The same database, as a third sees it. */
  readonly store: Store;
  /** Kills one of the two and starts it again. Resolves when it is at work. */
  killAndStart(which: 0 | 1): Promise<void>;
}

export async function startKilledPosters(): Promise<KilledPosters> {
  await using starting = new AsyncDisposableStack();
  const database = await createPostgresDatabase();
  starting.defer(() => database.drop());
  const folder = await mkdtemp(join(tmpdir(), "workspace-bot-posters-"));
  starting.defer(() => rm(folder, { recursive: true, force: true }));
  const emulators = starting.use(
    await startEmulators({ rateLimits: { globalPerSecond: 1_000, perRouteInFiveSeconds: 1_000 } }),
  );
  const { service, clock } = emulators;
  service.setRateLimit(1_000_000);
  const store = await openStore({ databaseUrl: database.url, dataFolder: folder, now: clock.now });
  starting.defer(() => store.close());
  await link({ store, vault: createVault(parseSecretKeys(secretKeys)), now: clock.now }, service);

  const environment = {
    ...emulators.environment,
    DATABASE_URL: database.url,
    SECRET_KEYS: secretKeys,
    DATA_FOLDER: folder,
  };
  const start = async (): Promise<BotProcess> => {
    const bot = startBotProcess(environment);
    let end: number | string | null | undefined;
    void bot.ended.then((code) => (end = code));
    await until(
      "the bot is ready or ended",
      () => end !== undefined || bot.output().includes('"ready"'),
      30_000,
    );
    if (end !== undefined) throw new Error(`the bot ended with ${end}: ${bot.output()}`);
    return bot;
  };
  const bots: [BotProcess, BotProcess] = [await start(), await start()];
  starting.defer(async () => void (await Promise.all(bots.map((bot) => bot.stop("SIGTERM")))));

  const running = starting.move();
  return {
    ...emulators,
    store,
    async killAndStart(which) {
      await bots[which].stop("SIGKILL");
      bots[which] = await start();
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
