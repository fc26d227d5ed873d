import { type App, type AppOptions, startApp } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { foldNames } from "../src/domain/search.ts";
import { createLogger } from "../src/log/index.ts";
import {
  type DiscordSeed,
  type DiscordEmulator,
  playgroundIds,
  playgroundSeed,
  startDiscordEmulator,
} from "../playground/discord/index.ts";
import { type ServiceEmulator, startServiceEmulator } from "../playground/service/index.ts";
import { createSecretRegistry } from "../src/log/redact.ts";
import { names } from "../src/jobs/look-up-names.ts";
import { runJob } from "../src/jobs/runner.ts";
import { jobTools, link } from "../test/support/harness.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const people = 50;
const managers = 4;
/** Monday, before the doors open. */
const startsAtMs = Date.UTC(2026, 10, 23, 7);

export interface Member {
  readonly discordUserId: string;
  readonly userId: string;
  readonly name: string;
  readonly isManager: boolean;
}

/** A café of 50 people, with the bot between both emulators, on a clock that is moved ahead. */
export interface House extends AsyncDisposable {
  readonly discord: DiscordEmulator;
  readonly service: ServiceEmulator;
  readonly members: readonly Member[];
  readonly now: () => number;
  pass(ms: number): void;
  /** Runs the job that looks names up, once. */
  lookUpNames(): Promise<void>;
}

export async function openHouse(options: Partial<AppOptions>): Promise<House> {
  await using opening = new AsyncDisposableStack();
  let aheadMs = startsAtMs - Date.now();
  const now = (): number => Date.now() + aheadMs;
  const members = Array.from({ length: people }, (_, index) => ({
    discordUserId: String(1_340_000_000_000_000_000n + BigInt(index)),
    userId: String(500_000_000 + index),
    name: `${firstNames[index % firstNames.length] ?? ""} ${index + 1}`,
    isManager: index < managers,
  }));
  const service = await startServiceEmulator({ now });
  opening.defer(() => service.close());
  employ(members, service);
  const discord = await startDiscordEmulator({ now, seed: seedWith(members) });
  opening.defer(() => discord.close());

  const { discordToken = "", ...config } = readConfig({
    DISCORD_TOKEN: discord.botToken,
    DISCORD_API_URL: discord.apiUrl,
    WORKSPACE_API_URL: service.baseUrl,
    DATA_FOLDER: temporaryFolder(),
  });
  const secrets = createSecretRegistry();
  const app = await startApp({
    config: { ...config, discordToken },
    log: createLogger({ level: "error", secrets }),
    secrets,
    now,
    // Jobs that run on a timer would see four hours go by in a minute; here only what people do counts.
    jobs: [],
    ...options,
  });
  opening.defer(() => app.stop());
  await link(app.ctx, service);
  for (const member of members) await connect(app, member);
  await discord.waitForBot();

  const opened = opening.move();
  return {
    discord,
    service,
    members,
    now,
    pass: (ms) => void (aheadMs += ms),
    lookUpNames: () => runJob(names, jobTools(app)),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const firstNames = ["Mia", "Theo", "Priya", "Jonas", "Amara", "Leo", "Sofia", "Kenji", "Nora", "Elias"];

function seedWith(members: readonly Member[]): DiscordSeed {
  const { managerRole, staffRole } = playgroundIds;
  const [guild] = playgroundSeed.guilds;
  if (guild === undefined) throw new Error("the playground has no guild");
  return {
    ...playgroundSeed,
    users: [
      ...playgroundSeed.users,
      ...members.map(({ discordUserId, name }) => ({
        id: discordUserId,
        username: usernameOf(name),
        displayName: name,
      })),
    ],
    guilds: [
      {
        ...guild,
        members: [
          ...guild.members,
          ...members.map(({ discordUserId, isManager }) => ({
            discordUserId,
            roleIds: [isManager ? managerRole : staffRole],
          })),
        ],
      },
    ],
  };
}

/** Each as one of the people in the emulator's seed café. */
function employ(members: readonly Member[], { state }: ServiceEmulator): void {
  const models = [...state.assignments.keys()];
  for (const [index, { userId, name }] of members.entries()) {
    const model = models[index % models.length] ?? "";
    const user = state.users.get(model);
    const assignments = state.assignments.get(model);
    const activity = state.activity.get(model);
    if (user === undefined || assignments === undefined || activity === undefined)
      throw new Error("the emulated café has a person without a week");
    state.users.set(userId, { ...user, id: userId, username: usernameOf(name), display_name: name });
    state.assignments.set(userId, structuredClone(assignments));
    state.activity.set(userId, structuredClone(activity));
  }
}

async function connect({ ctx }: App, { discordUserId, userId, name }: Member): Promise<void> {
  const account = { displayName: name, username: usernameOf(name), avatarUrl: undefined, memberName: name };
  await ctx.store.accounts.connect(
    {
      ...account,
      guildId: playgroundIds.guildId,
      discordUserId,
      userId,
      connectedByDiscordUserId: playgroundIds.ada,
      connectedAt: ctx.now(),
    },
    foldNames(account),
  );
}

function usernameOf(name: string): string {
  return name.toLowerCase().replace(" ", "_");
}
