// Depends on: nothing that varies.
import { join } from "node:path";
import { expect, test } from "vitest";
import { features } from "../../commands/index.ts";
import { posting } from "../../commands/schedule/delivery/job.ts";
import { createClockSetBackJob, runJob } from "../../src/jobs/runner.ts";
import { playgroundIds } from "../../playground/discord/index.ts";
import { startBotProcess } from "../support/bot-process.ts";
import { jobTools, startHarness } from "../support/harness.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { until } from "../support/wait-for.ts";

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const support = join(import.meta.dirname, "../support");

test("whatever the machine's clock does, jobs keep running, and those at set times follow it", async () => {
  const preload = join(support, "clock.process.ts");
  const child = startBotProcess({}, [], { preload, started: join(support, "jobs.process.ts") });
  const count = (name: string): number => child.output().split(`${name}\n`).length - 1;
  expect(await child.answer()).toBe("ready");
  for (const aheadMs of [-hourMs, 0, -hourMs, 14 * dayMs]) {
    child.send(aheadMs);
    const before = count("beat");
    await until("it beats on", () => count("beat") > before + 5);
  }
  const at = Date.now();
  const beforeFullHour = hourMs - (at % hourMs) - 2_000;
  const hours = count("hour");
  child.send(beforeFullHour - dayMs);
  await until("the full hour is seen", () => count("hour") === hours + 1);
  expect(await child.stop("SIGTERM")).toBe("SIGTERM");
});

test("what was missed while the clock was ahead is due again once it is set back, and nothing twice", async () => {
  // The service's clock moves along here, which is no reason for a cache to forget what it holds.
  await using harness = await startHarness({ guarded: false });
  const { app, clock, discord } = harness;
  const { store } = app.ctx;
  const { guildId, ada, calendar: channelId } = playgroundIds;
  const createdAt = clock.now();
  const whose = { guildId, linkKey: "cafe", channelId, makerDiscordUserId: ada, createdAt };
  // Every six hours, the first time in an hour or two.
  const firstDueAt = createdAt - (createdAt % hourMs) + 2 * hourMs;
  const hour = new Date(firstDueAt).getUTCHours() % 6;
  const rule = { kind: "cron", expression: `0 ${[0, 6, 12, 18].map((each) => each + hour).join(",")} * * *` };
  const rest = { rule, zone: "UTC", nextDueAt: firstDueAt };
  await store.schedules.create({ ...sampleSchedule({ ...whose, id: "ahead" }), ...rest });
  const refresh = { refreshEveryMs: hourMs, nextRefreshAt: createdAt + dayMs + hourMs };
  await store.schedules.create({ ...sampleSchedule({ ...whose, id: "looked-at" }), ...refresh });
  const posted = () => discord.messagesIn(channelId).length;
  const states = async () =>
    (await store.deliveries.list("ahead", 20)).map(({ dueAt, state }) => [
      (dueAt - firstDueAt) / hourMs,
      state,
    ]);

  clock.advance(dayMs);
  await until("the last of them is posted", async () =>
    (await states()).some(([, state]) => state === "sent"),
  );
  expect(await states()).toEqual([
    [18, "sent"],
    [12, "skipped"],
    [6, "skipped"],
    [0, "skipped"],
  ]);

  clock.advance(-dayMs);
  await runJob(
    createClockSetBackJob(
      dayMs,
      features.flatMap((each) => each.whenClockSetBack ?? []),
    ),
    jobTools(app),
  );
  expect((await store.schedules.findById("ahead"))?.nextDueAt).toBe(firstDueAt);
  expect((await store.schedules.findById("looked-at"))?.nextRefreshAt).toBe(createdAt + hourMs);
  for (const hours of [0, 6, 12, 18, 24]) {
    clock.advance(firstDueAt + hours * hourMs + 1_000 - clock.now());
    await runJob(posting, jobTools(app));
    await until("it came to its end", async () =>
      (await states()).some(([at, state]) => at === hours && state === "sent"),
    );
  }
  expect(posted()).toBe(5);
});

test("a clock that was set back while the bot was stopped puts nothing off", async () => {
  await using harness = await startHarness({ guarded: false });
  const { clock } = harness;
  const { store } = harness.app.ctx;
  const { guildId, ada, calendar: channelId } = playgroundIds;
  const createdAt = clock.now();
  const whose = { guildId, linkKey: "cafe", channelId, makerDiscordUserId: ada, createdAt };
  const firstDueAt = createdAt - (createdAt % hourMs) + 2 * hourMs;
  const rule = { kind: "cron", expression: "0 * * * *" };
  const ahead = { ...sampleSchedule({ ...whose, id: "ahead" }), rule, zone: "UTC", nextDueAt: firstDueAt };
  await store.schedules.create(ahead);
  const due = async () => (await harness.app.ctx.store.schedules.findById("ahead"))?.nextDueAt ?? 0;
  clock.advance(300 * dayMs);
  await until("the next is due by that clock", async () => (await due()) > firstDueAt + dayMs);
  await harness.app.stop();
  clock.advance(-300 * dayMs);
  await harness.restart();
  await until("it is due as before", async () => (await due()) <= clock.now() + hourMs);
});
