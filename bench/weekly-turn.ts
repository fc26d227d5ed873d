/**
 * Many servers whose week ends in the same moment, some with roles for it and reminders of it: what others notice while
 * it ends, and while the weeks are read afterwards. Ten thousand servers with `--full`.
 */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startMinimalDiscord } from "./minimal-discord/server.ts";
import { frameOf, guildIdsOf, help } from "./minimal-discord/frames.ts";
import { atRate } from "./load.ts";
import { median, printTable, quantile, report } from "./measure.ts";
import { startService, startSide } from "./contenders.ts";
import { sized } from "./memory-sizes.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { fillServers, peopleEach } from "./weekly-turn-fixture.ts";

const servers = sized({ tiny: 200, usual: 2_000, full: 10_000 });
const perSecond = sized({ tiny: 20, usual: 100 });
/** Jobs begin a minute after the start. */
const aloneMs = sized({ tiny: 5_000, usual: 45_000 });
const besideMs = sized({ tiny: 70_000, usual: 135_000, full: 255_000 });
const minuteMs = 60_000;

const guildIds = guildIdsOf(servers);
await using service = await startService({ orders: 25 });

const ending = await measure("while the week ends", 3 * minuteMs);
const reading = await measure("while the weeks are read, after the end", -16 * minuteMs);
report({
  servers,
  endingP99Ratio: ending.p99Ratio,
  endingLongestBlockMs: ending.longestBlockMs,
  endingCpuMsAMinute: ending.cpuMsAMinute,
  readingP99Ratio: reading.p99Ratio,
  readingLongestBlockMs: reading.longestBlockMs,
  readingCpuMsAMinute: reading.cpuMsAMinute,
  weeksSaved: reading.saved,
});

/** @param endsInMs how long after the start the week ends */
async function measure(when: string, endsInMs: number) {
  const dataFolder = temporaryFolder();
  const filledAt = Date.now();
  await fillServers(dataFolder, guildIds, filledAt + endsInMs);
  await using discord = await startMinimalDiscord(guildIds);
  await using process = await startSide("bot", { discord, serviceUrl: service.url, dataFolder });
  let turn = 0;
  const nextFrame = () => frameOf(help, guildIds[(turn++ * 7) % Math.min(300, servers)] ?? "");
  const asked = { discord, process, nextFrame };
  await process.blocks();
  const alone = (await atRate(asked, perSecond, (perSecond * aloneMs) / 1_000)).ms;
  const blockAlone = await process.blocks();
  const before = await process.usage();
  const startedAt = performance.now();
  const beside = (await atRate(asked, perSecond, (perSecond * besideMs) / 1_000)).ms;
  const minutes = (performance.now() - startedAt) / minuteMs;
  const cpuMsAMinute = ((await process.usage()).cpuMs - before.cpuMs) / minutes;
  const block = await process.blocks();
  await process.stop();
  const saved = countSaved(dataFolder, filledAt);
  const p99Ratio = quantile(beside, 0.99) / quantile(alone, 0.99);
  printTable(
    `Others' \`/help\` ${when}, ${servers} servers with ${peopleEach} connected people each`,
    ["what", "ratio", "meanwhile", "before the first minute"],
    [
      ["middle", ...compared(median(beside), median(alone))],
      ["p99", ...compared(quantile(beside, 0.99), quantile(alone, 0.99))],
      ["slowest", ...compared(Math.max(...beside), Math.max(...alone))],
      ["longest block of the main thread", ...compared(block.longestBlockMs, blockAlone.longestBlockMs)],
      ["processor time a minute", "", `${cpuMsAMinute.toFixed(0)} ms`, ""],
      ["weeks saved", "", String(saved), ""],
    ],
  );
  return { p99Ratio, longestBlockMs: block.longestBlockMs, cpuMsAMinute, saved };
}

function countSaved(dataFolder: string, since: number): number {
  const database = new DatabaseSync(join(dataFolder, "workspace-bot.sqlite"));
  const row = database.prepare("select count(*) as n from weeks where snapshot_at > ?").get(since);
  database.close();
  return Number(row?.["n"]);
}

function compared(ours: number, floor: number): readonly string[] {
  return [`**${(ours / floor).toFixed(2)}**`, `${ours.toFixed(1)} ms`, `${floor.toFixed(1)} ms`];
}
