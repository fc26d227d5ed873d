import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, startApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { createLogger } from "../../src/log/index.ts";
import { createSecretRegistry } from "../../src/log/redact.ts";
import type { Stretch } from "../../src/time.ts";
import { createPostgresDatabase } from "./databases.ts";
import { collector, link } from "./harness.ts";
import { type Emulators, startEmulators } from "./emulators.ts";
import { patient } from "./patience.ts";
import { sharedPictures } from "./shared-pictures.ts";

const secretKeys = `k1:${Buffer.alloc(32, 9).toString("base64")}`;

/** Two replicas of the bot on one Postgres, in a linked guild. No job runs by itself. */
export interface TwoApps extends Emulators {
  readonly apps: readonly [App, App];
  readonly databaseUrl: string;
}

interface TwoAppsOptions {
  /** How the second one reaches the database. */
  readonly throughProxy?: (databaseUrl: string) => Promise<string>;
  /** How both reach Discord. */
  readonly throughRestProxy?: (discordApiUrl: string) => Promise<string>;
  /** Keeps what the service answered, as usual. */
  readonly isCaching?: boolean;
  /** The clock's source while a test doesn't move it. */
  readonly realNow?: () => number;
  /** Of both, and of Discord; a test's patience by default. */
  readonly stretch?: Stretch;
  /** Gets the lines that the second one logs. */
  readonly logs?: string[];
}

/**
 * @param aheadMs by how much the clock of the second one is ahead
 * @param settings environment variables of both
 */
export async function startTwoApps(
  aheadMs: () => number = () => 0,
  settings: Readonly<Record<string, string>> = {},
  {
    throughProxy = (url) => Promise.resolve(url),
    throughRestProxy = (url) => Promise.resolve(url),
    isCaching = false,
    realNow,
    stretch = patient,
    logs = [],
  }: TwoAppsOptions = {},
): Promise<TwoApps> {
  await using starting = new AsyncDisposableStack();
  const database = settings["DATABASE_URL"] === undefined ? await createPostgresDatabase() : undefined;
  starting.defer(() => database?.drop());
  const dataFolder = await mkdtemp(join(tmpdir(), "workspace-bot-replicas-"));
  starting.defer(() => rm(dataFolder, { recursive: true, force: true }));
  const emulators = starting.use(await startEmulators({ realNow, stretch }));
  const { discord, service, clock, environment } = emulators;
  service.setRateLimit(1_000_000);

  const config = readConfig({
    ...environment,
    DISCORD_API_URL: await throughRestProxy(discord.apiUrl),
    DATA_FOLDER: dataFolder,
    DATABASE_URL: database?.url,
    SECRET_KEYS: secretKeys,
    ...settings,
  });
  const start = async (now: () => number, databaseUrl?: string, lines: string[] = []): Promise<App> => {
    const secrets = createSecretRegistry();
    const app = await startApp({
      config: { ...config, databaseUrl, discordToken: discord.botToken },
      log: createLogger({ level: "warn", secrets, destination: collector(lines) }),
      secrets,
      now,
      ownClock: true,
      pictures: sharedPictures,
      stretch,
      jobs: [],
      identifyEveryMs: 0,
      serviceLimits: {
        ...(isCaching ? {} : { cacheBytes: 0 }),
        limit: 1_000_000,
        failureThreshold: 1_000_000,
      },
    });
    starting.defer(() => app.stop());
    return app;
  };
  const databaseUrl = config.databaseUrl ?? "";
  const apps = [
    await start(clock.now, databaseUrl),
    await start(() => clock.now() + aheadMs(), await throughProxy(databaseUrl), logs),
  ] as const;
  await link(apps[0].ctx, service);

  const running = starting.move();
  return {
    ...emulators,
    apps,
    databaseUrl,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
