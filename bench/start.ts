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

const row = (what: string, ours: readonly number[]) =>
  ({ what, unit: "ms", floor: measured.floor, ours }) as const;
printComparisons(`Start to ready (${rounds} rounds, a new process each)`, [
  row("bot on Discord, first start: makes its database, registers its commands", measured.first),
  row("bot on Discord, with its database there", measured.again),
  row("playground: both emulators and the bot", measured.playground),
]);

async function timed(start: () => Promise<MeasuredProcess>): Promise<number> {
  const startedAt = performance.now();
  await using process = await start();
  const readyMs = performance.now() - startedAt;
  await process.stop();
  return readyMs;
}

function side(name: Side, dataFolder: string): Promise<MeasuredProcess> {
  return startSide(name, { discord, serviceUrl: service.url, dataFolder });
}

async function playground(): Promise<MeasuredProcess> {
  const process = startMeasured("src/main.ts", { PLAYGROUND_PORT: "0" });
  await process.said(/This is the playground/);
  return process;
}
