import { setTimeout as sleep } from "node:timers/promises";
import { between, pick, type Random } from "../../../playground/service/random.ts";
import { type Send, startBalancer } from "../balancer.ts";
import type { ProcessParts } from "../bot-process.ts";
import type { PostgresServer } from "../databases.ts";
import type { Emulators } from "../emulators.ts";
import { until } from "../wait-for.ts";
import type { Incident } from "./chaos-faults.ts";
import { Replica } from "./soak-replica.ts";

export type Transport = "gateway" | "http";

/** Replicas of the program on one Postgres. */
export interface Fleet {
  /** Each kill and stop, with the time during which interactions may have reached that replica in vain. */
  readonly incidents: readonly Incident[];
  readonly crashes: readonly string[];
  /** Kills and stops replicas and the database, until a moment of `performance.now()`; then all are ready again. */
  rage(random: Random, untilMs: number): Promise<void>;
  /** Of the replica that is never killed. */
  megabytes(): Promise<number>;
  /** @returns how each ended */
  stop(): Promise<readonly (number | string | null)[]>;
}

export interface FleetOptions {
  readonly transport: Transport;
  readonly postgres: PostgresServer;
  readonly environment: Readonly<Record<string, string>>;
  readonly parts: ProcessParts;
  /** Of a stop. */
  readonly frozenMs: readonly [least: number, most: number];
}

const replicaCount = 3;
const probeEveryMs = 500;
/** By then the balancer knows that a replica doesn't answer its probe. */
const unseenMs = 2_000;
const pauseMs = [3_000, 7_000] as const;
const backAfterMs = [0, 3_000] as const;
const databaseAwayMs = [4_000, 12_000] as const;

export async function startFleet({ discord }: Emulators, options: FleetOptions): Promise<Fleet> {
  const { transport, postgres, environment, parts } = options;
  const incidents: Incident[] = [];
  const crashes: string[] = [];
  const replicas: Replica[] = [];
  for (let count = 0; count < replicaCount; count++) {
    const own = { environment: { ...environment, DISCORD_INTERACTIONS: transport }, parts };
    replicas.push(new Replica(own, (output) => crashes.push(output)));
  }
  const probing = setInterval(() => {
    for (const replica of replicas) void replica.probe();
  }, probeEveryMs);
  const untilReady = () =>
    until("all replicas are ready", () => replicas.every(({ probed }) => probed === 200), 60_000);
  await untilReady();
  const balancer = transport === "http" ? await startBalancer(passOn(replicas)) : undefined;
  await discord.endpoints.setInteractionsUrl(balancer?.url);

  const note = (name: string): void => {
    const from = performance.now();
    incidents.push({ name, from, until: transport === "http" ? from + unseenMs : from });
  };

  /** Someone always runs, and at most one stands still: two that did for minutes would leave nothing to kill. */
  function trouble(random: Random): Promise<void> | undefined {
    const running = replicas.filter(({ state }) => state === "running");
    const isOneStill = replicas.some(({ state }) => state === "frozen");
    const [first, ...others] = isOneStill ? running.filter((each) => each !== replicas[0]) : running;
    if (first === undefined || running.length < 2) return undefined;
    const victim = pick(random, [first, ...others]);
    if (isOneStill || (victim !== replicas[0] && random() < 0.5)) {
      note("a kill");
      return victim.kill(between(random, ...backAfterMs));
    }
    note("a stop");
    return victim.freeze(between(random, ...options.frozenMs));
  }

  async function haltDatabase(random: Random): Promise<void> {
    await postgres.halt(pick(random, ["stop", "crash"]));
    await sleep(between(random, ...databaseAwayMs));
    await postgres.resume();
  }

  return {
    incidents,
    crashes,
    async rage(random, untilMs) {
      const haltings: Promise<void>[] = [];
      const databaseAt = (performance.now() + untilMs) / 2;
      let wasAway = false;
      while (performance.now() < untilMs) {
        if (!wasAway && performance.now() > databaseAt) {
          wasAway = true;
          haltings.push(haltDatabase(random));
        }
        const begun = trouble(random);
        if (begun !== undefined) haltings.push(begun);
        await sleep(between(random, ...pauseMs));
      }
      await Promise.all(haltings);
      await untilReady();
    },
    megabytes: async () => (await replicas[0]?.megabytes()) ?? 0,
    async stop() {
      clearInterval(probing);
      const codes = await Promise.all(replicas.map((replica) => replica.stop()));
      await discord.endpoints.setInteractionsUrl(undefined);
      await balancer?.[Symbol.asyncDispose]();
      return codes;
    },
  };
}

/** One after the other of those that are ready; if none is, of those that answer their probe at all. */
function passOn(replicas: readonly Replica[]): (send: Send) => Promise<Response> {
  let turn = 0;
  return async (send) => {
    const ready = replicas.filter(({ probed }) => probed === 200);
    const answering = replicas.filter(({ probed }) => probed > 0);
    const candidates = ready.length > 0 ? ready : answering;
    turn += 1;
    for (let tries = 0; tries < candidates.length; tries++) {
      const { url } = candidates[(turn + tries) % candidates.length] ?? { url: "" };
      try {
        return await send(`${url}/interactions`);
      } catch (error) {
        // Nothing was sent: another one gets it. Whatever was sent isn't sent again.
        if (!isRefused(error)) break;
      }
    }
    return new Response("", { status: 502 });
  };
}

function isRefused(error: unknown): boolean {
  const { cause } = error instanceof Error ? error : {};
  return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
}
