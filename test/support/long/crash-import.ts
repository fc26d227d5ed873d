import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { playgroundIds, type SeenMessage } from "../../../playground/discord/index.ts";
import { openStore } from "../../../commands/store.ts";
import type { Store } from "../../../src/store/store.ts";
import { createVault } from "../../../src/vault/vault.ts";
import { parseSecretKeys } from "../../../src/vault/secret-keys.ts";
import { type BotProcess, startBotProcess } from "../bot-process.ts";
import { type Emulators, startEmulators } from "../emulators.ts";
import { link } from "../harness.ts";
import { until } from "../wait-for.ts";

const secretKeys = `k1:${Buffer.alloc(32, 7).toString("base64")}`;
const { guildId, staffRole } = playgroundIds;

export interface Imported {
  readonly discordUserId: string;
  readonly userId: string;
}

/** A bot in a process of its own that is killed again and again, between emulators that live on. */
export async function startKillableImport() {
  const emulators = await startEmulators({
    rateLimits: { perRouteInFiveSeconds: 20, globalPerSecond: 1_000 },
  });
  const dataFolder = await mkdtemp(join(tmpdir(), "workspace-bot-import-"));
  const environment = { ...emulators.environment, DATA_FOLDER: dataFolder, SECRET_KEYS: secretKeys };
  const { clock, service, discord } = emulators;
  service.setRateLimit(1_000_000);
  const withStore = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
    const store = await openStore({ databaseUrl: undefined, dataFolder, now: clock.now });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  };
  await withStore((store) =>
    link({ store, vault: createVault(parseSecretKeys(secretKeys)), now: clock.now }, service),
  );
  /** Members that the bot asked Discord for: each step of the work asks for one. */
  let asked = 0;
  let killAt = Number.POSITIVE_INFINITY;
  let bot: BotProcess = await ready(emulators, startBotProcess(environment));
  discord.watch((event) => {
    if (event.type !== "request" || !/\/members\/\d+$/.test(event.record.path)) return;
    asked += 1;
    if (asked >= killAt) void bot.stop("SIGKILL");
  });

  return {
    ...emulators,
    withStore,
    /** Someone new of both sides; `known` when the workspace's name for them was read before. */
    addPerson(index: number): Imported {
      const discordUserId = (1_300_000_000_000_000_000n + BigInt(index)).toString();
      const userId = String(700_000_000 + index);
      const user = { id: discordUserId, username: `person_${index}`, displayName: `Person ${index}` };
      discord.addMember(guildId, user, { roleIds: [staffRole] });
      service.state.users.set(userId, {
        type: "user",
        id: userId,
        display_name: `Person ${index}`,
        avatar: {},
      });
      return { discordUserId, userId };
    },
    /** Kills the bot so many times, each a few people later, and starts it again. Ends early when the work has. */
    async killOften(times: number, everyPeople: number, isOver: () => boolean): Promise<number> {
      for (let kills = 0; kills < times; kills += 1) {
        killAt = asked + everyPeople + (kills % 3);
        const { promise: over, resolve } = Promise.withResolvers<"over">();
        const end = discord.watch(() => void (isOver() && resolve("over")));
        const outcome = await Promise.race([bot.ended, over]);
        end();
        killAt = Number.POSITIVE_INFINITY;
        if (outcome === "over") return kills;
        await until("the dead bot's connection is gone", () => discord.connectedShards() === 0);
        bot = await ready(emulators, startBotProcess(environment));
      }
      return times;
    },
    stopBot: () => bot.stop("SIGTERM"),
    async [Symbol.asyncDispose]() {
      await bot.stop("SIGKILL");
      await emulators[Symbol.asyncDispose]();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

async function ready(emulators: Emulators, bot: BotProcess): Promise<BotProcess> {
  await Promise.race([
    emulators.discord.waitForBot(),
    bot.ended.then((code) => Promise.reject(new Error(`the bot ended with ${code}: ${bot.output()}`))),
  ]);
  return bot;
}

export function textNow(emulators: Emulators, { id }: SeenMessage): string {
  return (
    emulators
      .as("ada")
      .read()
      .find((message) => message.id === id)?.text ?? ""
  );
}
