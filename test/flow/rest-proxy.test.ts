// Depends on: nothing that varies.
import { once } from "node:events";
import { createServer } from "node:http";
import { proxyRequests } from "@discordjs/proxy";
import { REST } from "discord.js";
import { expect, onTestFinished, test } from "vitest";
import { playgroundIds } from "../../playground/discord/index.ts";
import { runJob } from "../../src/jobs/runner.ts";
import { posting } from "../../commands/schedule/delivery/job.ts";
import { jobTools } from "../support/harness.ts";
import { sampleSchedule } from "../support/sample-schedule.ts";
import { shown } from "../support/replies.ts";
import { startTwoApps } from "../support/two-apps.ts";

const { guildId, ada, orders } = playgroundIds;
/** In one channel, which takes five in five seconds. */
const posts = 12;

/** Waits instead of sending what Discord would refuse. */
async function startRestProxy(apiUrl: string): Promise<string> {
  const rest = new REST({ api: apiUrl, retries: 0 });
  const pass = proxyRequests(rest);
  const proxy = createServer((request, response) => void pass(request, response)).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => {
    rest.clearHandlerSweeper();
    rest.clearHashSweeper();
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = proxy.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/api`;
}

test("two replicas behind one proxy post without a pace of their own, and Discord refuses nothing", async () => {
  await using two = await startTwoApps(
    () => 0,
    { DISCORD_POSTS_PER_SECOND: "proxy" },
    { throughRestProxy: startRestProxy },
  );
  const { store } = two.apps[0].ctx;
  const about = { guildId, linkKey: "cafe", makerDiscordUserId: ada, createdAt: two.clock.now() };
  const addDue = (id: string): Promise<void> =>
    store.schedules.create({
      ...sampleSchedule({ id, channelId: orders, ...about }),
      options: { week: 0, pictures: false },
      nextDueAt: two.clock.now() - 1_000,
    });
  const postAll = () => Promise.all(two.apps.map((app) => runJob(posting, jobTools(app))));
  // The first answer tells the proxy what the channel takes.
  await addDue("first");
  await postAll();
  for (let index = 1; index < posts; index++) await addDue(`due-${index}`);
  const posted = postAll();
  expect(shown(await two.as("mia").run("help")).text).toContain("What you can do here");
  await posted;
  expect(two.discord.messagesIn(orders)).toHaveLength(posts);
  expect(two.discord.requests.filter(({ status }) => status === 429)).toEqual([]);
});
