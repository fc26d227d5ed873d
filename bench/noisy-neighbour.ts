/**
 * One server has ten thousand orders, and fifty people look for some of them at once; another one's record is exported:
 * what the others notice.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { openStore } from "../commands/store.ts";
import { type MinimalDiscord, startMinimalDiscord } from "./minimal-discord/server.ts";
import {
  auditExport,
  type CommandCall,
  type Frame,
  frameOf,
  guildIdsOf,
  help,
  orderSearch,
  orderSearchFor,
  staffRoleId,
} from "./minimal-discord/frames.ts";
import { type Asked, atRate } from "./load.ts";
import { median, printTable, quantile, report } from "./measure.ts";
import type { MeasuredProcess } from "./measured-process.ts";
import type { Block } from "./probe.ts";
import { linkedFolder, startService, startSide } from "./contenders.ts";
import { sized } from "./memory-sizes.ts";

const orders = sized({ tiny: 2_000, usual: 10_000 });
const manyOrders = sized({ tiny: 12_000, usual: 50_000 });
/** As many as an export holds. */
const entries = sized({ tiny: 1_000, usual: 10_000 });
const people = 50;
const everyMs = 1_000;
/** Others ask so often; a p99 of fewer than 3,000 says little. */
const perSecond = sized({ tiny: 50, usual: 200 });
const rounds = sized({ tiny: 1, usual: 4 });
const asked = sized({ tiny: 100, usual: 1_000 });

const [largeGuildId = "", ...guildIds] = guildIdsOf(300);
/** Each round in another one, so that its orders have to be read first. */
const busyGuildIds = guildIds.splice(0, rounds);
const searches: readonly CommandCall[] = [
  orderSearch,
  orderSearchFor({ status: "preparing" }, orderSearch.expected),
  orderSearchFor({ item: "cinnamon" }, orderSearch.expected),
  orderSearchFor({ person: "2210000001" }, "Order #"),
];
const large = orderSearchFor({ status: "preparing" }, orderSearch.expected);

interface Running {
  readonly discord: MinimalDiscord;
  readonly process: MeasuredProcess;
}

await using stack = new AsyncDisposableStack();
const running = await start(orders);
for (const guildId of guildIds) await running.discord.ask(frameOf(help, guildId));
await helps(running);

const alone: number[] = [];
const beside: number[] = [];
const searched: number[] = [];
const blocks: Block[] = [];
const blocksAlone: Block[] = [];
for (const guildId of busyGuildIds) {
  await running.process.blocks();
  alone.push(...(await helps(running)));
  blocksAlone.push(await running.process.blocks());
  const stop = new AbortController();
  const searching = search(running, guildId, stop.signal);
  beside.push(...(await helps(running)));
  stop.abort();
  searched.push(...(await searching));
  blocks.push(await running.process.blocks());
}
await running.process.stop();

const most = await start(manyOrders);
for (const guildId of guildIds) await most.discord.ask(frameOf(help, guildId));
await helps(most);
await most.process.blocks();
const [largeSearchMs, largeBeside] = await Promise.all([
  most.discord.ask(frameOf(large, largeGuildId)),
  helps(most),
]);
const { longestBlockMs: largeLongestBlockMs } = await most.process.blocks();
await most.process.stop();

const recorded = await start(25, recordMuch);
for (const guildId of guildIds) await recorded.discord.ask(frameOf(help, guildId));
await helps(recorded);
await recorded.process.blocks();
const [exportMs, exportBeside] = await Promise.all([
  recorded.discord.ask(frameOf(auditExport, largeGuildId)),
  helps(recorded),
]);
const { longestBlockMs: exportLongestBlockMs } = await recorded.process.blocks();
await recorded.process.stop();

