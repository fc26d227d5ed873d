import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../commands/store.ts";
import type { Stretch } from "../../src/time.ts";
import type { Store } from "../../src/store/store.ts";
import { createVault } from "../../src/vault/vault.ts";
import { parseSecretKeys } from "../../src/vault/secret-keys.ts";
import { type BotProcess, type ProcessParts, startBotProcess } from "./bot-process.ts";
import type { GatewayLimits, RateLimits } from "../../playground/discord/index.ts";
import { createEmptyPostgresDatabase } from "./databases.ts";
import { link } from "./harness.ts";
import { type Emulators, startEmulators } from "./emulators.ts";
import { until } from "./wait-for.ts";

const secretKeys = `k1:${Buffer.alloc(32, 9).toString("base64")}`;

/** Processes of the bot on one Postgres, which all receive every interaction, in a linked guild. */
export interface Replicas extends Emulators {
  readonly bots: readonly BotProcess[];
  /** One more. Resolves when it is ready. */
  start(parts: ProcessParts): Promise<BotProcess>;
  /** The same database, as a third sees it. */
  readonly store: Store;
}

export interface ReplicaOptions {
  /** What each of them is started with. */
  readonly replicas: readonly ProcessParts[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Of Discord. */
  readonly rateLimits?: Partial<RateLimits>;
  readonly gateway?: Partial<GatewayLimits>;
  /** How long Discord waits for answers; as long as it really does by default. */
  readonly stretch?: Stretch;
}

export function startTwoBots(
  parts: ProcessParts = {},
  options: Pick<ReplicaOptions, "stretch"> = {},
): Promise<Replicas> {
  return startReplicas({ replicas: [parts, parts], ...options });
}

export async function startReplicas(options: ReplicaOptions): Promise<Replicas> {
  await using starting = new AsyncDisposableStack();
  const database = await createEmptyPostgresDatabase();
  starting.defer(() => database.drop());
  const folder = await mkdtemp(join(tmpdir(), "workspace-bot-replicas-"));
  starting.defer(() => rm(folder, { recursive: true, force: true }));
  const emulators = starting.use(await startEmulators(options));
  const { discord, service, clock } = emulators;

  const environment = {
    ...emulators.environment,
    DATABASE_URL: database.url,
    SECRET_KEYS: secretKeys,
    DATA_FOLDER: folder,
    WRITES_PER_MINUTE: "1000",
    ...options.environment,
  };
  const begin = (parts: ProcessParts): BotProcess => {
    const bot = startBotProcess({ ...environment, ...parts.environment }, [], parts);
    bots.push(bot);
    return bot;
  };
  const bots: BotProcess[] = [];
  starting.defer(async () => void (await Promise.all(bots.map((bot) => bot.stop("SIGTERM")))));
  options.replicas.map(begin);
  await until("all are on Discord", () => discord.connectedShards() === bots.length);
  await until("all are ready", () => bots.every((bot) => bot.output().includes('"ready"')));
  const store = await openStore({ databaseUrl: database.url, dataFolder: folder, now: clock.now });
  starting.defer(() => store.close());
  await link({ store, vault: createVault(parseSecretKeys(secretKeys)), now: clock.now }, service);

  const running = starting.move();
  const start = async (parts: ProcessParts): Promise<BotProcess> => {
    const bot = begin(parts);
    await until("it is ready", () => bot.output().includes('"ready"'));
    return bot;
  };
  return { ...emulators, bots, store, start, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
