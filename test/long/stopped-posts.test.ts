import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { startReplicas } from "../support/two-bots.ts";
import { until } from "../support/wait-for.ts";

/** Each costs the time of a claim; the replicas that are stopped share it. */
const rounds = Math.ceil(Number(process.env["STOPS"] ?? 20) / 3);
const fewestPosts = 300;
const postsAtOnce = 30;
const claimMs = 5_000;
/** By then Discord has forgotten every nonce. */
const noncesForgottenMs = 6 * 60_000;

const { guildId, ada, orders, staff, calendar, managers, audit } = playgroundIds;
const channels = [orders, staff, calendar, managers, audit];
const preload = join(import.meta.dirname, "../support/stops-behind-claim.process.ts");

test(`replicas suspended past lease and nonce ${rounds * 3} times repeat none of ${fewestPosts} posts`, async () => {
  await using all = await startReplicas({
    replicas: [{}, { preload }, { preload }, { preload }],
    rateLimits: { perRouteInFiveSeconds: 100_000 },
    environment: { LOG_LEVEL: "info", CLAIM_MS: String(claimMs) },
  });
  const { store, discord, service, clock, bots } = all;
  const stoppable = bots.slice(1);
  service.setRateLimit(1_000_000);
  await store.guildSettings.set(guildId, "pictures", "off");
  let posts = 0;
  const addPosts = async (count: number) => {
    // It stays open, so that there is always something to post.
    const at = Temporal.Instant.fromEpochMilliseconds(clock.now()).toString();
    const _id = String(posts).padStart(24, "0");
    const order = { _id, order_number: 9_000 + posts, items: ["Flat white"], status: "submitted" };
    service.state.orders.set(_id, { order: { ...order, createdAt: at, updatedAt: at }, steps: [] });
    for (let index = 0; index < count; index++, posts++) {
      const createdAt = Date.now();
      const place = { guildId, channelId: channels[posts % channels.length] ?? orders };
      const parts = { id: `due-${posts}`, linkKey: "cafe", makerDiscordUserId: ada, createdAt, ...place };
      // About no week: the clock that is advanced may pass the end of one.
      await store.schedules.create({ ...sampleSchedule(parts), kind: "orders", nextDueAt: createdAt });
    }
  };
  const deliveries = async () =>
    (
      await Promise.all(Array.from({ length: posts }, (_, index) => store.deliveries.list(`due-${index}`, 5)))
    ).flat();
  const isOpen = ({ state }: { readonly state: string }) => state === "waiting" || state === "claimed";

  for (let round = 1; round <= rounds; round++) {
    for (const bot of stoppable) bot.send("stop");
    const stops = () => stoppable.map((bot) => bot.output().split("stops behind a claim").length - 1);
    while (!stops().every((count) => count === round)) {
      if (!(await deliveries()).some(isOpen)) await addPosts(postsAtOnce);
      await sleep(200);
    }
    await sleep(claimMs + 500);
    clock.advance(noncesForgottenMs);
    for (const { pid } of stoppable) process.kill(pid, "SIGCONT");
  }
  await addPosts(fewestPosts - posts);
  const isOver = async () => {
    const due = await deliveries();
    return due.length === posts && !due.some(isOpen);
  };
  await until("every due time came to its end", isOver, 120_000);

  const ended = await deliveries();
  expect(ended).toHaveLength(posts);
  expect(posts).toBeGreaterThanOrEqual(fewestPosts);
  expect(ended.filter(({ state }) => state !== "sent")).toEqual([]);
  const seen = channels.flatMap((channel) => discord.messagesIn(channel)).map(({ id }) => id);
  expect(seen).toHaveLength(posts);
  expect(new Set(seen)).toEqual(new Set(ended.map(({ messageId }) => messageId)));
  // Without claims that outlived their stop, this would have met no work.
  expect(ended.filter(({ attempts }) => attempts > 1).length).toBeGreaterThanOrEqual(rounds);
});
