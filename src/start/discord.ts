import { setTimeout as sleep } from "node:timers/promises";
import { type App, type AppOptions, startApp } from "../app.ts";
import type { Config } from "../config.ts";
import { createLogger } from "../log/index.ts";
import { withoutRepeats } from "../log/repeats.ts";
import { createSecretRegistry } from "../log/redact.ts";
import { logEscapedErrors } from "./escaped-errors.ts";
import { replica, version } from "../version.ts";
import { checkOpenFiles } from "./check-result.ts";

/** Twice what a balancer takes that asks once a second and wants two answers: see deploy/http. */
const leaveForMs = 4_000;

/** Runs the bot on Discord. */
export async function startOnDiscord(
  config: Config & { readonly discordToken: string },
  print: (text: string) => void,
  options: Pick<AppOptions, "keysLost" | "stopping"> & Required<Pick<AppOptions, "onFatal">>,
): Promise<App> {
  const secrets = createSecretRegistry();
  const log = withoutRepeats(createLogger({ level: config.logLevel, secrets, base: { replica, version } }));
  process.once("exit", () => log.flush());
  logEscapedErrors(log, options.onFatal);
  const tooFewFiles = await checkOpenFiles();
  if (tooFewFiles !== undefined) log.warn(tooFewFiles);
  const onKeyFileCreated = (path: string): void =>
    print(
      `Created a new key file: ${path}. It encrypts the workspace keys in the database. Back it up now, separately from the database; without it, every server has to be linked again.`,
    );
  const app = await startApp({
    ...options,
    config,
    log,
    secrets,
    now: Date.now,
    onKeyFileCreated,
    leavePool: () => sleep(leaveForMs),
  });
  print("The bot is online. Set up a server in Discord with /setup. Press Ctrl+C to stop.");
  return {
    ...app,
    async stop() {
      await app.stop();
      print(
        "Stopped. Everything people confirmed is stored, and posts that wait go out after the next start.",
      );
    },
  };
}
