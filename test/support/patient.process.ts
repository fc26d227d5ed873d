import { startApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { createLogger } from "../../src/log/index.ts";
import { createSecretRegistry } from "../../src/log/redact.ts";
import { patient } from "./patience.ts";

/** The bot in a process of its own, with a test's patience, which the program doesn't have. */
const config = readConfig(process.env);
const secrets = createSecretRegistry();
const app = await startApp({
  config: { ...config, discordToken: config.discordToken ?? "" },
  log: createLogger({ level: config.logLevel, secrets }),
  secrets,
  now: Date.now,
  stretch: patient,
});
process.once("SIGTERM", () => void app.stop().then(() => process.exit(0)));
