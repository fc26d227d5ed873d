import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startApp } from "../app.ts";
import type { Config } from "../config.ts";
import { createLogger, type Logger, openStandardError } from "../log/index.ts";
import { createPlaygroundClock } from "../../playground/clock.ts";
import { type Playground, startPlayground } from "../../playground/index.ts";
import type { Store } from "../store/store.ts";
import { createSecretRegistry } from "../log/redact.ts";
import { logEscapedErrors } from "./escaped-errors.ts";
import { openCafe } from "./playground-cafe.ts";
import { setUpPlayground } from "./playground-setup.ts";

/** Runs the bot against emulators of Discord and the service: no account, no key, and nothing is kept afterwards. */
export async function startInPlayground(
  config: Config,
  print: (text: string) => void,
  onFatal: (error: unknown) => void,
): Promise<{ stop(): Promise<void> }> {
  const secrets = createSecretRegistry();
  const level = config.logLevel === "info" ? "warn" : config.logLevel;
  // Sentences for a person go to standard output.
  const everything = createLogger({ level, secrets, destination: openStandardError() });
  logEscapedErrors(everything, onFatal);
  await using starting = new AsyncDisposableStack();
  const dataFolder = await mkdtemp(join(tmpdir(), "workspace-bot-playground-"));
  starting.defer(() => rm(dataFolder, { recursive: true, force: true }));
  const clock = createPlaygroundClock(Date.now);
  let store: Store | undefined;
  const playground = await startPlayground(config.playgroundPort, clock, {
    // The page is served before the bot is ready.
    nextPostAt: async () => store?.schedules.nextDueAt("new"),
    isSetUp: async (guildId) => ((await store?.guildLinks.list(guildId)) ?? []).length > 0,
    isAtWork: true,
  });
  starting.defer(() => playground.close());

  const { discord, service } = playground;
  const log = quietLogDuringFaults(everything, playground.isFaulty);
  const app = await startApp({
    config: {
      ...config,
      allowedServers: undefined,
      discordToken: discord.botToken,
      discordApiUrl: discord.apiUrl,
      workspaceApiUrl: service.baseUrl,
      // The emulator's own.
      discordPublicKey: undefined,
      databaseUrl: undefined,
      secretKeys: undefined,
      // For the addresses of calendars.
      httpPort: config.httpPort ?? 0,
      httpHost: "127.0.0.1",
      dataFolder,
    },
    log,
    secrets,
    now: clock.now,
    isLocal: true,
    onFatal,
  });
  starting.defer(() => app.stop());
  if (config.discordInteractions === "http") {
    const url = `http://127.0.0.1:${app.httpPort}`;
    await discord.endpoints.setInteractionsUrl(`${url}/interactions`);
    await discord.endpoints.setEventsUrl(`${url}/events`);
  }
  store = app.ctx.store;
  await setUpPlayground(app.ctx, playground);
  print(describePlayground(playground, config.httpPort === undefined ? undefined : app.httpPort));
  let isStopping = false;
  // The page fills while people look at it.
  const filling = openCafe(app, playground).catch((error: unknown) => {
    if (!isStopping) log.error("the playground's café could not be filled", { error });
  });

  const running = starting.move();
  return {
    async stop() {
      isStopping = true;
      // What is left to fill fails then, however slow the machine or the service is.
      await app.stop();
      await filling;
      await running.disposeAsync();
      print("Stopped. The playground kept nothing: the next start opens a new one.");
    },
  };
}

/** Faults that someone switched on in the page aren't the operator's concern. */
function quietLogDuringFaults(log: Logger, isFaulty: () => boolean): Logger {
  const at =
    (level: "warn" | "error"): Logger["error"] =>
    (message, fields) =>
      log[isFaulty() ? "info" : level](message, fields);
  return { ...log, warn: at("warn"), error: at("error") };
}

function describePlayground({ discord }: Playground, httpPort: number | undefined): string {
  return [
    `Open ${discord.url}`,
    ...(httpPort === undefined ? [] : [`Metrics and probes: http://127.0.0.1:${httpPort}/metrics`]),
    "This is the playground: nothing leaves this machine. You're Theo, who manages a café. Right-click a guest's message, or type /.",
    "Press Ctrl+C to stop. To run the bot on Discord, follow the README.",
  ].join("\n");
}
