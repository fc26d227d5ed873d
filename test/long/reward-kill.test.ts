import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { openStore } from "../../commands/store.ts";
import type { Store } from "../../src/store/store.ts";
import { parseSecretKeys } from "../../src/vault/secret-keys.ts";
import { createVault } from "../../src/vault/vault.ts";
import { startBotProcess } from "../support/bot-process.ts";
import { startEmulators } from "../support/emulators.ts";
import { connectAccount, link } from "../support/harness.ts";
import { until } from "../support/wait-for.ts";

const { guildId, starRole } = playgroundIds;
const secretKeys = `k1:${Buffer.alloc(32, 7).toString("base64")}`;
const hourMs = 60 * 60_000;
const members = Array.from({ length: 30 }, (_, index) =>
  (1_300_000_000_000_000_001n + BigInt(index)).toString(),
);

test("a bot killed 12 times gives 30 members a role, and removes it, with one entry each", async () => {
  await using resources = new AsyncDisposableStack();
  const emulators = resources.use(
    await startEmulators({ rateLimits: { perRouteInFiveSeconds: 1_000, globalPerSecond: 1_000 } }),
  );
  const { discord, service } = emulators;
  const dataFolder = await mkdtemp(join(tmpdir(), "workspace-bot-rewards-"));
  resources.defer(() => rm(dataFolder, { recursive: true, force: true }));
  const now = (): number => Date.now();
  const withStore = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
    const store = await openStore({ databaseUrl: undefined, dataFolder, now });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  };
  await withStore(async (store) => {
    await link({ store, vault: createVault(parseSecretKeys(secretKeys)), now }, service);
    const endsAt = now() - hourMs;
    const goal = {
      name: "Minutes",
      targetType: "minutes",
      target: 1,
      achieved: 1,
      passed: true,
      timeoff: false,
    };
    for (const [index, discordUserId] of members.entries()) {
      const userId = String(700_000_000 + index);
      const name = `Person ${index}`;
      discord.addMember(
        guildId,
        { id: discordUserId, username: `p${index}`, displayName: name },
        { roleIds: [] },
      );
      await connectAccount({ store, now }, { discordUserId, userId, displayName: name, memberName: name });
      const { workspaceId } = service;
      const week = { guildId, workspaceId, userId, weekStart: "2026-01-05", endsAt, snapshotAt: endsAt };
      await store.weeks.finalize([{ ...week, assignments: [goal] }]);
    }
    const setting = { linkKey: "cafe", roles: { passed: starRole } };
    await store.guildSettings.set(guildId, "rewards", JSON.stringify(setting));
  });

  const holders = (): number =>
    discord.guilds
      .find(({ id }) => id === guildId)
      ?.members.filter(({ roleIds }) => roleIds.includes(starRole)).length ?? 0;
  let ahead = 0;
  const start = () => {
    // What the one before had begun is nobody's any more.
    ahead += hourMs;
    const parts = { DATA_FOLDER: dataFolder, SECRET_KEYS: secretKeys, CLOCK_AHEAD_MS: String(ahead) };
    const started = join(import.meta.dirname, "../support/rewards.process.ts");
    return startBotProcess({ ...emulators.environment, ...parts }, [], { started });
  };
  /** Each time after some more requests about a member, the last one left to finish. */
  const killed = async (times: number, isOver: () => Promise<boolean>): Promise<void> => {
    for (let kill = 0; kill < times; kill += 1) {
      const bot = start();
      let left = 3 + kill;
      const end = discord.watch((event) => {
        if (event.type !== "request" || !/\/members\/13\d+/.test(event.record.path)) return;
        left -= 1;
        if (left === 0) void bot.stop("SIGKILL");
      });
      await bot.ended;
      end();
      await until("its connection is gone", () => discord.connectedShards() === 0);
    }
    const last = start();
    await until("all is done", isOver, 60_000);
    await last.stop("SIGTERM");
  };
  const rows = (state: string) =>
    withStore(
      async (store) => (await store.rewards.list(guildId)).filter((row) => row.state === state).length,
    );
  const entries = (action: string) =>
    withStore(async (store) =>
      (await store.audit.list(guildId, { action }, { limit: 100 }))
        .map(({ discordUserId }) => discordUserId)
        .toSorted(),
    );

  await killed(6, async () => holders() === members.length);
  expect(await rows("given")).toBe(members.length);
  expect(await entries("reward.give")).toEqual(members);

  await withStore((store) => store.guildSettings.remove(guildId, "rewards"));
  await killed(6, async () => holders() === 0);
  expect(await withStore((store) => store.rewards.list(guildId))).toEqual([]);
  expect(await entries("reward.take")).toEqual(members);
  expect(await entries("reward.give")).toEqual(members);
});
