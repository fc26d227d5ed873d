import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import type { RequestFault } from "../../../playground/discord/index.ts";
import type { Fault } from "../../../playground/service/index.ts";
import { between, pick, type Random } from "../../../playground/service/random.ts";
import type { ChaosBot } from "./chaos-bot.ts";
import type { Emulators } from "../emulators.ts";
import { until } from "../wait-for.ts";

/** A time in which Discord itself or the death of the program may have kept an answer from a person. */
export interface Incident {
  readonly name: string;
  readonly from: number;
  readonly until: number;
}

export interface Troubles {
  readonly incidents: readonly Incident[];
  /** All that happened, those that every reply must survive included. */
  readonly all: readonly Incident[];
  /** One trouble after the other, the program killed after one and two thirds of the time. */
  rage(random: Random, untilMs: number): Promise<void>;
}

/** Someone who was asked just then may still wait for their three seconds. */
const echoMs = 1_000;

/** Who asked as the connection was lost is still answered in time. */
const soonMs = 2_000;

const serviceFaults: readonly [Fault, ...Fault[]] = [
  { kind: "slow", ms: 300, times: 3 },
  { kind: "slow", ms: 2_500, times: 2 },
  { kind: "cut", times: 2 },
  { kind: "cut", when: "after" },
  { kind: "status", status: 500, times: 4 },
  { kind: "status", status: 503, times: 8 },
  { kind: "status", status: 503, operation: "createOrder", when: "after" },
  { kind: "status", status: 429, resetSeconds: 2, times: 2 },
  { kind: "status", status: 403, operation: "listPosts" },
  { kind: "nonsense", form: "html", times: 2 },
  { kind: "nonsense", form: "truncated", times: 2 },
  { kind: "nonsense", form: "wrong-shape", operation: "createOrder" },
  { kind: "silent" },
  { kind: "silent", operation: "createOrder", when: "after" },
];

const requestFaults: readonly [RequestFault["status"], ...RequestFault["status"][]] = [
  500,
  502,
  "cut",
  "cut-after",
];

export function createTroubles({ discord, service }: Emulators, bot: ChaosBot, file: string): Troubles {
  const incidents: Incident[] = [];
  const all: Incident[] = [];

  async function explained(name: string, happening: () => Promise<void>): Promise<void> {
    const from = performance.now();
    await happening();
    incidents.push({ name, from, until: performance.now() + echoMs });
  }

  const connected = () => until("the bot is back on Discord", () => discord.connectedShards() === 1, 30_000);

  const kinds: Readonly<Record<string, (random: Random) => Promise<void> | void>> = {
    "a fault of the service": (random) => void service.faults.add(pick(random, serviceFaults)),
    "an outage of the service": (random) =>
      void service.faults.add({ kind: "status", status: 502, forMs: between(random, 1_000, 4_000) }),
    "a locked database": async (random) => {
      const other = new DatabaseSync(file, { timeout: 2_000 });
      other.exec("begin immediate");
      await sleep(between(random, 100, 1_400));
      other.exec("rollback");
      other.close();
    },
    "a full disk": async (random) => {
      bot.fillDisk();
      await sleep(between(random, 300, 2_000));
      bot.freeDisk();
    },
    "a clock that jumps": () => bot.jump(),
    // What happened meanwhile is sent again when the session resumes, unless that takes too long: after several cuts in
    // quick succession the bot waits before it connects again.
    "cut connections to Discord": async () => {
      const from = performance.now();
      discord.faults.dropSockets();
      await until("the connections are cut", () => discord.connectedShards() === 0);
      await connected();
      const to = performance.now();
      if (to - from > soonMs) incidents.push({ name: "slow to reconnect", from, until: to + echoMs });
    },
    "a session that Discord forgot": (random) =>
      explained("a session that Discord forgot", async () => {
        discord.faults.invalidateSessions(random() < 0.5);
        // It may be gone and new between two looks.
        await sleep(1_000);
        await connected();
      }),
    // One failure: the bot tries again.
    "a request that Discord fails": async (random) => {
      discord.faults.failRequests({ status: pick(random, requestFaults) });
      await sleep(1_500);
      discord.faults.clear();
    },
    "a slow Discord": async () => {
      discord.faults.slowRequests({ delay: 400, times: 5 });
      await sleep(500);
    },
  };
  const names = Object.keys(kinds);

  return {
    incidents,
    all,
    async rage(random, untilMs) {
      const startedAt = performance.now();
      const deaths = [1, 2].map((third) => startedAt + ((untilMs - startedAt) * third) / 3);
      while (performance.now() < untilMs) {
        const dies = deaths[0] !== undefined && performance.now() > deaths[0];
        const name = dies ? "a kill" : (names[between(random, 0, names.length - 1)] ?? "");
        const from = performance.now();
        if (dies) {
          deaths.shift();
          await explained(name, () => bot.killAndRestart());
        } else await kinds[name]?.(random);
        all.push({ name, from, until: performance.now() });
        await sleep(between(random, 200, 900));
      }
    },
  };
}
