/** From starting the process to being ready: the bot on Discord and in the playground, against a bare responder. */
import { startMinimalDiscord } from "./minimal-discord/server.ts";
import { guildIdsOf } from "./minimal-discord/frames.ts";
import { inRounds, printComparisons } from "./measure.ts";
import { type MeasuredProcess, startMeasured } from "./measured-process.ts";
import { linkedFolder, type Side, startService, startSide } from "./contenders.ts";
import { sized } from "./memory-sizes.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const rounds = sized({ tiny: 1, usual: 5 });

const guildIds = guildIdsOf(1);
const usedFolder = await linkedFolder(guildIds);
await using service = await startService();
await using discord = await startMinimalDiscord(guildIds);

const measured = await inRounds(rounds, ["floor", "first", "again", "playground"], (name) => {
  switch (name) {
    case "floor":
      return timed(() => side("floor", ""));
    case "first":
      return timed(() => side("bot", temporaryFolder()));
    case "again":
      return timed(() => side("bot", usedFolder));
    case "playground":
      return timed(playground);
    default:
      return name satisfies never;
  }
});

const row = (what: string, unit: "ms" | "MB", of: (start: Start) => number, ours: readonly Start[]) => ({
  what,
  unit,
  floor: measured.floor.map(of),
  ours: ours.map(of),
});
const rows = (what: string, ours: readonly Start[]) => [
  row(what, "ms", ({ readyMs }) => readyMs, ours),
  row("its processor time", "ms", ({ cpuMs }) => cpuMs, ours),
  row("resident then", "MB", ({ residentMb }) => residentMb, ours),
];
printComparisons(`Start to ready (${rounds} rounds, a new process each)`, [
  ...rows("bot on Discord, first start: makes its database, registers its commands", measured.first),
  ...rows("bot on Discord, with its database there", measured.again),
  ...rows("playground: both emulators and the bot", measured.playground),
]);

interface Start {
  readonly readyMs: number;
  /** Of its own process. */
  readonly cpuMs: number;
  readonly residentMb: number;
}

async function timed(start: () => Promise<MeasuredProcess>): Promise<Start> {
  const startedAt = performance.now();
  await using process = await start();
  const readyMs = performance.now() - startedAt;
  const { cpuMs, residentBytes } = await process.usage();
  await process.stop();
  return { readyMs, cpuMs, residentMb: residentBytes / 1e6 };
}

function side(name: Side, dataFolder: string): Promise<MeasuredProcess> {
  return startSide(name, { discord, serviceUrl: service.url, dataFolder });
}

async function playground(): Promise<MeasuredProcess> {
  const process = startMeasured("src/main.ts", { PLAYGROUND_PORT: "0" });
  await process.said(/This is the playground/);
  return process;
}
