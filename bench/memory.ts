/** Resident memory at 1, 2,500 and 10,000 guilds: the bare responder, the bot, and bots written with other libraries. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startMinimalDiscord } from "./minimal-discord/server.ts";
import { frameOf, guildIdsOf, help, orderSearch } from "./minimal-discord/frames.ts";
import { median, printValues } from "./measure.ts";
import { printResponders, type Row, rowOf } from "./contender-runner.ts";
import { everyone, linkedFolder, type Responder, startService, startSide } from "./contenders.ts";
import { sized } from "./memory-sizes.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const rounds = sized({ tiny: 1, usual: 1, full: 3 });
const manyGuilds = sized({ tiny: 20, usual: 2_500 });
const mostGuilds = sized({ tiny: 40, usual: 10_000 });
/** The same at all sizes, so that only the guilds differ. */
const interactions = sized({ tiny: 20, usual: 400 });
const settleMs = sized({ tiny: 200, usual: 4_000 });
const samples = 5;

interface Memory {
  readonly freshMb: number;
  readonly restMb: number;
  readonly heapMb: number;
}

await using service = await startService({ orders: 25 });
const rows: Row[] = [];
const botHeapMb: (readonly number[])[] = [];
for (const count of [1, manyGuilds, mostGuilds]) {
  const measured = await measureAll(guildIdsOf(count));
  const guilds = count === 1 ? "1 guild" : `${count} guilds`;
  rows.push(
    rowOf(`${guilds}: resident when ready`, "MB", measured, ({ freshMb }) => freshMb),
    rowOf(`${guilds}: resident after ${interactions} interactions`, "MB", measured, ({ restMb }) => restMb),
    rowOf(`${guilds}: heap in use then, after a collection`, "MB", measured, ({ heapMb }) => heapMb),
  );
  botHeapMb.push(measured.bot.map(({ heapMb }) => heapMb));
}
printResponders(
  `Memory (a new process for each of ${rounds === 1 ? "one round" : `${rounds} rounds`})`,
  rows,
);
printValues("What stays beside the bot", [
  { what: "npm, as long as `npm start` runs", unit: "MB", values: [await npmMb()] },
]);
const [one = [], , most = []] = botHeapMb;
printValues("What a guild adds to the bot", [
  {
    what: "heap in use",
    unit: "kB",
    values: most.map((heapMb, round) => ((heapMb - (one[round] ?? Number.NaN)) * 1e3) / (mostGuilds - 1)),
  },
]);

/** npm itself, which waits for the program that it started; here that is the playground. */
async function npmMb(): Promise<number> {
  const npm = spawn("npm", ["start"], {
    cwd: join(import.meta.dirname, ".."),
    env: { PATH: process.env["PATH"], PLAYGROUND_PORT: "0", DATA_FOLDER: temporaryFolder() },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const closed = once(npm, "close");
  const ready = Promise.withResolvers<void>();
  npm.stdout.on("data", (chunk) => {
    if (String(chunk).includes("running in its playground")) ready.resolve();
  });
  await ready.promise;
  await sleep(settleMs);
  const kilobytes = Number(execFileSync("ps", ["-o", "rss=", "-p", String(npm.pid)]).toString());
  npm.kill("SIGTERM");
  await closed;
  return (kilobytes * 1_024) / 1e6;
}

/** Everyone at the same time: memory does not depend on how fast they are. */
async function measureAll(
  guildIds: readonly string[],
): Promise<Readonly<Record<Responder, readonly Memory[]>>> {
  // Everyone is given a list below.
  const measured = {} as Record<Responder, Memory[]>;
  for (const responder of everyone) measured[responder] = [];
  for (let round = 0; round < rounds; round++) {
    const dataFolder = await linkedFolder(guildIds);
    await Promise.all(
      everyone.map(async (responder) =>
        measured[responder].push(await measure(responder, guildIds, dataFolder)),
      ),
    );
  }
  return measured;
}

async function measure(
  responder: Responder,
  guildIds: readonly string[],
  dataFolder: string,
): Promise<Memory> {
  await using discord = await startMinimalDiscord(guildIds);
  await using process = await startSide(responder, { discord, serviceUrl: service.url, dataFolder });
  const residentMb = async () => (await process.usage()).residentBytes / 1e6;
  await sleep(settleMs);
  const freshMb = await residentMb();
  for (let n = 0; n < interactions; n++) {
    const guildId = guildIds[Math.floor(n / 2) % guildIds.length] ?? "";
    await discord.ask(frameOf(n % 2 === 0 ? help : orderSearch, guildId));
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
