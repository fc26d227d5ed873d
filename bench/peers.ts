/** The same commands answered by a bare responder, by the bot, and by bots written with other libraries. */
import { setTimeout as sleep } from "node:timers/promises";
import { contract } from "../src/api/contract/index.ts";
import {
  type CommandCall,
  type Frame,
  frameOf,
  guildIdsOf,
  help,
  orderSearch,
} from "./minimal-discord/frames.ts";
import { type Asked, atRate, type Loaded, oneByOne, saturated } from "./load.ts";
import { inRounds, median, printTable, quantile, tailOf } from "./measure.ts";
import {
  printResponders,
  type Row,
  rowOf,
  rowOfAll,
  type Running,
  startEveryone,
} from "./contender-runner.ts";
import { everyone, linkedFolder, type Responder, startService } from "./contenders.ts";
import { roundsOr, serversOr, sized } from "./memory-sizes.ts";

const restMs = 10;
const atRest = sized({ tiny: 5, usual: 60 });
const perSecond = sized({ tiny: 100, usual: 300 });
/** In a round. The bot refuses more than 600 at once, which a busy machine would leave waiting. */
const rated = sized({ tiny: 20, usual: 500 });
const atOnce = 64;
const servers = serversOr(sized({ tiny: 50, usual: 1_500 }));
/** Each server three times: bots run for weeks, so neither servers seen for the first time nor new code should count. */
const warmUps = sized({ tiny: 20, usual: 3 * servers });
/** In each turn, every server at most once. */
const warmUpTurns = sized({ tiny: 1, usual: 3 });
/** For those whose edits discord.js holds back. */
const slowerWarmUps = sized({ tiny: 20, usual: 900 });
const slower: ReadonlySet<Responder> = new Set<Responder>(["discord.js", "Sapphire"]);
/** discord.js sends at most 50 edits a second, so whatever needs an edit takes it long. */
const ways = [
  {
    what: "no service",
    call: help,
    rounds: roundsOr(sized({ tiny: 2, usual: 6, full: 12 })),
    saturating: sized({ tiny: 100, usual: 1_000 }),
  },
  {
    what: "25 orders of the service in an embed",
    call: orderSearch,
    rounds: roundsOr(sized({ tiny: 2, usual: 6, full: 12 })),
    saturating: sized({ tiny: 20, usual: 300 }),
  },
] as const;
/** Longer than the second within which the bot answers in one call. */
const slowMs = 1_100;
const slowRounds = roundsOr(sized({ tiny: 2, usual: 3, full: 8 }));
const slowRated = sized({ tiny: 10, usual: 200 });
const slowWarmUps = sized({ tiny: 10, usual: 150 });

type Measured<Each> = Readonly<Record<Responder, readonly Each[]>>;
interface Round {
  readonly rest: Loaded;
  readonly rate: Loaded;
  readonly full: Loaded;
  readonly residentMb: number;
}

// So many that none is asked for again within seconds: nothing kept from an earlier answer helps.
const guildIds = guildIdsOf(servers);
await using service = await startService({ orders: 25 });
const options = { serviceUrl: service.url, dataFolder: await linkedFolder(guildIds), floorRenders: true };

{
  await using stack = new AsyncDisposableStack();
  const running = await startEveryone(stack, guildIds, options);
  for (const way of ways) {
    const { what, rounds, saturating } = way;
    const load = `${atRest} at rest, one at a time, ${rated} at ${perSecond} a second, ${saturating} with ${atOnce} waiting`;
    const title = `Interaction to answer, ${what} (${rounds} rounds: ${load})`;
    printResponders(title, rowsOf(await compare(way, running)));
  }
}
{
  await using stack = new AsyncDisposableStack();
  const running = await startEveryone(stack, guildIds, { ...options, floorDefers: true });
  for (const responder of everyone) await warmUp(running[responder], orderSearch, slowerWarmUps);
  await service.answerAfter(slowMs);
  // Those who answer at once otherwise take this way for the first time.
  for (const responder of everyone)
    await saturated(
      { ...askedOf(running[responder], orderSearch), wrongIsCounted: true },
      atOnce,
      slowWarmUps,
    );
  const measured = await inRounds(slowRounds, everyone, (responder) =>
    atRate({ ...askedOf(running[responder], orderSearch), wrongIsCounted: true }, perSecond, slowRated),
  );
  printResponders(
    `“Thinking” first, then 25 orders of a service that takes ${slowMs} ms, which are left out (${slowRounds} rounds of ${slowRated} at ${perSecond} a second)`,
    loadRows(`${perSecond}/s`, measured, (load) => load, slowMs),
  );
  printTable(
    "Not answered within what the bot or library allows itself",
    ["who", "of all"],
    everyone.map((responder) => [
      responder,
      `${measured[responder].reduce((sum, { wrong }) => sum + wrong, 0)} of ${slowRounds * slowRated}`,
    ]),
  );
}

async function compare(
  { call, rounds, saturating }: (typeof ways)[number],
  running: Readonly<Record<Responder, Running>>,
): Promise<Measured<Round>> {
  for (let turn = 0; turn < warmUpTurns; turn++) {
    // What is answered from the cache doesn't warm what asks the service.
    if (turn > 0 && call === orderSearch) await sleep(contract.searchOrders.cacheMs);
    for (const responder of everyone) {
      const isSlower = call === orderSearch && slower.has(responder);
      await warmUp(running[responder], call, (isSlower ? slowerWarmUps : warmUps) / warmUpTurns);
    }
  }
  return inRounds(rounds, everyone, async (responder) => {
    const asked = askedOf(running[responder], call);
    const rest = await oneByOne(asked, atRest, restMs);
    const rate = await atRate(asked, perSecond, rated);
    const full = await saturated(asked, atOnce, saturating);
    const { residentBytes } = await asked.process.usage();
    return { rest, rate, full, residentMb: residentBytes / 1e6 };
  });
}

function warmUp(running: Running, call: CommandCall, count: number): Promise<Loaded> {
  return saturated(askedOf(running, call), 8, count);
}

function askedOf({ discord, process, turn }: Running, call: CommandCall): Asked {
  const nextFrame = (): Frame => frameOf(call, turn());
  return { discord, process, nextFrame };
}

function rowsOf(measured: Measured<Round>): readonly Row[] {
  return [
    ...loadRows("at rest", measured, ({ rest }) => rest),
    ...loadRows(`${perSecond}/s`, measured, ({ rate }) => rate),
    rowOf("saturated, from one answer to the next", "ms", measured, ({ full }) => full.wallMs),
    ...loadRows("saturated", measured, ({ full }) => full),
    rowOf(`resident after that, ${guildIds.length} guilds`, "MB", measured, ({ residentMb }) => residentMb),
  ];
}

/** Without `lessMs`, which the service took by itself. */
function loadRows<Each>(
  what: string,
  measured: Measured<Each>,
  loadOf: (measured: Each) => Loaded,
  lessMs = 0,
): readonly Row[] {
  const all = (rounds: readonly Each[]): readonly number[] => rounds.flatMap((each) => loadOf(each).ms);
  const { label, share } = tailOf(all(measured.floor).length);
  return [
    rowOf(`${what}, middle`, "ms", measured, (each) => median(loadOf(each).ms) - lessMs),
    rowOfAll(`${what}, ${label} of all rounds`, "ms", measured, (rounds) => [
      quantile(all(rounds), share) - lessMs,
    ]),
    rowOf(`${what}, processor time`, "ms", measured, (each) => loadOf(each).cpuMs),
  ];
}
