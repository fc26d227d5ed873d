import {
  Client,
  Events,
  type ClientOptions,
  type Interaction,
  type RESTPostAPIApplicationCommandsJSONBody,
  Routes,
} from "discord.js";
import { onTestFinished } from "vitest";
import { restOptions } from "../../src/discord/rest.ts";
import {
  type DiscordEmulator,
  type Person,
  playgroundIds,
  playgroundSeed,
  startDiscordEmulator,
  type EmulatorOptions,
} from "../../playground/discord/index.ts";
import { patient } from "../support/patience.ts";
import { openApiCheck } from "../support/openapi/document.ts";

/** A clock that tests set; it is stopped in between. */
export class TestClock {
  nowMs = Date.UTC(2026, 10, 16, 9, 0);
  readonly now = (): number => this.nowMs;
  advance(ms: number): void {
    this.nowMs += ms;
  }
}

/** One for all tests of a file, so that a schema is compiled once. */
const check = openApiCheck();

/** An emulator that ends with the test, held to Discord's document. */
export async function emulatorForTest(
  options: Partial<EmulatorOptions> & { readonly clock?: TestClock } = {},
): Promise<DiscordEmulator> {
  const { clock = new TestClock(), ...rest } = options;
  const discord = await startDiscordEmulator({
    now: clock.now,
    stretch: patient,
    seed: playgroundSeed,
    rateLimits: { globalPerSecond: 1_000, perRouteInFiveSeconds: 1_000 },
    checkRequest: check.checkRequest,
    checkAnswer: check.checkAnswer,
    ...rest,
  });
  onTestFinished(async () => {
    await discord.close();
    check.finish();
  });
  return discord;
}

/** A real discord.js client, logged in, with these commands registered. */
export async function botFor(
  discord: DiscordEmulator,
  commands: readonly RESTPostAPIApplicationCommandsJSONBody[],
  serve: (interaction: Interaction) => Promise<unknown>,
  options: Partial<ClientOptions> = {},
): Promise<Client<true>> {
  const client = new Client({
    intents: [],
    ...options,
    rest: { ...restOptions, api: discord.apiUrl, retries: 0, ...options.rest },
  });
  client.on(Events.InteractionCreate, (interaction) => void serve(interaction));
  client.on(Events.Error, () => undefined);
  onTestFinished(() => client.destroy());
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(discord.botToken);
  const logged = await ready;
  await logged.rest.put(Routes.applicationCommands(discord.applicationId), { body: commands });
  await discord.waitForBot({ commands: commands.length > 0 });
  return logged;
}

export function mia(discord: DiscordEmulator): Person {
  return discord.as(playgroundIds.mia, playgroundIds.orders);
}
export function theo(discord: DiscordEmulator): Person {
  return discord.as(playgroundIds.theo, playgroundIds.orders);
}

export const ping = { name: "ping", description: "Says something back" };
