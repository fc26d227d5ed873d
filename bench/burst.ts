/** Posts that all fall due at once, each in its own channel, while people use commands. */
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../test/support/wait-for.ts";
import { startMinimalDiscord } from "./minimal-discord/server.ts";
import { makeDueHouse, startDueBot } from "./burst-fixture.ts";
import { type Frame, frameOf, guildIdsOf, help, orderSearch } from "./minimal-discord/frames.ts";
import { atRate } from "./load.ts";
import { median, printValues, printTable, quantile, say, tailOf } from "./measure.ts";
import { startService } from "./contenders.ts";
import { sized } from "./memory-sizes.ts";

const posts = sized({ tiny: 80, usual: 600, full: 10_000 });
const inAGuild = 5;
const perSecond = 10;
const commandsBefore = sized({ tiny: 10, usual: 60, full: 300 });
/** Posts per second that the bot's client sends, and that Discord accepts. */
const ourPace = 40;
const discordsPace = 50;
const settleMs = 2_000;

const guildIds = guildIdsOf(Math.ceil(posts / inAGuild));
await using service = await startService({ orders: 25, areOpen: true });
await using discord = await startMinimalDiscord(guildIds);
const house = await makeDueHouse(guildIds, posts, { kind: "orders", options: {} });
await using process = await startDueBot(discord, service.url, house);

let asked = 0;
const nextFrame = (): Frame => {
  asked += 1;
  return frameOf(asked % 2 === 0 ? help : orderSearch, guildIds[asked % guildIds.length] ?? "");
};
const residentMb = async (): Promise<number> => (await process.usage()).residentBytes / 1e6;
const alone = await atRate({ discord, process, nextFrame }, perSecond, commandsBefore);
const before = await process.usage();
const startMb = before.residentBytes / 1e6;
await process.blocks();
const dueAt = Date.now() + 1_000;
const database = house.open();
database.prepare("update schedules set next_due_at = ?").run(dueAt);
await sleep(1_000);

const maxMs = (posts / ourPace) * 4_000 + 20_000;
const commands = Math.ceil((posts / ourPace) * perSecond);
const memory: { readonly posts: number; readonly mb: number }[] = [];
const isThrough = async (): Promise<boolean> => {
  memory.push({ posts: discord.posts, mb: await residentMb() });
  await sleep(100);
  return discord.posts >= posts;
};
const arrived = until("all posts", isThrough, maxMs).then(() => Date.now());
const beside = await atRate({ discord, process, nextFrame }, perSecond, commands);
const endedAt = await arrived;
const { longestBlockMs } = await process.blocks();
await sleep(settleMs);
const after = await process.usage();
const endMb = after.residentBytes / 1e6;
await process.stop();

const twice = [...discord.postsTo.values()].filter((count) => count !== 1).length;
if (discord.posts !== posts || discord.postsTo.size !== posts || twice > 0)
  throw new Error(
    `of ${posts} posts ${discord.postsTo.size} channels got ${discord.posts}, ${twice} not one`,
  );
const sent = database
  .prepare("select count(*) as n from deliveries where state = 'sent' and attempts = 1")
  .get();
if (sent?.["n"] !== posts)
  throw new Error(`of ${posts} posts ${String(sent?.["n"])} are known as sent at once`);
database.close();

const seconds = (endedAt - dueAt) / 1_000;
printTable(
  `${posts} posts due in the same moment, each in a channel of its own (one run)`,
  ["what", "ratio", "ours", "floor"],
  [
    ["until the last is posted, over the pace of the client for posts", ...ratio(seconds, posts / ourPace)],
    ["the same, over the pace that Discord allows a bot", ...ratio(seconds, posts / discordsPace)],
  ],
);
say("", `All ${posts} were posted once each, none is lost.`);
const tail = tailOf(Math.min(beside.ms.length, alone.ms.length));
printTable(
  `People's commands, ${perSecond} a second, half \`/help\` and half \`/order search\``,
  ["what", "ratio", "beside the posts", "without them"],
  [
    ["middle", ...ratioMs(median(beside.ms), median(alone.ms))],
    [tail.label, ...ratioMs(quantile(beside.ms, tail.share), quantile(alone.ms, tail.share))],
  ],
);
const earlyMb = Math.max(...memory.filter((at) => at.posts <= posts / 4).map(({ mb }) => mb));
printValues("The process during that time", [
  { what: "resident before", unit: "MB", values: [startMb] },
  { what: "resident at the peak of the first quarter", unit: "MB", values: [earlyMb] },
  { what: "resident at the peak", unit: "MB", values: [Math.max(...memory.map(({ mb }) => mb))] },
  { what: "resident after", unit: "MB", values: [endMb] },
  { what: "longest block of the main thread", unit: "ms", values: [longestBlockMs] },
  {
    what: "processor time for a post, people's commands included, drawing not",
    unit: "ms",
    values: [(after.cpuMs - before.cpuMs) / posts],
  },
]);

function ratio(ours: number, floor: number): readonly string[] {
  return [`**${(ours / floor).toFixed(2)}**`, `${ours.toFixed(1)} s`, `${floor.toFixed(1)} s`];
}

function ratioMs(ours: number, floor: number): readonly string[] {
  return [`**${(ours / floor).toFixed(2)}**`, `${ours.toFixed(2)} ms`, `${floor.toFixed(2)} ms`];
}
