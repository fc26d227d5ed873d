/** Many schedules: their cost while none is due, and what happens when all are due at once. */
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../test/support/wait-for.ts";
import { startMinimalDiscord } from "./minimal-discord/server.ts";
import { makeDueHouse, startDueBot } from "./burst-fixture.ts";
import { guildIdsOf } from "./minimal-discord/frames.ts";
import { median, printTable, say } from "./measure.ts";
import type { MeasuredProcess } from "./measured-process.ts";
import { startService } from "./contenders.ts";
import { sized } from "./memory-sizes.ts";

const schedules = sized({ tiny: 2_000, usual: 100_000 });
/** To write down a hundred thousand takes most of a minute, and ten thousand show as well whether anything blocks. */
const dueAtOnce = sized({ tiny: 1_000, usual: 10_000, full: 100_000 });
const guilds = sized({ tiny: 10, usual: 200 });
const settleMs = sized({ tiny: 500, usual: 3_000 });
const restMs = sized({ tiny: 2_000, usual: 15_000, full: 180_000 });
const workedMs = sized({ tiny: 1_000, usual: 5_000, full: 60_000 });
const sweptWithinMs = 30 * 60_000;
const rowsAtOnce = 1_000;
const minuteMs = 60_000;

const guildIds = guildIdsOf(guilds);
await using service = await startService({ posts: 5 });
const now = Date.now();
// Nothing has been published since, so there is nothing to post.
const parts = { kind: "posts", options: {}, lastAsOf: now };

await using without = await startWith(0);
await using withAll = await startWith(schedules);
// Side by side, so that other load on the machine affects both.
const [none, all] = await Promise.all([atRest(without.bot), atRest(withAll.bot)]);
await without.bot.stop();
printTable(
  `${schedules} schedules of which none is due (${restMs / 1_000} s, a process each)`,
  ["what", "ratio", "with them", "without any"],
  [
    ["resident", ...compared(all.residentMb, none.residentMb, "MB")],
    ["processor time a minute", ...compared(all.cpuMs, none.cpuMs, "ms")],
    ["longest block of the main thread", ...compared(all.longestBlockMs, none.longestBlockMs, "ms")],
  ],
);
say(
  "",
  `So they cost ${(all.residentMb - none.residentMb).toFixed(1)} MB and ${(all.cpuMs - none.cpuMs).toFixed(1)} ms a minute.`,
);

const due = await allDue(withAll);
await withAll.bot.stop();
printTable(
  `${dueAtOnce} of them due in the same moment, which have nothing to post`,
  ["what", "value"],
  [
    ["until each due time is written down", `${due.sweptSeconds.toFixed(1)} s`],
    ["due times written down a second", (dueAtOnce / due.sweptSeconds).toFixed(0)],
    ["of them at their end by then", String(due.endedBySwept)],
    ["ends a second after that", due.endsPerSecond.toFixed(0)],
    ["resident at the peak", `${due.peakMb.toFixed(0)} MB`],
    ["longest block of the main thread", `${due.longestBlockMs.toFixed(1)} ms`],
  ],
);
say("", `All ${dueAtOnce} due times are written down once each; the others wait in the line for their turn.`);

type House = Awaited<ReturnType<typeof startWith>>;

async function startWith(count: number) {
  const house = await makeDueHouse(guildIds, count, parts);
  await using starting = new AsyncDisposableStack();
  const discord = starting.use(await startMinimalDiscord(guildIds));
  const bot = starting.use(await startDueBot(discord, service.url, house));
  const running = starting.move();
  return { house, bot, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

async function atRest(bot: MeasuredProcess) {
  await sleep(settleMs);
  await bot.blocks();
  const before = await bot.usage();
  const startedAt = performance.now();
  const resident: number[] = [];
  for (let sample = 0; sample < 5; sample++) {
    await sleep(restMs / 5);
    resident.push((await bot.usage()).residentBytes / 1e6);
  }
  const after = await bot.usage();
  const cpuMs = ((after.cpuMs - before.cpuMs) * minuteMs) / (performance.now() - startedAt);
  return { residentMb: median(resident), cpuMs, longestBlockMs: (await bot.blocks()).longestBlockMs };
}

async function allDue({ house, bot }: House) {
  const database = house.open();
  // All are to be marked before the first of them is due: one that has moved on would be marked again.
  const dueAt = Date.now() + 3_000 + (dueAtOnce / rowsAtOnce) * 100;
  // A little at a time, so that the bot never waits for this.
  const update = database.prepare(
    "update schedules set next_due_at = ? where rowid in (select rowid from schedules where next_due_at <> ? limit ?)",
  );
  for (let left = dueAtOnce; left > 0; left -= rowsAtOnce) {
    update.run(dueAt, dueAt, Math.min(left, rowsAtOnce));
    await sleep(20);
  }
  const read = (sql: string): number =>
    Number(database.prepare(`select count(*) as n from ${sql}`).get()?.["n"]);
  const left = (): number => read(`schedules where state = 'active' and next_due_at <= ${dueAt}`);
  const ended = (): number => read("deliveries where state not in ('waiting', 'claimed')");
  await bot.blocks();
  const startedAt = Math.max(dueAt, Date.now());
  let peakMb = 0;
  const isSwept = async (): Promise<boolean> => {
    await sleep(250);
    peakMb = Math.max(peakMb, (await bot.usage()).residentBytes / 1e6);
    return left() === 0;
  };
  await until("all due times are written down", isSwept, sweptWithinMs);
  const sweptSeconds = (Date.now() - startedAt) / 1_000;
  const endedBySwept = ended();
  await sleep(workedMs);
  const endsPerSecond = ((ended() - endedBySwept) * 1_000) / workedMs;
  const { longestBlockMs } = await bot.blocks();
  const written = read("deliveries");
  const wrong = read("deliveries where state = 'failed'");
  database.close();
  if (written !== dueAtOnce || wrong > 0)
    throw new Error(`of ${dueAtOnce} due times ${written} are written down, ${wrong} failed`);
  return { sweptSeconds, endedBySwept, endsPerSecond, peakMb, longestBlockMs };
}

function compared(ours: number, floor: number, unit: string): readonly string[] {
  return [`**${(ours / floor).toFixed(2)}**`, `${ours.toFixed(1)} ${unit}`, `${floor.toFixed(1)} ${unit}`];
}
