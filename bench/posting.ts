/** How long the edit of an answer takes while 500 posts wait for their turn. */
import { until } from "../test/support/wait-for.ts";
import { type Frame, frameOf, guildIdsOf, orderSearch } from "./minimal-discord/frames.ts";
import { atRate } from "./load.ts";
import { median, printTable, quantile, ratioAndSpread, spread, tailOf } from "./measure.ts";
import { type Running, startEveryone } from "./contender-runner.ts";
import { deferring, linkedFolder, startService } from "./contenders.ts";
import { sized } from "./memory-sizes.ts";

const rounds = sized({ tiny: 1, usual: 2 });
const posts = sized({ tiny: 120, usual: 500 });
/** So few that nobody is kept busy by the edits themselves. */
const perSecond = 10;
const edits = sized({ tiny: 5, usual: 60 });
/** Longer than the second within which the bot answers in one call, so that it has to edit too. */
const slowMs = 1_100;
const drainedWithinMs = 60_000;

interface Round {
  readonly middleMs: number;
  readonly ms: readonly number[];
}
interface Measured {
  readonly who: string;
  readonly alone: readonly Round[];
  readonly beside: readonly Round[];
}

// Each post goes to a channel of its own: what holds it up is the pace of all requests, not that of one channel.
const channelIds = guildIdsOf(posts);
// And each question comes from another guild, so that no answer is cached and every one has to be edited.
const guildIds = guildIdsOf(edits * (2 * rounds + 1));
await using service = await startService({ orders: 25 });
await service.answerAfter(slowMs);
await using stack = new AsyncDisposableStack();
const running = await startEveryone(stack, guildIds, {
  serviceUrl: service.url,
  dataFolder: await linkedFolder(guildIds),
  posting: true,
});

// All at the same time: here is little to work and much to wait for.
const measured = await Promise.all(
  deferring.map((responder) => measure(responder === "bot" ? "ours" : responder, running[responder])),
);
const { label, share } = tailOf(rounds * edits);
const middles = (rows: readonly Round[]): readonly number[] => rows.map(({ middleMs }) => middleMs);
const slow = (rows: readonly Round[]): readonly number[] => [
  quantile(
    rows.flatMap(({ ms }) => ms),
    share,
  ) - slowMs,
];
printTable(
  `Edit of an answer while ${posts} posts wait (${rounds} rounds of ${edits} edits, ${perSecond} a second; the ${slowMs} ms of the service are left out)`,
  ["who", "nothing waits: middle", label, `${posts} posts wait: ratio (least–most), middle`, label],
  measured.map(({ who, alone, beside }) => [
    who,
    spread(middles(alone), "ms"),
    spread(slow(alone), "ms"),
    ratioAndSpread(middles(beside), middles(alone), "ms"),
    ratioAndSpread(slow(beside), slow(alone), "ms"),
  ]),
);

async function measure(who: string, { discord, process, turn }: Running): Promise<Measured> {
  let sent = 0;
  let left = 0;
  const nextFrame = (): Frame => {
    left = sent - discord.posts;
    return frameOf(orderSearch, turn());
  };
  const askEdits = async (): Promise<Round> => {
    const { ms } = await atRate({ discord, process, nextFrame }, perSecond, edits);
    return { middleMs: median(ms) - slowMs, ms };
  };
  await askEdits();
  const alone: Round[] = [];
  const beside: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    alone.push(await askEdits());
    sent += posts;
    await process.tell(channelIds);
    beside.push(await askEdits());
    if (left <= 0) throw new Error(`${who} had no posts left when the last edit was asked for`);
    await until("all posts", () => discord.posts >= sent, drainedWithinMs);
  }
  return { who, alone, beside };
}
