import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startApp } from "../app.ts";
import type { Config } from "../config.ts";
import { createLogger, type Logger } from "../log/index.ts";
import { createPlaygroundClock } from "../../playground/clock.ts";
import { type Playground, startPlayground } from "../../playground/index.ts";
import type { Store } from "../store/store.ts";
import { createSecretRegistry } from "../log/secret-registry.ts";
import { logEscapedErrors } from "./escaped-errors.ts";
import { setUpPlayground } from "./playground-setup.ts";

/** Runs the bot against emulators of Discord and the service: no account, no key, and nothing is kept afterwards. */
export async function startInPlayground(
  config: Config,
  print: (text: string) => void,
  onFatal: (error: unknown) => void,
): Promise<{ stop(): Promise<void> }> {
  const secrets = createSecretRegistry();
  const level = config.logLevel === "info" ? "warn" : config.logLevel;
  const everything = createLogger({ level, secrets });
  logEscapedErrors(everything, onFatal);
  await using starting = new AsyncDisposableStack();
  const dataFolder = await mkdtemp(join(tmpdir(), "workspace-bot-playground-"));
  starting.defer(() => rm(dataFolder, { recursive: true, force: true }));
  const clock = createPlaygroundClock(Date.now);
  let store: Store | undefined;
  const playground = await startPlayground(config.playgroundPort, clock, {
    // The page is served before the bot is ready.
    nextPostAt: async () => store?.schedules.nextDueAt(),
    isSetUp: async (guildId) => ((await store?.guildLinks.list(guildId)) ?? []).length > 0,
    isBusy: true,
  });
  starting.defer(() => playground.close());

  const { discord, service } = playground;
  const log = quietDuringFaults(everything, playground.isFaulty);
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

/** Trouble that someone switched on in the page isn't the operator's. */
function quietDuringFaults(log: Logger, isFaulty: () => boolean): Logger {
  const at =
    (level: "warn" | "error"): Logger["error"] =>
    (message, fields) =>
      log[isFaulty() ? "info" : level](message, fields);
  return { ...log, warn: at("warn"), error: at("error") };
}

function welcome({ discord, service }: Playground): string {
  const newcomer = [...service.state.users.values()].find(({ username }) => username === "leo_foam");
  return [
    `Open ${discord.url}`,
    `This is the playground: nothing leaves this machine. Type /, or as Ada try /account connect user:${newcomer?.id ?? ""}.`,
    "Press Ctrl+C to stop. To run the bot on Discord, follow the README.",
  ].join("\n");
}
