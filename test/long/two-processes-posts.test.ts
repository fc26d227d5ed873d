import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { startKilledPosters } from "../support/long/crash-delivery.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { until } from "../support/wait-for.ts";

const posts = 500;
/** Each takes the start of a process, which waits 5 s for its turn at Discord: a hundred need nine minutes. */
const kills = Number(process.env["KILLS"] ?? 24);
/** Due times are spread over the kills, so that most of these meet posts under way. */
const msPerKill = 5_000;
/** A claim of a process that died is free after two minutes; some posts meet a kill more than once. */
const allClaimsEndMs = 8 * 60_000;

const { guildId, ada, orders, staff, calendar, managers, audit } = playgroundIds;
const channels = [orders, staff, calendar, managers, audit];

test(`with one of two processes on one Postgres killed ${kills} times, ${posts} due posts appear once each`, async () => {
  await using posters = await startKilledPosters();
  const { store, discord, clock } = posters;
  // So that most kills meet a post that's under way.
  discord.faults.slowRequests({ delay: 250, times: Infinity, pathPart: "/messages" });
  const createdAt = clock.now();
  for (let index = 0; index < posts; index++) {
    const channelId = channels[index % channels.length] ?? orders;
    const id = `due-${index}`;
    const schedule = sampleSchedule({
      id,
      guildId,
      linkKey: "cafe",
      channelId,
      makerDiscordUserId: ada,
      createdAt,
    });
    const dueAt = createdAt + 1_000 + Math.round((index / posts) * kills * msPerKill);
    await store.schedules.create({
      ...schedule,
      // A process that begins to draw for the first time takes half a second: most kills would only meet that.
      options: { week: 0, pictures: false },
      nextDueAt: dueAt,
    });
  }
  const deliveries = async () =>
    (
      await Promise.all(Array.from({ length: posts }, (_, index) => store.deliveries.list(`due-${index}`, 5)))
    ).flat();

  for (let kill = 0; kill < kills; kill++) {
    await sleep((kill * 137) % 700);
    await posters.killAndStart((kill * 7) % 3 === 0 ? 0 : 1);
  }

  const isOver = async () => {
    const all = await deliveries();
    return all.length >= posts && all.every(({ state }) => state !== "waiting" && state !== "claimed");
  };
  await until("every due time came to its end", isOver, allClaimsEndMs);

  const all = await deliveries();
  expect(all.filter(({ state }) => state !== "sent")).toEqual([]);
  expect(all).toHaveLength(posts);
  const seen = channels.flatMap((channel) => discord.messagesIn(channel)).map(({ id }) => id);
  expect(new Set(seen)).toEqual(new Set(all.map(({ messageId }) => messageId)));
  expect(new Set(seen).size).toBe(posts);
  expect(seen).toHaveLength(posts);
  // Without claims that outlived their process, the kills would have met no work.
  expect(all.some(({ attempts }) => attempts > 1)).toBe(true);
});
