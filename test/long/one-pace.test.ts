import { afterAll, beforeAll, expect, test } from "vitest";
import { Routes } from "discord.js";
import { createPostPace } from "../../src/discord/post-pace.ts";
import { createPostRest } from "../../src/discord/rest.ts";
import { openStore } from "../../commands/store.ts";
import type { Store } from "../../src/store/store.ts";
import {
  type DiscordEmulator,
  playgroundIds,
  playgroundSeed,
  startDiscordEmulator,
} from "../../playground/discord/index.ts";
import { createPostgresDatabase } from "../support/databases.ts";

const { orders, staff, calendar, managers, audit } = playgroundIds;
const channels = [orders, staff, calendar, managers, audit];
const atOnce = 32;
/** Of so long a pause, all posts are sent at once afterwards. */
const madeUpMs = 100;

let stack: AsyncDisposableStack;
let discord: DiscordEmulator;
let stores: readonly Store[];
beforeAll(async () => {
  await using starting = new AsyncDisposableStack();
  const database = await createPostgresDatabase();
  starting.defer(() => database.drop());
  discord = await startDiscordEmulator({
    now: Date.now,
    seed: playgroundSeed,
    rateLimits: { perRouteInFiveSeconds: 100_000 },
  });
  starting.defer(() => discord.close());
  const open = async (): Promise<Store> => {
    const store = await openStore({ databaseUrl: database.url, dataFolder: "", now: Date.now });
    starting.defer(() => store.close());
    return store;
  };
  stores = [await open(), await open(), await open()];
  stack = starting.move();
});
afterAll(() => stack.disposeAsync());

interface Sending {
  /** When each post was through, in milliseconds. */
  readonly postedAt: readonly number[];
  readonly limitedAt: readonly number[];
  readonly statements: number;
  /** How long this process got no processor, beyond what a replica makes up for. */
  readonly stalledMs: number;
}

/** Sends for each replica its number of posts, as many at once as the bot does. */
async function sendAll(counts: readonly number[]): Promise<Sending> {
  // What replicas of the test before reported would count for another 2.5 s.
  await stores[0]?.postPaces.removeBefore(Number.MAX_SAFE_INTEGER);
  const postedAt: number[] = [];
  const limitedAt: number[] = [];
  let statements = 0;
  let stalledMs = 0;
  let tickedAt = performance.now();
  const ticking = setInterval(() => {
    const at = performance.now();
    if (postedAt.length > 0) stalledMs += Math.max(0, at - tickedAt - madeUpMs);
    tickedAt = at;
  }, 10);
  const replicas = counts.map((count, index) => {
    const paces = stores[index]?.postPaces;
    const shared = paces && {
      report(replicaId: string, wanted: number) {
        statements += 1;
        return paces.report(replicaId, wanted);
      },
    };
    const pace = createPostPace({ perSecond: 40, replicaId: `replica ${index}`, shared });
    const reports = {
      onTokenRefused: () => undefined,
      onRateLimited: () => void limitedAt.push(performance.now()),
    };
    return { count, rest: createPostRest(discord.apiUrl, discord.botToken, reports, pace) };
  });
  await Promise.all(
    replicas.map(async ({ count, rest }) => {
      const waiting = Array.from(
        { length: count },
        (_, index) => channels[index % channels.length] ?? orders,
      ).values();
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          for (const channelId of waiting) {
            await rest.post(Routes.channelMessages(channelId), { body: { content: "Due" } });
            postedAt.push(performance.now());
          }
        }),
      );
      rest.clearHandlerSweeper();
      rest.clearHashSweeper();
    }),
  );
  clearInterval(ticking);
  return { postedAt, limitedAt, statements, stalledMs };
}

const secondsOf = ({ postedAt }: Sending): number => ((postedAt.at(-1) ?? 0) - (postedAt[0] ?? 0)) / 1_000;

/** Of the time in which this process was running: the machine may be busy with something else for seconds. */
const rateOf = (sending: Sending): number =>
  sending.postedAt.length / (secondsOf(sending) - sending.stalledMs / 1_000);
/** What is limited within the first second may be two replicas that began at once. */
function limitedLater({ postedAt, limitedAt }: Sending): readonly number[] {
  const [first = 0] = postedAt;
  return limitedAt.map((at) => Math.round(at - first)).filter((ms) => ms > 1_000);
}

test("three replicas send 1,000 posts at 36 a second or more, and none is limited after the first second", async () => {
  const sending = await sendAll([334, 333, 333]);
  expect(limitedLater(sending)).toEqual([]);
  expect(rateOf(sending)).toBeGreaterThanOrEqual(36);
  expect(rateOf(sending)).toBeLessThanOrEqual(45);
  // One a second and replica, and the first of each.
  expect(sending.statements).toBeLessThanOrEqual(3 * (secondsOf(sending) + 2));
});

test("a busy replica takes what an idle one leaves", async () => {
  const alone = rateOf(await sendAll([200]));
  const sending = await sendAll([400, 30, 0]);
  expect(limitedLater(sending)).toEqual([]);
  // An equal share would be half of it.
  expect(rateOf(sending) / alone).toBeGreaterThan(0.75);
});
