import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startApp } from "../app.ts";
import type { Config } from "../config.ts";
import { createLogger } from "../log/index.ts";
import { createPlaygroundClock } from "../../playground/clock.ts";
import { type Playground, startPlayground } from "../../playground/index.ts";
import type { Store } from "../store/store.ts";
import { createSecretRegistry } from "../log/secret-registry.ts";
import { logEscapedErrors } from "./escaped-errors.ts";
import { setUpPlayground } from "./playground-setup.ts";

/** Runs the bot against stand-ins for Discord and the service: no account, no key, nothing kept afterwards. */
export async function startInPlayground(
  config: Config,
  print: (text: string) => void,
  onFatal: (error: unknown) => void,
): Promise<{ stop(): Promise<void> }> {
  const secrets = createSecretRegistry();
  const log = createLogger({ level: config.logLevel === "info" ? "warn" : config.logLevel, secrets });
  logEscapedErrors(log, onFatal);
  await using starting = new AsyncDisposableStack();
  const dataFolder = await mkdtemp(join(tmpdir(), "workspace-bot-playground-"));
  starting.defer(() => rm(dataFolder, { recursive: true, force: true }));
  const clock = createPlaygroundClock(Date.now);
  let store: Store | undefined;
  const playground = await startPlayground(config.playgroundPort, clock, {
    // The page is there before the bot is.
    nextPostAt: async () => store?.schedules.nextDueAt(),
    isSetUp: async (guildId) => ((await store?.guildLinks.list(guildId)) ?? []).length > 0,
    isBusy: true,
  });
  starting.defer(() => playground.close());

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
    log,
    secrets,
    now: clock.now,
    onFatal,
  });
  starting.defer(() => app.stop());
  store = app.ctx.store;
  await setUpPlayground(app.ctx, playground);
  print(welcome(playground));

  const running = starting.move();
  return { stop: () => running.disposeAsync() };
}

function welcome({ discord, service }: Playground): string {
  const [second] = service.others;
  const newcomer = [...service.state.users.values()].find(({ username }) => username === "leo_foam");
  return [
    "",
    "  workspace-bot is running in its playground: everything is on this machine, nothing is sent anywhere.",
    "",
    `  Open       ${discord.url}`,
    "  Try        /order search, /order create, /calendar, /post-delete, or just type /",
    "  People     by name, for example /assignments person: Mia; Mia, Theo and Noor are connected to the workspace",
    `             Ada is not yet: /account connect user: ${newcomer?.id ?? ""}, which is ${newcomer?.display_name ?? ""}`,
    ...(second === undefined
      ? []
      : [
          `  Second     ${second.state.workspace.name} is one more workspace; as Ada, /link set with the id ${second.workspaceId}`,
          `             and the key ${second.token}`,
        ]),
    `  Service    ${service.baseUrl}  (a made-up café that the bot talks to)`,
    "  Stop       Ctrl+C",
    "",
    "  To run it on Discord, set DISCORD_TOKEN and WORKSPACE_API_URL; the README says how, step by step.",
    "",
  ].join("\n");
}
