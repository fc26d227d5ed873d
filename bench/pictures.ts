/** Drawing: what a picture costs, and what of it the main thread pays. */
import { setTimeout as sleep } from "node:timers/promises";
import { encodePng } from "../src/pictures/kit/png.ts";
import { createPictures } from "../src/pictures/pictures.ts";
import { samples } from "../test/support/picture-samples.ts";
import { median, printTable, ratioAndSpread, say } from "./measure.ts";
import { sized } from "./memory-sizes.ts";

const rounds = sized({ tiny: 2, usual: 15 });
const settleMs = sized({ tiny: 500, usual: 2_000 });
const kinds = ["calendar", "team", "profile", "orders", "standings", "leaderboard", "report"] as const;

await drawing();

/** Each kind again and again with other data, so that none comes from the cache. */
async function drawing(): Promise<void> {
  const pictures = createPictures({ onUnavailable: fail, onFailure: fail });
  const residentMb = (): number => process.memoryUsage.rss() / 1e6;
  const before = residentMb();
  const first = await pictures.draw(samples["team-one"] ?? fail("no sample"));
  if (first === undefined) fail("nothing was drawn");
  const running = residentMb();
  const rows: (readonly string[])[] = [];
  for (const kind of kinds) {
    const picture = samples[`${kind}-many`] ?? fail(`no sample of ${kind}`);
    const [ours, floor, main]: number[][] = [[], [], []];
    let bytes = 0;
    for (let round = 0; round < rounds; round++) {
      const used = process.threadCpuUsage();
      const startedAt = performance.now();
      const file = await pictures.draw({ ...picture, [`round${round}`]: round });
      ours?.push(performance.now() - startedAt);
      const { user, system } = process.threadCpuUsage(used);
      main?.push((user + system) / 1_000);
      if (file === undefined) fail("nothing was drawn");
      bytes = file.data.length;
      floor?.push(blankMs(file.data.readUInt32BE(20)));
    }
    rows.push([
      kind,
      ratioAndSpread(ours ?? [], floor ?? [], "ms"),
      `${median(ours ?? []).toFixed(1)} ms`,
      `${median(floor ?? []).toFixed(1)} ms`,
      `${median(main ?? []).toFixed(2)} ms`,
      `${(bytes / 1_000).toFixed(1)} kB`,
    ]);
  }
  await pictures.close();
  await sleep(settleMs);
  printTable(
    `A picture (${rounds} rounds; the floor packs a blank card of the same size)`,
    ["kind", "ratio", "until it is drawn", "floor", "of it on the main thread", "size"],
    rows,
  );
  const [grown, left] = [running - before, residentMb() - before];
  say(
    "",
    `The first picture adds ${grown.toFixed(0)} MB; once the thread has ended, ${left.toFixed(0)} MB of all that stay.`,
  );
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