const othersHelpP99Ratio = quantile(beside, 0.99) / quantile(alone, 0.99);
const longestOf = (all: readonly Block[], what: keyof Block) => Math.max(...all.map((each) => each[what]));
const longestBlockMs = longestOf(blocks, "longestBlockMs");
const longestBlockAloneMs = longestOf(blocksAlone, "longestBlockMs");
printTable(
  `Others' \`/help\` (${perSecond} a second, ${beside.length} in all) while ${people} people of one server, which has ${orders} orders, search at once, every second or when they have their answers`,
  ["what", "ratio", "beside them", "without them"],
  [
    ["middle", ...compared(median(beside), median(alone))],
    ["p99", ...compared(quantile(beside, 0.99), quantile(alone, 0.99))],
    ["longest block of the main thread", ...compared(longestBlockMs, longestBlockAloneMs)],
    [
      "the same, including time the machine spent on other programs",
      ...compared(longestOf(blocks, "longestStallMs"), longestOf(blocksAlone, "longestStallMs")),
    ],
  ],
);
printTable(
  "Those who search",
  ["what", "value"],
  [
    [`${searched.length} searches of ${orders} orders, middle`, `${median(searched).toFixed(0)} ms`],
    ["the slowest of them", `${Math.max(...searched).toFixed(0)} ms`],
    [`one search of ${manyOrders} orders`, `${largeSearchMs.toFixed(0)} ms`],
    ["longest block of the main thread during that time", `${largeLongestBlockMs.toFixed(1)} ms`],
    ["`/help` of others during that time, p95", `${quantile(largeBeside, 0.95).toFixed(1)} ms`],
  ],
);
printTable(
  `_Download CSV_ of \`/audit\` with ${entries} entries`,
  ["what", "value"],
  [
    ["until the file is there", `${exportMs.toFixed(0)} ms`],
    ["longest block of the main thread during that time", `${exportLongestBlockMs.toFixed(1)} ms`],
    ["`/help` of others during that time, p95", `${quantile(exportBeside, 0.95).toFixed(1)} ms`],
  ],
);
report({
  othersHelpP99Ratio,
  longestBlockMs,
  longestBlockAloneMs,
  longestStallMs: longestOf(blocks, "longestStallMs"),
  othersHelpSamples: beside.length,
  largeSearchMs,
  largeLongestBlockMs,
  exportMs,
  exportLongestBlockMs,
});

/**
 * A bot whose service has so many orders.
 * @param prepare what is done to its database before
 */
async function start(count: number, prepare?: (dataFolder: string) => Promise<void>): Promise<Running> {
  const all = [largeGuildId, ...busyGuildIds, ...guildIds];
  const service = stack.use(await startService({ orders: count }));
  const discord = stack.use(await startMinimalDiscord(all));
  const dataFolder = await linkedFolder(all);
  await prepare?.(dataFolder);
  const process = stack.use(await startSide("bot", { discord, serviceUrl: service.url, dataFolder }));
  return { discord, process };
}

async function recordMuch(dataFolder: string): Promise<void> {
  const store = await openStore({ databaseUrl: undefined, dataFolder, now: Date.now });
  await store.accessRoles.set(largeGuildId, staffRoleId, "admin");
  for (let index = 0; index < entries; index++)
    await store.audit.record({
      id: `entry-${index}`,
      guildId: largeGuildId,
      workspaceId: largeGuildId.slice(-6),
      discordUserId: String(1_340_000_000_000_000_000n + BigInt(index % people)),
      action: "order.create",
      target: `66b2a1d3e5c9fa0023${index.toString(16).padStart(6, "0")}`,
      outcome: "done",
      detail: { items: ["Flat white", "Cinnamon bun"], customer: String(2_210_000_000 + index) },
      reference: undefined,
      at: Date.now() - (entries - index) * 1_000,
    });
  await store.close();
}

async function helps({ discord, process }: Running): Promise<readonly number[]> {
  let turn = 0;
  const nextFrame = (): Frame => frameOf(help, guildIds[turn++ % guildIds.length] ?? "");
  const others: Asked = { discord, process, nextFrame };
  return (await atRate(others, perSecond, asked)).ms;
}

/** Fifty at once, and again when all of them have their answer. */
async function search(
  { discord }: Running,
  guildId: string,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const ms: number[] = [];
  while (!signal.aborted) {
    const answers = Array.from({ length: people }, (_, member) => {
      const call = searches[member % searches.length] ?? orderSearch;
      return discord.ask(frameOf(call, guildId, member));
    });
    const [answered] = await Promise.all([Promise.all(answers), sleep(everyMs)]);
    ms.push(...answered);
  }
  return ms;
}

function compared(ours: number, floor: number): readonly string[] {
  return [`**${(ours / floor).toFixed(2)}**`, `${ours.toFixed(1)} ms`, `${floor.toFixed(1)} ms`];
}
