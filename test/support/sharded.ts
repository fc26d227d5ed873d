import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type DiscordEmulator,
  type GatewayLimits,
  type Outcome,
  playgroundIds,
  seedWithGuilds,
  startDiscordEmulator,
} from "../../playground/discord/index.ts";
import { type App, startApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { createLogger } from "../../src/log/index.ts";
import { createSecretRegistry } from "../../src/log/redact.ts";
import { readPort } from "./bot-process.ts";
import { collector } from "./harness.ts";
import { patient } from "./patience.ts";

/** Discord with a guild on each of so many shards, and no bot yet. */
export interface ShardedDiscord extends AsyncDisposable {
  readonly discord: DiscordEmulator;
  /** Environment variables that every bot needs. */
  readonly environment: Readonly<Record<string, string>>;
  /** Runs `/help` in the guild of a shard. */
  help(shard: number): Promise<Outcome>;
  /** Shards that identified in time, whichever bot they belong to. */
  identified(): readonly number[];
  /** Starts a bot in this process, without jobs. It is stopped at the end. */
  start(settings: Readonly<Record<string, string | undefined>>, identifyEveryMs: number): Promise<ShardedApp>;
  /** The port that the bot which was started last chose, also before it is ready. */
  openPort(): Promise<number>;
}

export interface ShardedApp {
  readonly app: App;
  readonly logs: readonly string[];
}

export async function startShardedDiscord(
  guilds: number,
  gateway: Partial<GatewayLimits>,
): Promise<ShardedDiscord> {
  await using starting = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "workspace-bot-shards-"));
  starting.defer(() => rm(folder, { recursive: true, force: true }));
  const seed = seedWithGuilds(guilds);
  const discord = await startDiscordEmulator({ now: Date.now, stretch: patient, seed, gateway });
  starting.defer(() => discord.close());
  const channels = new Map(
    seed.guilds
      .slice(-guilds)
      .map(({ id, channels: [channel] }) => [
        Number((BigInt(id) >> 22n) % BigInt(guilds)),
        channel?.id ?? "",
      ]),
  );
  const environment = {
    DISCORD_TOKEN: discord.botToken,
    DISCORD_API_URL: discord.apiUrl,
    WORKSPACE_API_URL: "http://127.0.0.1:9",
    DATA_FOLDER: folder,
    SECRET_KEYS: `k1:${Buffer.alloc(32, 9).toString("base64")}`,
  };

  let newest: readonly string[] = [];
  async function start(
    settings: Readonly<Record<string, string | undefined>>,
    identifyEveryMs: number,
  ): Promise<ShardedApp> {
    const secrets = createSecretRegistry();
    const logs: string[] = [];
    newest = logs;
    const app = await startApp({
      config: { ...readConfig({ ...environment, ...settings }), discordToken: discord.botToken },
      log: createLogger({ level: "info", secrets, destination: collector(logs) }),
      secrets,
      now: Date.now,
      stretch: patient,
      jobs: [],
      identifyEveryMs,
    });
    running.defer(() => app.stop());
    return { app, logs };
  }

  const running = starting.move();
  return {
    discord,
    environment,
    help: (shard) => discord.as(playgroundIds.mia, channels.get(shard) ?? "").run("help"),
    identified: () => discord.identifies.flatMap(({ shard, isTooEarly }) => (isTooEarly ? [] : [shard[0]])),
    start,
    openPort: () => readPort(() => newest.join("")),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
