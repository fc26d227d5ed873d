/** Memory retention: resident memory after many interactions in one process. */
import { setTimeout as sleep } from "node:timers/promises";
import { startMinimalDiscord } from "./minimal-discord/server.ts";
import { type CommandCall, frameOf, guildIdsOf, help, orderSearch } from "./minimal-discord/frames.ts";
import { saturated } from "./load.ts";
import { median, printValues, printTable } from "./measure.ts";
import { linkedFolder, startService, startSide } from "./contenders.ts";
import { sized, size } from "./memory-sizes.ts";

/** When it is measured. A full run continues to a million. */
const first = sized({ tiny: 100, usual: 5_000, full: 100_000 });
const last = sized({ tiny: 1_000, usual: 20_000, full: 1_000_000 });
const steps = 4;
const settleMs = size === "tiny" ? 200 : 4_000;
const atOnce = 32;
/** One in five goes to the service, as a person's would after some typing and help. */
const calls: readonly CommandCall[] = [help, help, help, help, orderSearch];

const guildIds = guildIdsOf(sized({ tiny: 20, usual: 500 }));
await using service = await startService({ orders: 25 });
await using discord = await startMinimalDiscord(guildIds);
const dataFolder = await linkedFolder(guildIds);
await using process = await startSide("bot", { discord, serviceUrl: service.url, dataFolder });

let asked = 0;
const nextFrame = () => {
  const call = calls[asked % calls.length];
  const guildId = guildIds[Math.floor(asked / calls.length) % guildIds.length];
  if (call === undefined || guildId === undefined) throw new Error("there is nothing to ask");
  asked += 1;
  return frameOf(call, guildId);
};

const goals = [first, ...Array.from({ length: steps }, (_, step) => (last * (step + 1)) / steps)];
const residentMb: number[] = [];
for (const goal of goals) {
  await saturated({ discord, process, nextFrame }, atOnce, goal - asked);
  await sleep(settleMs);
  residentMb.push(await residentNow());
}
const [firstMb = Number.NaN] = residentMb;
printTable(
  `What the bot holds on to (one process, ${guildIds.length} guilds, ${atOnce} waiting)`,
  ["interactions so far", "ratio to the first line", "resident"],
  residentMb.map((mb, index) => [
    String(goals[index]),
    `**${(mb / firstMb).toFixed(2)}**`,
    `${mb.toFixed(0)} MB`,
  ]),
);
// Only now: forcing a collection earlier would have kept memory low.
const { heapBytes } = await process.heap();
printValues("And then", [{ what: "heap in use, after a collection", unit: "MB", values: [heapBytes / 1e6] }]);
await process.stop();

async function residentNow(): Promise<number> {
  const samples: number[] = [];
  for (let n = 0; n < 5; n++) {
    await sleep(200);
    samples.push((await process.usage()).residentBytes / 1e6);
  }
  return median(samples);
}
