/** From interaction to answer: the bot against a bare responder, at rest and at a steady rate. */
import { setTimeout as sleep } from "node:timers/promises";
import { type MinimalDiscord, startMinimalDiscord } from "./minimal-discord/server.ts";
import {
  assignments,
  assignmentsAbout,
  type Frame,
  frameOf,
  guildIdsOf,
  help,
  orderSearch,
  peopleAskedAbout,
} from "./minimal-discord/frames.ts";
import { type Comparison, inRounds, median, printComparisons, quantile, tailOf } from "./measure.ts";
import type { MeasuredProcess } from "./measured-process.ts";
import { linkedFolder, type Side, sides, startService, startSide } from "./contenders.ts";

const rounds = 5;
const warmUps = 500;
const atRest = 80;
const restMs = 10;
const perSecond = 100;
const seconds = 3;

interface Round {
  readonly restMs: readonly number[];
  readonly rateMs: readonly number[];
  readonly cpuMs: number;
}
type Running = Readonly<
  Record<Side, { readonly discord: MinimalDiscord; readonly process: MeasuredProcess }>
>;

const inARound = atRest + perSecond * seconds;
// Each question that is to cost its call comes about another person, or from another guild: what the bot remembers of one
// must not be counted as the other.
const guildIds = guildIdsOf(warmUps + rounds * inARound);
const [firstGuildId = ""] = guildIds;

interface Kind {
  readonly what: string;
  /** The question with this number; each number is asked once of each side. */
  frameAt(n: number): Frame;
}
const kinds: readonly Kind[] = [
  { what: help.what, frameAt: () => frameOf(help, firstGuildId) },
  {
    what: assignments.what,
    frameAt: (n) => assignmentsAbout(n, guildIds),
  },
  { what: `${orderSearch.what}, each from a new guild`, frameAt: (n) => frameOf(orderSearch, guildAt(n)) },
];
const dataFolder = await linkedFolder(guildIds, peopleAskedAbout(guildIds));
await using service = await startService();
await using floorDiscord = await startMinimalDiscord(guildIds);
await using botDiscord = await startMinimalDiscord(guildIds);
const options = { serviceUrl: service.url, dataFolder };
await using floor = await startSide("floor", { ...options, discord: floorDiscord });
await using bot = await startSide("bot", { ...options, discord: botDiscord });
const running: Running = {
  floor: { discord: floorDiscord, process: floor },
  bot: { discord: botDiscord, process: bot },
};

const rows: Comparison[] = [];
for (const kind of kinds) rows.push(...(await compare(kind)));
printComparisons(
  `Interaction to answer (${rounds} rounds; at rest ${atRest} interactions one at a time, then ${perSecond} a second for ${seconds} s)`,
  rows,
);
await floor.stop();
await bot.stop();

async function compare(kind: Kind): Promise<readonly Comparison[]> {
  for (const side of sides)
    for (let n = 0; n < warmUps; n++) await running[side].discord.ask(kind.frameAt(n));
  const measured = await inRounds(rounds, sides, (side, round) =>
    measure(running[side], (n) => kind.frameAt(warmUps + round * inARound + n)),
  );
  const row = (what: string, of: (round: Round) => number): Comparison => ({
    what: `${kind.what}: ${what}`,
    unit: "ms",
    floor: measured.floor.map(of),
    ours: measured.bot.map(of),
  });
  const tail = (what: string, msOf: (round: Round) => readonly number[]): Comparison => {
    const [bare, ours] = [measured.floor.flatMap(msOf), measured.bot.flatMap(msOf)];
    const { label, share } = tailOf(bare.length);
    return {
      what: `${kind.what}: ${what}, ${label} of all rounds`,
      unit: "ms",
      floor: [quantile(bare, share)],
      ours: [quantile(ours, share)],
    };
  };
  return [
    row("at rest, median", (round) => median(round.restMs)),
    tail("at rest", (round) => round.restMs),
    row(`${perSecond}/s, median`, (round) => median(round.rateMs)),
    tail(`${perSecond}/s`, (round) => round.rateMs),
    row(`${perSecond}/s, processor time`, ({ cpuMs }) => cpuMs),
  ];
}

function guildAt(index: number): string {
  const guildId = guildIds[index];
  if (guildId === undefined) throw new Error("there are too few guilds");
  return guildId;
}

async function measure({ discord, process }: Running[Side], frameAt: Kind["frameAt"]): Promise<Round> {
  const rest: number[] = [];
  for (let n = 0; n < atRest; n++) {
    await sleep(restMs);
    rest.push(await discord.ask(frameAt(n)));
  }
  const before = await process.usage();
  const rate = await atSteadyRate(discord, (n) => frameAt(atRest + n));
  const after = await process.usage();
  return { restMs: rest, rateMs: rate, cpuMs: (after.cpuMs - before.cpuMs) / rate.length };
}

/** Sends on time, whether or not the ones before are answered. */
async function atSteadyRate(discord: MinimalDiscord, frameAt: Kind["frameAt"]): Promise<readonly number[]> {
  const startedAt = performance.now();
  const asked: Promise<number>[] = [];
  for (let n = 0; n < perSecond * seconds; n++) {
    const waitMs = startedAt + (n * 1_000) / perSecond - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    asked.push(discord.ask(frameAt(n)));
  }
  return Promise.all(asked);
}
