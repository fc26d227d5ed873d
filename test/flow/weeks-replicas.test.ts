// Depends on: nothing that varies.
import { expect, test } from "vitest";
import { runJob } from "../../src/jobs/runner.ts";
import { weeks } from "../../commands/weeks/job.ts";
import { playgroundIds } from "../../playground/discord/index.ts";
import type { Week } from "../../commands/weeks/store.ts";
import { connectAccount, jobTools } from "../support/harness.ts";
import { toNextWednesday } from "../support/next-wednesday.ts";
import { startTwoApps, type TwoApps } from "../support/two-apps.ts";

const { guildId } = playgroundIds;
const minuteMs = 60_000;

/** Connects everyone of the staff, each with minutes of their own that grow no more. */
async function connectAll(two: TwoApps): Promise<readonly string[]> {
  const {
    apps: [first],
    service,
    clock,
  } = two;
  toNextWednesday(clock);
  const now = Temporal.Instant.fromEpochMilliseconds(clock.now()).toString();
  const userIds = [...service.state.assignments.keys()];
  for (const [index, userId] of userIds.entries()) {
    const entry = { _id: "66aa00000000000000000003", start: now, end: now, ended: true };
    const numbers = { duration: (index + 1) * minuteMs, messages_sent: index };
    service.state.activity.set(userId, [{ ...entry, ...numbers }]);
    const discordUserId = String(1_200_000_000_000_000_000n + BigInt(index));
    const name = `Person ${index}`;
    await connectAccount(first.ctx, { discordUserId, userId, displayName: name, memberName: name });
  }
  return userIds;
}

/** Both replicas at once, in a minute of its own. */
async function runBoth({ apps, clock }: TwoApps): Promise<void> {
  clock.advance(minuteMs);
  await Promise.all(apps.map((app) => runJob(weeks, jobTools(app))));
}

const readOf = ({ service }: TwoApps, operation: string) =>
  service.requests.filter((request) => request.operation === operation).map(({ path }) => path);

async function presentOf(
  { apps: [first], service, clock }: TwoApps,
  userId: string,
): Promise<readonly Week[]> {
  const all = await first.ctx.store.weeks.ofUser(guildId, service.workspaceId, userId, 100);
  return all.filter(({ endsAt }) => endsAt > clock.now());
}

/** Each has one week, with what the service says. */
async function expectAllOnceAndRight(two: TwoApps, userIds: readonly string[]): Promise<void> {
  const [first] = two.apps;
  const { store } = first.ctx;
  const { api } = await jobTools(first).resolveWorkspace({ guildId, channelId: guildId, linkKey: "cafe" });
  for (const userId of userIds) {
    const { totals } = await api.getActivity({
      params: { workspaceId: two.service.workspaceId, userId },
      query: {},
    });
    const { minutes, messages } = totals;
    expect(await presentOf(two, userId)).toMatchObject([{ minutes, messages, state: "provisional" }]);
    const marked = await store.weeks.ofUser(guildId, two.service.workspaceId, userId, 100);
    expect(new Set(marked.map(({ weekStart }) => weekStart)).size).toBe(marked.length);
  }
}

test("two replicas on one Postgres read each week a minute once between them, until all are saved once", async () => {
  await using two = await startTwoApps();
  const userIds = await connectAll(two);
  expect(userIds.length).toBeGreaterThan(2);
  for (let minutes = 0; minutes < Math.ceil(userIds.length / 15); minutes += 1) await runBoth(two);
  const read = readOf(two, "getActivity");
  expect(read).toHaveLength(userIds.length);
  expect(new Set(read).size).toBe(userIds.length);
  await runBoth(two);
  expect(readOf(two, "getActivity")).toHaveLength(userIds.length);
  await expectAllOnceAndRight(two, userIds);
});

test("two replicas with clocks a minute apart may both read a week, but save it once and correctly", async () => {
  await using two = await startTwoApps(() => minuteMs);
  const userIds = await connectAll(two);
  for (let minutes = 0; minutes < Math.ceil(userIds.length / 15); minutes += 1) await runBoth(two);
  expect(new Set(readOf(two, "getActivity")).size).toBe(userIds.length);
  await expectAllOnceAndRight(two, userIds);
});
