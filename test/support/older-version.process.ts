import { features } from "../../commands/index.ts";
import { startApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { createLogger } from "../../src/log/index.ts";
import { createSecretRegistry } from "../../src/log/redact.ts";
import { patient } from "./patience.ts";

/** The bot as it was before an update that brought `/calendar`, with all that belongs to it. */
const config = readConfig(process.env);
const secrets = createSecretRegistry();
const app = await startApp({
  config: { ...config, discordToken: config.discordToken ?? "" },
  log: createLogger({ level: config.logLevel, secrets }),
  secrets,
  now: Date.now,
  stretch: patient,
  version: "0.0.9",
  features: features.map(({ commands = [], ...rest }) => ({
    ...rest,
    commands: commands.filter(({ json }) => json.name !== "calendar"),
  })),
});
process.once("SIGTERM", () => void app.stop().then(() => process.exit(0)));
