import { createPlaygroundClock } from "../../playground/clock.ts";
import {
  bakeryIds,
  type DiscordEmulator,
  type GatewayLimits,
  type Person,
  playgroundIds,
  type RateLimits,
  seedAtWork,
  seedWithBakery,
  startDiscordEmulator,
} from "../../playground/discord/index.ts";
import { type ServiceEmulator, startServiceEmulator } from "../../playground/service/index.ts";
import { asUsual, type Stretch } from "../../src/time.ts";
import { brokenRules } from "./message-rules.ts";
import { openApiCheck } from "./openapi/document.ts";

export type PersonName = "ada" | "theo" | "mia" | "noor" | "sam";
export type ChannelName = "orders" | "staff" | "calendar" | "managers" | "audit";

export type BakerName = "ada" | "theo" | "mia";
export type BakeryChannelName = "counter" | "bakehouse" | "office";

/** Both emulators under one clock that a test may move ahead. */
export interface Emulators {
  readonly discord: DiscordEmulator;
  readonly service: ServiceEmulator;
  readonly clock: { readonly now: () => number; advance(byMs: number): void };
  as(name: PersonName, channel?: ChannelName): Person;
  /** A person in the bakery's guild, which starts out with nothing set up. Ada owns it. */
  inBakery(name: BakerName, channel?: BakeryChannelName): Person;
  /** Secrets that must never appear anywhere, with names for failure messages. */
  readonly secrets: Iterable<readonly [secret: string, name: string]>;
  /** Environment variables that point a bot at these two. */
  readonly environment: Readonly<Record<string, string>>;
  /** Throws when a secret was sent to Discord, or anything that Discord's own document or `brokenRules` does not allow. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** One for all tests of a file: the document is large, and what was compiled once serves them all. */
const openApi = openApiCheck({ warns: false });

interface EmulatorsOptions {
  /** Of Discord, for a test that would wait too long for the real ones. */
  readonly rateLimits?: Partial<RateLimits> | undefined;
  readonly botToken?: string | undefined;
  readonly gateway?: Partial<GatewayLimits> | undefined;
  /** What the clock goes by when it isn't moved. */
  readonly realNow?: (() => number) | undefined;
  /** How long Discord waits for answers: as long as it really does by default, as a bot in another process expects. */
  readonly stretch?: Stretch;
  /** The café with its whole staff and some guests, who order and play as time passes. */
  readonly isAtWork?: boolean | undefined;
}

export async function startEmulators({
  rateLimits = {},
  botToken,
  gateway = {},
  realNow = Date.now,
  stretch = asUsual,
  isAtWork = false,
}: EmulatorsOptions = {}): Promise<Emulators> {
  const clock = createPlaygroundClock(realNow);
  const service = await startServiceEmulator({ now: clock.now, isBusy: isAtWork });
  const told: string[] = [];
  const broken = new Set<string>();
  const discord: DiscordEmulator = await startDiscordEmulator({
    now: clock.now,
    seed: isAtWork ? seedAtWork : seedWithBakery,
    rateLimits,
    gateway,
    stretch,
    ...(botToken === undefined ? {} : { botToken }),
    checkRequest(request) {
      openApi.checkRequest(request);
      for (const rule of brokenRules(request)) broken.add(rule);
      const sent = JSON.stringify(request.body) ?? "";
      for (const [secret, name] of secrets) if (sent.includes(secret)) told.push(name);
    },
    checkAnswer: openApi.checkAnswer,
  });
  const secrets: Emulators["secrets"] = {
    // Computed each time: a test may add a workspace or create another token.
    *[Symbol.iterator]() {
      for (const { token, oauthToken } of [service, ...service.others]) {
        yield [token, "token of the service"];
        yield [oauthToken, "secret of the task board"];
      }
      yield [discord.botToken, "token of the bot"];
    },
  };
  return {
    discord,
    service,
    clock,
    as: (name, channel = "orders") => discord.as(playgroundIds[name], playgroundIds[channel]),
    inBakery: (name, channel = "counter") => discord.as(playgroundIds[name], bakeryIds[channel]),
    secrets,
    environment: {
      DISCORD_TOKEN: discord.botToken,
      DISCORD_API_URL: discord.apiUrl,
      WORKSPACE_API_URL: service.baseUrl,
      LOG_LEVEL: "trace",
    },
    async [Symbol.asyncDispose]() {
      await discord.close();
      await service.close();
      openApi.finish();
      if (broken.size > 0) throw new Error(`a message of the bot breaks a rule:\n${[...broken].join("\n")}`);
      if (told.length > 0) throw new Error(`a message to Discord shows the ${told.join(", ")}`);
    },
  };
}
