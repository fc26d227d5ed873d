import { startApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { rewards } from "../../commands/rewards/job.ts";
import { createLogger } from "../../src/log/index.ts";
import { createSecretRegistry } from "../../src/log/redact.ts";

/** The bot with one job, which runs all the time, on a clock that may be ahead. */
const { CLOCK_AHEAD_MS: ahead = "0", ...environment } = process.env;
const config = readConfig(environment);
const secrets = createSecretRegistry();
const app = await startApp({
  config: { ...config, discordToken: environment["DISCORD_TOKEN"] ?? "" },
  log: createLogger({ level: "error", secrets }),
  secrets,
  now: () => Date.now() + Number(ahead),
  jobs: [{ ...rewards, schedule: { everyMs: 100 } }],
});
// As the program itself does: what is under way is finished.
process.once("SIGTERM", () => void app.stop().then(() => process.exit(0)));
