/** From interaction to answer: the bot on Postgres against the bot on SQLite, at rest and at a steady rate. */
import { type MinimalDiscord, startMinimalDiscord } from "./minimal-discord/server.ts";
import {
  assignments,
  assignmentsAbout,
  type Frame,
  frameOf,
  guildIdsOf,
  help,
  knownGuilds,
  orderSearch,
  peopleAskedAbout,
} from "./minimal-discord/frames.ts";
import { atRate, oneByOne } from "./load.ts";
import { type Comparison, inRounds, median, printComparisons } from "./measure.ts";
import type { MeasuredProcess } from "./measured-process.ts";
import { sized } from "./memory-sizes.ts";
import { linkedFolder, linkGuilds, startService, startSide } from "./contenders.ts";
import { startPostgres } from "./postgres.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const rounds = sized({ tiny: 2, usual: 9, full: 21 });
const warmUps = sized({ tiny: 20, usual: 500 });
const atRest = sized({ tiny: 5, usual: 60 });
const restMs = 10;
const perSecond = 100;
const rated = sized({ tiny: 10, usual: 200 });
const databases = ["SQLite", "Postgres"] as const;
type Database = (typeof databases)[number];

const inARound = atRest + rated;
const guildIds = guildIdsOf(warmUps + rounds * inARound);
const guildAt = (index: number): string => guildIds[index] ?? "";
const kinds: readonly { readonly what: string; readonly frameAt: (n: number) => Frame }[] = [
  { what: help.what, frameAt: () => frameOf(help, guildAt(0)) },
  {
    what: assignments.what,
    frameAt: (n) => assignmentsAbout(n, guildIds),
  },
  { what: "/order search, known", frameAt: (n) => frameOf(orderSearch, guildAt(n % knownGuilds)) },
  { what: "/order search, each from a new guild", frameAt: (n) => frameOf(orderSearch, guildAt(n)) },
];

interface Running {
  readonly discord: MinimalDiscord;
  readonly process: MeasuredProcess;
}
await using stack = new AsyncDisposableStack();
const service = stack.use(await startService({ orders: 25 }));
const postgres = stack.use(await startPostgres());
const start = async (options: { readonly dataFolder: string; readonly databaseUrl?: string }) => {
  const discord = stack.use(await startMinimalDiscord(guildIds));
  const process = stack.use(await startSide("bot", { discord, serviceUrl: service.url, ...options }));
  return { discord, process };
};
const onPostgres = { dataFolder: temporaryFolder(), databaseUrl: postgres.url };
await linkGuilds(guildIds, { ...onPostgres, known: peopleAskedAbout(guildIds) });
const running: Readonly<Record<Database, Running>> = {
  SQLite: await start({ dataFolder: await linkedFolder(guildIds, peopleAskedAbout(guildIds)) }),
  Postgres: await start(onPostgres),
};

const rows: Comparison[] = [];
for (const kind of kinds) rows.push(...(await compare(kind)));
printComparisons(
  `Interaction to answer on Postgres (${rounds} rounds: ${atRest} at rest, one at a time, ${rated} at ${perSecond} a second)`,
  rows,
  { ours: "Postgres", floor: "SQLite" },
);
for (const database of databases) await running[database].process.stop();

async function compare({ what, frameAt }: (typeof kinds)[number]): Promise<readonly Comparison[]> {
  for (const database of databases)
    for (let n = 0; n < warmUps; n++) await running[database].discord.ask(frameAt(n));
  const measured = await inRounds(rounds, databases, async (database, round) => {
    let asked = warmUps + round * inARound;
    const asking = { ...running[database], nextFrame: () => frameAt(asked++) };
    return { rest: await oneByOne(asking, atRest, restMs), rate: await atRate(asking, perSecond, rated) };
  });
  const row = (label: string, of: (round: (typeof measured.SQLite)[number]) => number): Comparison => ({
    what: `${what}: ${label}`,
    unit: "ms",
    floor: measured.SQLite.map(of),
    ours: measured.Postgres.map(of),
  });
  return [
    row("at rest, median", ({ rest }) => median(rest.ms)),
    row("at rest, processor time", ({ rest }) => rest.cpuMs),
    row(`${perSecond}/s, median`, ({ rate }) => median(rate.ms)),
    row(`${perSecond}/s, processor time`, ({ rate }) => rate.cpuMs),
  ];
}
