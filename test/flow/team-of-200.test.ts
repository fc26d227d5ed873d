// Depends on: nothing that varies.
import { expect, test } from "vitest";
import { playgroundIds, type SeenMessage } from "../../playground/discord/index.ts";
import { imports } from "../../commands/account/import/job.ts";
import { posting } from "../../commands/schedule/delivery/job.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { connectAccount, jobTools, startHarness } from "../support/harness.ts";
import { opened, shown } from "../support/replies.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { until } from "../support/wait-for.ts";

const { guildId, ada, orders, staffRole } = playgroundIds;

test("a new server's 200 members are connected with three commands, within the workspace's limit", async () => {
  await using harness = await startHarness({ linked: false, withJobs: false, guarded: true });
  const { service, discord, clock } = harness;
  const people = Array.from({ length: 200 }, (_, index) => {
    const discordUserId = (1_300_000_000_000_000_000n + BigInt(index)).toString();
    const userId = String(700_000_000 + index);
    const username = `person_${index}`;
    discord.addMember(
      guildId,
      { id: discordUserId, username, displayName: `Person ${index}` },
      { roleIds: [staffRole] },
    );
    service.state.users.set(userId, {
      type: "user",
      id: userId,
      username,
      display_name: `Person ${index}`,
      avatar: {},
    });
    return { discordUserId, userId, username };
  });
  const admin = harness.as("ada");
  const startedAt = clock.now();

  const linking = opened(await admin.run("link set"));
  const values = { "workspace-id": service.workspaceId, key: service.token, name: "Harbour Café" };
  expect(shown(await admin.submit(linking, values)).text).toContain("linked");

  const text = `Discord user;Workspace user\n${people.map(({ username, userId }) => `${username};${userId}`).join("\n")}`;
  const begun = shown(
    await admin.run("account import", { file: { name: "team.csv", data: Buffer.from(text) } }),
  );
  const now = (): SeenMessage => admin.read().find(({ id }) => id === begun.id) ?? begun;
  const waits = new Set<string>();
  const becomes = (words: RegExp): Promise<void> =>
    until(
      String(words),
      async () => {
        clock.advance(1_000);
        await runJob(imports, jobTools(harness.app));
        if (now().text.includes("used up")) waits.add(now().text);
        return words.test(now().text);
      },
      60_000,
    );
  await becomes(/^Checked/);
  // A person's own requests come first, so the look-ups had to wait for the next minute.
  expect(waits.size).toBeGreaterThan(0);
  const review = shown(await admin.press(now(), "Review and connect"));
  await admin.press(review, "Connect 200 people");
  await becomes(/200 people connected$/m);
  expect(clock.now() - startedAt).toBeLessThan(5 * 60_000);

  const list = shown(await admin.run("account list"));
  expect(list.text).toContain("200 connected accounts");
  for (const { discordUserId, userId } of people)
    expect((await harness.app.ctx.store.accounts.ofMember(guildId, discordUserId))?.userId).toBe(userId);
  const lookUps = service.requests.filter(({ operation }) => operation === "getUser");
  expect(lookUps).toHaveLength(200);
  expect(lookUps.every(({ status }) => status === 200)).toBe(true);
  expect(
    (await harness.app.ctx.store.accounts.ofMember(guildId, people[0]?.discordUserId ?? ""))
      ?.connectedByDiscordUserId,
  ).toBe(ada);
});

test("the report of a week in which 200 people aren't marked yet is posted within the workspace's limit", async () => {
  await using harness = await startHarness({ withJobs: false, guarded: true });
  const { service, discord, clock, app } = harness;
  const { store, newId } = app.ctx;
  service.setRateLimit(60);
  const sample = service.state.assignments.get("104872391") ?? expect.unreachable();
  const marked = sample.history[0] ?? expect.unreachable();
  const today = Temporal.Instant.fromEpochMilliseconds(clock.now()).toZonedDateTimeISO("UTC").startOfDay();
  const end = today.subtract({ days: today.dayOfWeek - 1 });
  const start = end.subtract({ days: 7 });
  const lastWeek = {
    ...marked,
    week_start: start.toInstant().toString(),
    week_end: end.toInstant().toString(),
    passed: true,
    timeoff: false,
  };
  for (let index = 0; index < 200; index += 1) {
    const discordUserId = (1_300_000_000_000_000_000n + BigInt(index)).toString();
    const userId = String(700_000_000 + index);
    service.state.assignments.set(userId, { ...sample, history: [lastWeek] });
    const displayName = `Person ${index}`;
    await connectAccount(app.ctx, { discordUserId, userId, displayName, memberName: displayName });
    await store.weeks.snapshot({
      guildId,
      workspaceId: service.workspaceId,
      userId,
      weekStart: start.toPlainDate().toString(),
      endsAt: end.epochMilliseconds,
      snapshotAt: end.epochMilliseconds - 1_000,
      minutes: 100,
      messages: 1,
      orders: 1,
      assignments: [
        {
          name: "Minutes",
          targetType: "minutes",
          target: 120,
          achieved: 100,
          passed: false,
          timeoff: false,
        },
      ],
    });
  }
  const id = newId();
  const place = { guildId, linkKey: "cafe", channelId: orders, makerDiscordUserId: ada };
  const nextDueAt = clock.now();
  await store.schedules.create({
    ...sampleSchedule({ ...place, id, createdAt: clock.now() }),
    kind: "report",
    options: { pictures: false },
    nextDueAt,
  });
  await until(
    "the report",
    async () => {
      clock.advance(60_000);
      await runJob(posting, jobTools(app));
      return (
        (await store.schedules.find(guildId, id))?.lastOutcome === "sent" ||
        clock.now() > nextDueAt + 7_200_000
      );
    },
    60_000,
  );
  expect(discord.messagesIn(orders).at(-1)?.text).toMatch(/200\sof\s200\spassed/);
});
