/** From a posted interaction to its response: the bot against a bare HTTP server, at rest and at a steady rate. */
import { generateKeyPairSync, sign } from "node:crypto";
import { createServer } from "node:http";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent } from "undici";
import { linkedFolder, type Side, secretKeys, sides, startService } from "./contenders.ts";
import { startMinimalDiscord } from "./minimal-discord/server.ts";
import {
  assignments,
  assignmentsAbout,
  botToken,
  type Frame,
  frameOf,
  guildIdsOf,
  help,
  orderSearch,
  peopleAskedAbout,
} from "./minimal-discord/frames.ts";
import { type MeasuredProcess, startMeasured } from "./measured-process.ts";
import { type Comparison, inRounds, median, printComparisons } from "./measure.ts";

const rounds = 5;
const warmUps = 500;
const atRest = 80;
const restMs = 10;
const perSecond = 100;
const seconds = 3;
const inARound = atRest + perSecond * seconds;
const guildIds = guildIdsOf(warmUps + rounds * inARound);

const guildAt = (index: number): string => guildIds[index] ?? "";
const kinds: readonly { readonly what: string; readonly frameAt: (n: number) => Frame }[] = [
  { what: help.what, frameAt: () => frameOf(help, guildAt(0)) },
  {
    what: assignments.what,
    frameAt: (n) => assignmentsAbout(n, guildIds),
  },
  { what: `${orderSearch.what}, each from a new guild`, frameAt: (n) => frameOf(orderSearch, guildAt(n)) },
];

const keys = generateKeyPairSync("ed25519");
const { x = "" } = keys.publicKey.export({ format: "jwk" });
const dataFolder = await linkedFolder(guildIds, peopleAskedAbout(guildIds));
await using service = await startService();
await using discord = await startMinimalDiscord(guildIds, Buffer.from(x, "base64url").toString("hex"));
const emulators = { DISCORD_API_URL: discord.apiUrl, WORKSPACE_API_URL: service.url };
const ports: Readonly<Record<Side, number>> = { floor: await freePort(), bot: await freePort() };
await using floor = startMeasured("bench/http-floor.process.ts", {
  ...emulators,
  PUBLIC_KEY_X: x,
  HTTP_PORT: String(ports.floor),
});
await floor.said(/^ready$/m);
await using bot = startMeasured("src/main.ts", {
  ...emulators,
  DISCORD_TOKEN: botToken,
  DATA_FOLDER: dataFolder,
  SECRET_KEYS: secretKeys,
  DISCORD_INTERACTIONS: "http",
  HTTP_PORT: String(ports.bot),
});
await bot.said(/The bot is online/);
const processes: Readonly<Record<Side, MeasuredProcess>> = { floor, bot };
const agent = new Agent({ connections: 64, keepAliveTimeout: 60_000 });

const rows: Comparison[] = [];
for (const kind of kinds) rows.push(...(await compare(kind)));
printComparisons(
  `Posted interaction to response (${rounds} rounds; at rest ${atRest} interactions one at a time, then ${perSecond} a second for ${seconds} s)`,
  rows,
);
await agent.close();
await floor.stop();
await bot.stop();

async function compare({ what, frameAt }: (typeof kinds)[number]): Promise<readonly Comparison[]> {
  for (const side of sides) for (let n = 0; n < warmUps; n++) await ask(side, frameAt(n));
  const measured = await inRounds(rounds, sides, (side, round) =>
    measure(side, (n) => frameAt(warmUps + round * inARound + n)),
  );
  const row = (label: string, of: (round: Awaited<ReturnType<typeof measure>>) => number): Comparison => ({
    what: `${what}: ${label}`,
    unit: "ms",
    floor: measured.floor.map(of),
    ours: measured.bot.map(of),
  });
  return [
    row("reply at rest, median", ({ rest }) => median(rest)),
    row(`reply at ${perSecond}/s, median`, ({ rate }) => median(rate)),
    row(`${perSecond}/s, processor time`, ({ cpuMs }) => cpuMs),
  ];
}

async function measure(side: Side, frameAt: (n: number) => Frame) {
  const rest: number[] = [];
  for (let n = 0; n < atRest; n++) {
    await sleep(restMs);
    rest.push(await ask(side, frameAt(n)));
  }
  const before = await processes[side].usage();
  const startedAt = performance.now();
  const asked: Promise<number>[] = [];
  for (let n = 0; n < perSecond * seconds; n++) {
    const waitMs = startedAt + (n * 1_000) / perSecond - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    asked.push(ask(side, frameAt(atRest + n)));
  }
  const rate = await Promise.all(asked);
  const after = await processes[side].usage();
  return { rest, rate, cpuMs: (after.cpuMs - before.cpuMs) / rate.length };
}

/** @returns milliseconds from sending the request to the end of its response */
async function ask(side: Side, frame: Frame): Promise<number> {
  const { body } = frame.next(0);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = sign(null, Buffer.from(timestamp + body), keys.privateKey).toString("hex");
  const sentAt = performance.now();
  const response = await agent.request({
    origin: `http://127.0.0.1:${ports[side]}`,
    path: "/interactions",
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-signature-ed25519": signature,
      "x-signature-timestamp": timestamp,
    },
    body,
  });
  const text = await response.body.text();
  const tookMs = performance.now() - sentAt;
  if (!text.includes(frame.expected)) throw new Error(`${frame.what}: ${response.statusCode} ${text}`);
  return tookMs;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}
