/** Resident memory at 1 and at 1,000 guilds, each linked and each having had interactions. */
import { setTimeout as sleep } from "node:timers/promises";
import { startLeanDiscord } from "./discord.ts";
import { assignments, frameOf, guildIdsOf, help } from "./frames.ts";
import { inRounds, median, printComparisons, printFigures } from "./measure.ts";
import { linkedFolder, type Side, startService, startSide } from "./sides.ts";

const rounds = 3;
const manyGuilds = 1_000;
/** The same at both sizes, so that only the guilds differ. */
const interactions = 2_000;
const settleMs = 4_000;
const samples = 5;

interface Memory {
  readonly freshMb: number;
  readonly restMb: number;
  readonly heapMb: number;
}

await using service = await startService();
const serviceUrl = service.url;
const sizes = { one: guildIdsOf(1), many: guildIdsOf(manyGuilds) } as const;
type Size = keyof typeof sizes;
const cases = ["floor one", "bot one", "floor many", "bot many"] as const satisfies `${Side} ${Size}`[];

const measured = await inRounds(rounds, cases, (name) => {
  switch (name) {
    case "floor one":
      return measure("floor", sizes.one);
    case "bot one":
      return measure("bot", sizes.one);
    case "floor many":
      return measure("floor", sizes.many);
    case "bot many":
      return measure("bot", sizes.many);
    default:
      return name satisfies never;
  }
});

const rows = ([what, size]: readonly [string, Size]) =>
  (
    [
      ["resident when ready", ({ freshMb }: Memory) => freshMb],
      [`resident at rest after ${interactions} interactions`, ({ restMb }: Memory) => restMb],
      ["heap in use then, after a collection", ({ heapMb }: Memory) => heapMb],
    ] as const
  ).map(([kind, of]) => ({
    what: `${what}: ${kind}`,
    unit: "MB" as const,
    floor: measured[`floor ${size}`].map(of),
    ours: measured[`bot ${size}`].map(of),
  }));
printComparisons(`Memory (${rounds} rounds, a new process each)`, [
  ...rows(["1 guild", "one"]),
  ...rows([`${manyGuilds} guilds`, "many"]),
]);
printFigures("What a guild adds to the bot", [
  { what: "heap in use", unit: "kB", values: heapKilobytesAGuild() },
]);

async function measure(side: Side, guildIds: readonly string[]): Promise<Memory> {
  await using discord = await startLeanDiscord(guildIds);
  const dataFolder = side === "bot" ? await linkedFolder(guildIds) : "";
  await using process = await startSide(side, { discord, serviceUrl, dataFolder });
  const residentMb = async () => (await process.usage()).residentBytes / 1e6;
  const freshMb = await residentMb();
  for (let n = 0; n < interactions; n++) {
    const guildId = guildIds[Math.floor(n / 2) % guildIds.length] ?? "";
    await discord.ask(frameOf(n % 2 === 0 ? help : assignments, guildId));
  }
  await sleep(settleMs);
  const resident: number[] = [];
  for (let n = 0; n < samples; n++) {
    await sleep(200);
    resident.push(await residentMb());
  }
  const { heapBytes } = await process.heap();
  await process.stop();
  return { freshMb, restMb: median(resident), heapMb: heapBytes / 1e6 };
}

function heapKilobytesAGuild(): readonly number[] {
  return measured["bot many"].map(({ heapMb }, round) => {
    const one = measured["bot one"][round];
    return one === undefined ? Number.NaN : ((heapMb - one.heapMb) * 1e3) / (manyGuilds - 1);
  });
}
