import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, startApp } from "../../../src/app.ts";
import { readConfig } from "../../../src/config.ts";
import { createLogger } from "../../../src/log/index.ts";
import { createPlaygroundClock, type PlaygroundClock } from "../../../playground/clock.ts";
import { type Playground, startPlayground } from "../../../playground/index.ts";
import { createSecretRegistry } from "../../../src/log/redact.ts";
import { openCafe } from "../../../src/start/playground-cafe.ts";
import type { Store } from "../../../src/store/store.ts";
import { setUpPlayground } from "../../../src/start/playground-setup.ts";
import { link } from "../harness.ts";
import { patient } from "../patience.ts";
import { sharedPictures } from "../shared-pictures.ts";

/** The whole playground with the real bot in it, as a person starts it, on any free port. */
export interface PlaygroundUnderTest extends Playground {
  readonly clock: PlaygroundClock;
  /** Of the bot that runs now. */
  readonly store: Store;
  stopBot(): Promise<void>;
  /** On the same database, as a new version would. */
  startBot(): Promise<void>;
  restartBot(): Promise<void>;
}

interface PlaygroundUnderTestOptions {
  /** What the playground's clock is built on; a constant gives the same data each time. */
  readonly realNow?: () => number;
  /** With roles and people known, as `npm start` has it; else only linked. */
  readonly isSetUp?: boolean;
  /** The café at work, filled as `npm start` fills it; set up as well. */
  readonly isAtWork?: boolean;
}

export async function startPlaygroundUnderTest({
  realNow = Date.now,
  isSetUp = false,
  isAtWork = false,
}: PlaygroundUnderTestOptions = {}): Promise<PlaygroundUnderTest> {
  await using starting = new AsyncDisposableStack();
  const dataFolder = await mkdtemp(join(tmpdir(), "workspace-bot-page-"));
  starting.defer(() => rm(dataFolder, { recursive: true, force: true }));
  const clock = createPlaygroundClock(realNow);
  let bot: App | undefined;
  const playground = await startPlayground(0, clock, {
    nextPostAt: async () => bot?.ctx.store.schedules.nextDueAt("new"),
    isSetUp: async (guildId) => ((await bot?.ctx.store.guildLinks.list(guildId)) ?? []).length > 0,
    isAtWork,
    stretch: patient,
  });
  const { discord, service } = playground;
  starting.defer(() => playground.close());
  const start = async (): Promise<App> => {
    const secrets = createSecretRegistry();
    const config = readConfig({
      DISCORD_API_URL: discord.apiUrl,
      DISCORD_TOKEN: discord.botToken,
      WORKSPACE_API_URL: service.baseUrl,
      DATA_FOLDER: dataFolder,
      // A test on a quick machine confirms more in a minute than a person may.
      WRITES_PER_MINUTE: "1000",
    });
    const log = createLogger({ level: "silent", secrets });
    const started = await startApp({
      config: { ...config, discordToken: discord.botToken },
      log,
      secrets,
      now: clock.now,
      pictures: sharedPictures,
      stretch: patient,
    });
    await discord.waitForBot();
    return started;
  };
  bot = await start();
  starting.defer(() => bot?.stop());
  await (isSetUp || isAtWork ? setUpPlayground(bot.ctx, playground) : link(bot.ctx, service));
  if (isAtWork) await openCafe(bot, playground);
  const running = starting.move();
  const stopBot = async (): Promise<void> => bot?.stop();
  const startBot = async (): Promise<void> => {
    bot = await start();
  };
  return {
    ...playground,
    clock,
    get store() {
      if (bot === undefined) throw new Error("the bot is not running");
      return bot.ctx.store;
    },
    stopBot,
    startBot,
    async restartBot() {
      await stopBot();
      await startBot();
    },
    close: () => running.disposeAsync(),
  };
}
