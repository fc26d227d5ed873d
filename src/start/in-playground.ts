import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, startApp } from "../app.ts";
import type { Config } from "../config.ts";
import { createLogger } from "../log.ts";
import { createPlaygroundClock } from "../playground/clock.ts";
import { playgroundIds } from "../playground/discord/index.ts";
import { type Playground, startPlayground } from "../playground/index.ts";
import { maxLinks } from "../interactions/link.ts";
import { createSecretRegister } from "../secret-register.ts";
import { linkSealContext } from "../vault/contexts.ts";

/** Runs the bot against stand-ins for Discord and the service: no account, no key, nothing kept afterwards. */
export async function startInPlayground(
  config: Config,
  say: (text: string) => void,
): Promise<{ stop(): Promise<void> }> {
  await using starting = new AsyncDisposableStack();
  const dataFolder = await mkdtemp(join(tmpdir(), "workspace-bot-playground-"));
  starting.defer(() => rm(dataFolder, { recursive: true, force: true }));
  const clock = createPlaygroundClock(Date.now);
  const playground = await startPlayground(config.playgroundPort, clock);
  starting.defer(() => playground.close());

  const secrets = createSecretRegister();
  const { discord, service } = playground;
  const app = await startApp({
    config: {
      ...config,
      discordToken: discord.botToken,
      discordApiUrl: discord.apiUrl,
      workspaceApiUrl: service.baseUrl,
      databaseUrl: undefined,
      secretKeys: undefined,
      dataFolder,
    },
    log: createLogger({ level: config.logLevel === "info" ? "warn" : config.logLevel, secrets }),
    secrets,
    now: clock.now,
  });
  starting.defer(() => app.stop());
  await linkGuild(app, playground);
  say(welcome(playground));

  const running = starting.move();
  return { stop: () => running.disposeAsync() };
}

/** The playground's guild starts out linked, with its managers and staff named, so that every command works at once. */
async function linkGuild({ ctx }: App, { discord, service }: Playground): Promise<void> {
  const guild = discord.guilds[0];
  if (guild === undefined) throw new Error("the playground has no guild");
  await ctx.store.guildLinks.save(
    {
      guildId: guild.id,
      linkKey: "cafe",
      workspaceId: service.workspaceId,
      name: guild.name,
      sealedToken: ctx.vault.seal(service.token, linkSealContext(guild.id, service.workspaceId)),
      linkedByDiscordUserId: guild.ownerId,
      linkedAt: ctx.now(),
      createdAt: ctx.now(),
    },
    maxLinks,
  );
  await ctx.store.accessRoles.set(guild.id, playgroundIds.managerRole, "manager");
  await ctx.store.accessRoles.set(guild.id, playgroundIds.staffRole, "staff");
}

function welcome({ discord, service }: Playground): string {
  const [someone] = service.state.users.values();
  return [
    "",
    "  workspace-bot is running in its playground: everything is on this machine, nothing is sent anywhere.",
    "",
    `  Open       ${discord.url}`,
    "  Try        /order search, /order create, /calendar, /post-delete, or just type /",
    `  People     by user id, for example ${someone?.display_name ?? ""}: /assignments ${someone?.id ?? ""}`,
    `  Service    ${service.baseUrl}  (a made-up café that the bot talks to)`,
    "  Stop       Ctrl+C",
    "",
    "  To run it on Discord, set DISCORD_TOKEN and WORKSPACE_API_URL; the README says how, step by step.",
    "",
  ].join("\n");
}
