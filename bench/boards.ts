/** Fifty live boards redrawn at once, each with a new picture, while people use commands. */
import { until } from "../test/support/wait-for.ts";
import { startMinimalDiscord } from "./minimal-discord/server.ts";
import { makeDueHouse, startDueBot } from "./burst-fixture.ts";
import { type Frame, frameOf, guildIdsOf, help, orderSearch } from "./minimal-discord/frames.ts";
import { atRate, type Loaded } from "./load.ts";
import { median, printTable, quantile, report, say, tailOf } from "./measure.ts";
import { startService } from "./contenders.ts";
import { sized } from "./memory-sizes.ts";

const boards = sized({ tiny: 10, usual: 50 });
const rounds = sized({ tiny: 1, usual: 4 });
const perSecond = 50;
const commands = sized({ tiny: 100, usual: 500 });
const drawnWithinMs = 60_000;

const guildIds = guildIdsOf(boards);
await using service = await startService({ orders: 25, areOpen: true });
await using discord = await startMinimalDiscord(guildIds);
const farAhead = Date.now() + 24 * 60 * 60_000;
const house = await makeDueHouse(guildIds, boards, {
  kind: "orders",
  mode: "live",
  options: {},
  messageId: "1500000000000000001",
  refreshEveryMs: 24 * 60 * 60_000,
  nextRefreshAt: farAhead,
});
await using process = await startDueBot(discord, service.url, house);
const database = house.open();
// A picture names its zone, so each board of each round has a picture of its own.
const zones = Intl.supportedValuesOf("timeZone").filter((zone) => zone.includes("/"));
const redraw = database.prepare(
  "update schedules set next_refresh_at = ?, message_hash = null, zone = ? where rowid in (select rowid from schedules order by id limit 1 offset ?)",
);

let asked = 0;
const nextFrame = (): Frame => {
  asked += 1;
  return frameOf(asked % 2 === 0 ? help : orderSearch, guildIds[asked % guildIds.length] ?? "");
};
const ask = (): Promise<Loaded> => atRate({ discord, process, nextFrame }, perSecond, commands);
await ask();

const alone: number[] = [];
const beside: number[] = [];
const drawnMs: number[] = [];
let longestBlockMs = 0;
for (let round = 0; round < rounds; round++) {
  alone.push(...(await ask()).ms);
  await process.blocks();
  const before = discord.edits;
  const startedAt = performance.now();
  for (let board = 0; board < boards; board++)
    redraw.run(Date.now(), zones[(round * boards + board) % zones.length] ?? "UTC", board);
  const drawn = until("all boards", () => discord.edits >= before + boards, drawnWithinMs).then(
    () => performance.now() - startedAt,
  );
  const [loaded, ms] = await Promise.all([ask(), drawn]);
  beside.push(...loaded.ms);
  drawnMs.push(ms);
  longestBlockMs = Math.max(longestBlockMs, (await process.blocks()).longestBlockMs);
}
database.close();
await process.stop();
if (discord.pictures < rounds * boards)
  throw new Error(`of ${rounds * boards} edits only ${discord.pictures} had a picture`);

const { label, share } = tailOf(beside.length);
const p99Ratio = quantile(beside, share) / quantile(alone, share);
printTable(
  `People's commands (${perSecond} a second, half \`/help\` and half \`/order search\`) while ${boards} live boards are drawn again at once (${rounds} rounds)`,
  ["what", "ratio", "beside the boards", "without them"],
  [
    ["middle", ...compared(median(beside), median(alone))],
    [label, ...compared(quantile(beside, share), quantile(alone, share))],
  ],
);
say(
  "",
  `All ${boards} were drawn and edited within ${(median(drawnMs) / 1_000).toFixed(1)} s; the longest block of the main thread was ${longestBlockMs.toFixed(1)} ms.`,
);
report({ p99Ratio, drawnMs: median(drawnMs), longestBlockMs });

function compared(ours: number, floor: number): readonly string[] {
  return [`**${(ours / floor).toFixed(2)}**`, `${ours.toFixed(2)} ms`, `${floor.toFixed(2)} ms`];
}
