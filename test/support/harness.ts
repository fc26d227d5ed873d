import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { type App, startApp } from "../../src/app.ts";
import { type Config, readConfig } from "../../src/config.ts";
import { createLogger } from "../../src/log.ts";
import {
  type DiscordStandIn,
  type Person,
  playgroundIds,
  playgroundSeed,
  startDiscordStandIn,
} from "../../src/playground/discord/index.ts";
import { type ServiceStandIn, startServiceStandIn } from "../../src/playground/service/index.ts";
import { createSecretRegister } from "../../src/secret-register.ts";
import { linkSealContext } from "../../src/vault/contexts.ts";
import { createOpenapiCheck } from "./openapi.ts";

export type PersonName = "ada" | "theo" | "mia" | "noor" | "sam";
export type ChannelName = "orders" | "staff" | "calendar" | "managers" | "audit";

export interface HarnessOptions {
  /** The guild starts out linked, with manager and staff as access roles, unless this is false. */
  readonly linked?: boolean;
  /** Postgres instead of a SQLite file in a folder of the test's own. */
  readonly databaseUrl?: string;
}

/** The real bot between both stand-ins, on real sockets and a real database. */
export interface Harness {
  readonly discord: DiscordStandIn;
  readonly service: ServiceStandIn;
  readonly clock: { readonly now: () => number; advance(byMs: number): void };
  readonly config: Config & { readonly discordToken: string };
  readonly app: App;
  /** What the bot logged so far, at the most talkative level. */
  readonly logs: readonly string[];
  as(name: PersonName, channel?: ChannelName): Person;
  /** Stops the bot and starts it again on the same database. */
  restart(): Promise<void>;
  /** Stops everything and throws when a secret shows in the logs or the database file, or Discord's document was broken. */
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startHarness({ linked = true, databaseUrl }: HarnessOptions = {}): Promise<Harness> {
  let aheadMs = 0;
  const clock = { now: () => Date.now() + aheadMs, advance: (byMs: number) => void (aheadMs += byMs) };
  const openapi = await createOpenapiCheck(process.env["DISCORD_OPENAPI"]);
  const dataFolder = await mkdtemp(join(tmpdir(), "workspace-bot-test-"));
  const service = await startServiceStandIn({ now: clock.now });
  const discord = await startDiscordStandIn({ now: clock.now, seed: playgroundSeed, ...openapi.hooks });
  const logs: string[] = [];
  const config = configOf(discord, service, dataFolder, databaseUrl);
  const start = () => {
    const secrets = createSecretRegister();
    const log = createLogger({ level: "trace", destination: collector(logs), secrets });
    return startApp({ config, log, secrets, now: clock.now });
  };
  let app = await start();
  if (linked) await link(app, service);
  await discord.waitForBot();

  return {
    discord,
    service,
    clock,
    config,
    logs,
    get app() {
      return app;
    },
    as: (name, channel = "orders") => discord.as(playgroundIds[name], playgroundIds[channel]),
    async restart() {
      await app.stop();
      app = await start();
      await discord.waitForBot();
    },
    async [Symbol.asyncDispose]() {
      await app.stop();
      await discord.close();
      await service.close();
      const stored = databaseUrl === undefined ? await bytesOf(dataFolder) : "";
      await rm(dataFolder, { recursive: true, force: true });
      for (const [secret, name] of secretsOf(service, discord)) {
        if (logs.some((line) => line.includes(secret))) throw new Error(`the log shows the ${name}`);
        if (stored.includes(secret)) throw new Error(`the database file shows the ${name}`);
      }
      openapi.verify();
    },
  };
}

/** Ties the playground's guild to the stand-in's workspace, past the form. */
export async function link({ ctx }: App, service: ServiceStandIn, token = service.token): Promise<void> {
  const { guildId, ada, managerRole, staffRole } = playgroundIds;
  const { workspaceId } = service;
  await ctx.store.guildLinks.save({
    guildId,
    workspaceId,
    sealedToken: ctx.vault.seal(token, linkSealContext(guildId, workspaceId)),
    linkedByDiscordUserId: ada,
    linkedAt: ctx.now(),
  });
  for (const roleId of [managerRole, staffRole]) await ctx.store.accessRoles.add(guildId, roleId);
}

function configOf(
  discord: DiscordStandIn,
  service: ServiceStandIn,
  dataFolder: string,
  databaseUrl: string | undefined,
): Config & { readonly discordToken: string } {
  const config = readConfig({
    DISCORD_TOKEN: discord.botToken,
    DISCORD_API_URL: discord.apiUrl,
    WORKSPACE_API_URL: service.baseUrl,
    DATA_FOLDER: dataFolder,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: "trace",
  });
  return { ...config, discordToken: discord.botToken };
}

function secretsOf(service: ServiceStandIn, discord: DiscordStandIn): readonly (readonly [string, string])[] {
  return [
    [service.token, "token of the service"],
    [service.oauthToken, "secret of the task board"],
    [discord.botToken, "token of the bot"],
  ];
}

function collector(lines: string[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
}

async function bytesOf(folder: string): Promise<string> {
  const names = await readdir(folder);
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), "latin1")));
  return files.join("\n");
}
