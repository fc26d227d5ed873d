/** Drawing: the cost of a picture, and the main thread's share of it. */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { encodePng } from "../src/pictures/kit/png.ts";
import { drawings } from "../commands/pictures.ts";
import { createPictures } from "../src/pictures/drawing-queue.ts";
import { passPictures } from "../test/support/passing-pictures.ts";
import { samples } from "../test/support/picture-samples.ts";
import { median, printTable, ratioAndSpread } from "./measure.ts";
import { sized } from "./memory-sizes.ts";

const rounds = sized({ tiny: 2, usual: 15 });
const settleMs = sized({ tiny: 500, usual: 2_000 });
const kinds = [
  "calendar",
  "team",
  "profile",
  "orders",
  "standings",
  "leaderboard",
  "report",
  "digest",
] as const;

const asker = { guildId: "1", isAwaited: false };

await memory();
await timing();
await passing();

/** What the first picture takes, and what stays once the process that draws has ended. */
async function memory(): Promise<void> {
  const pictures = createPictures({ drawings, onUnavailable: fail, onFailure: fail });
  const residentMb = (): number => process.memoryUsage.rss() / 1e6;
  const drawingMb = (): number => Math.max(0, ...childrenMb());
  const before = residentMb();
  await pictures.draw(samples["team-one"] ?? fail("no sample"), asker);
  const [running, drawing] = [residentMb(), drawingMb()];
  for (let round = 0; round < rounds; round++)
    for (const kind of kinds) {
      const picture = samples[`${kind}-many`] ?? fail(`no sample of ${kind}`);
      await pictures.draw({ ...picture, [`round${round}`]: round }, asker);
    }
  const drawingAtLast = drawingMb();
  await pictures.close();
  await sleep(settleMs);
  const [grown, left] = [running - before, residentMb() - before];
  printTable(
    `What pictures add (${rounds * kinds.length} of them)`,
    ["what", "value"],
    [
      ["to the bot, by the first picture", `${grown.toFixed(1)} MB`],
      ["to the bot, once the process that draws has ended", `${left.toFixed(1)} MB`],
      ["that process, after the first picture", `${drawing.toFixed(0)} MB`],
      ["that process, after the last", `${drawingAtLast.toFixed(0)} MB`],
    ],
  );
}

/** What the largest pictures of several forms at once add while they pass on to Discord. */
async function passing(): Promise<void> {
  const forms = sized({ tiny: 1, usual: 5 });
  const { beforeMb, peakMb } = await passPictures(forms);
  printTable(
    `Memory while pictures pass (${forms} requests for time at once, each with three of 8 MB)`,
    ["what", "value"],
    [
      ["the bot's peak before", `${beforeMb.toFixed(0)} MB`],
      ["its peak in all", `${peakMb.toFixed(0)} MB`],
    ],
  );
}

/** Each kind again and again with other data, so that none comes from the cache. */
async function timing(): Promise<void> {
  const pictures = createPictures({ drawings, onUnavailable: fail, onFailure: fail });
  await pictures.draw(samples["team-one"] ?? fail("no sample"), asker);
  const rows: (readonly string[])[] = [];
  for (const kind of kinds) {
    const picture = samples[`${kind}-many`] ?? fail(`no sample of ${kind}`);
    const ours: number[] = [];
    const floor: number[] = [];
    const main: number[] = [];
    let bytes = 0;
    // By itself: collecting the floor's garbage would count, too.
    for (let round = 0; round < rounds; round++) {
      const used = process.threadCpuUsage();
      await pictures.draw({ ...picture, [`alone${round}`]: round }, asker);
      const { user, system } = process.threadCpuUsage(used);
      main.push((user + system) / 1_000);
    }
    for (let round = 0; round < rounds; round++) {
      const startedAt = performance.now();
      const file = await pictures.draw({ ...picture, [`round${round}`]: round }, asker);
      ours.push(performance.now() - startedAt);
      if (file === undefined) fail("nothing was drawn");
      bytes = file.data.length;
      floor.push(blankMs(file.data.readUInt32BE(20)));
    }
    rows.push([
      kind,
      ratioAndSpread(ours, floor, "ms"),
      `${median(floor).toFixed(1)} ms`,
      `${median(main).toFixed(2)} ms`,
      `${(bytes / 1_000).toFixed(1)} kB`,
    ]);
  }
  await pictures.close();
  printTable(
    `A picture (${rounds} rounds; the floor packs a blank card of the same size)`,
    ["kind", "until it is drawn", "floor", "of it on the main thread", "size"],
    rows,
  );
}

/** Resident, of each process that this one started. */
function childrenMb(): readonly number[] {
  const { pid } = process;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  return children
    .filter((child) => child !== "")
    .map((child) => {
      const status = readFileSync(`/proc/${child}/status`, "utf8");
      return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_000;
    });
}

function blankMs(height: number): number {
  const width = 1_136;
  const pixels = Buffer.alloc(width * height * 4, 255);
  const startedAt = performance.now();
  encodePng(pixels, width, height);
  return performance.now() - startedAt;
}

function fail(reason: string): never {
  throw new Error(reason);
}
