// Depends on: nothing that varies.
import { expect, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { startHarness } from "../support/harness.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { until } from "../support/wait-for.ts";

const { guildId, calendar, orders, ada } = playgroundIds;

test("a channel with many queued posts delays no other channel", async () => {
  await using harness = await startHarness({ rateLimits: {} });
  const { store, newId, now } = harness.app.ctx;
  const queue = async (channelId: string): Promise<string> => {
    const id = newId();
    const place = { id, guildId, linkKey: "cafe", channelId, makerDiscordUserId: ada, createdAt: now() };
    await store.schedules.create(sampleSchedule(place));
    return id;
  };
  const stateOf = async (id: string) => (await store.deliveries.list(id, 1))[0]?.state;
  const many: string[] = [];
  for (let index = 0; index < 24; index++) many.push(await queue(calendar));
  const last = await queue(orders);
  for (const [index, id] of many.entries())
    await store.deliveries.add({ scheduleId: id, guildId, dueAt: now() - 100 + index });
  await store.deliveries.add({ scheduleId: last, guildId, dueAt: now() });
  await until("the one in the other channel is sent", async () => (await stateOf(last)) === "sent");
  const states = await Promise.all(many.map(stateOf));
  // Discord takes five in five seconds in one channel.
  expect(states.filter((state) => state === "waiting").length).toBeGreaterThan(8);
});
