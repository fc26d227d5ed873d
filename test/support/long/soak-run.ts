import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { dirname, join } from "node:path";
import { inject } from "vitest";
import { type Person, playgroundIds } from "../../../playground/discord/index.ts";
import { createRandom } from "../../../playground/service/random.ts";
import { openStore } from "../../../commands/store.ts";
import type { Store } from "../../../src/store/store.ts";
import { createVault } from "../../../src/vault/vault.ts";
import { parseSecretKeys } from "../../../src/vault/secret-keys.ts";
import { startPostgres } from "../databases.ts";
import { type Emulators, startEmulators } from "../emulators.ts";
import { sampleSchedule } from "../sample-schedule.ts";
import { until } from "../wait-for.ts";
import { type ChaosPeople, createChaosPeople, type Ordered } from "./chaos-people.ts";
import { type Fleet, startFleet, type Transport } from "./soak-fleet.ts";
import { linkBoth } from "./two-guilds.ts";

const secretKeys = `k1:${Buffer.alloc(32, 5).toString("base64")}`;
const transports = ["gateway", "http"] as const;
/** Claims of posts end by then at the latest. */
const allClaimsEndMs = 10 * 60_000;

const { guildId, ada, orders, staff, calendar, managers, audit } = playgroundIds;
const channels = [orders, staff, calendar, managers, audit];

export interface SoakPlan {
  readonly seed: number;
  /** With each transport. */
  readonly phaseMs: number;
  readonly posts: number;
  /** Of a replica that is stopped. */
  readonly frozenMs: readonly [least: number, most: number];
  /** How long a claim of a post lasts; the bot's own time if left out. */
  readonly claimMs?: number;
}

export interface Phase {
  readonly transport: Transport;
  readonly fleet: Fleet;
  readonly people: ChaosPeople;
  /** Of one replica: the medians of the second and of the last third of the time. */
  readonly megabytes: readonly [early: number, late: number];
  readonly exits: readonly (number | string | null)[];
}

/** What the emulators and the database hold when all is over. */
export interface Soaked extends AsyncDisposable {
  readonly phases: readonly Phase[];
  readonly emulators: Emulators;
  /** Of the due posts. */
  readonly deliveries: Awaited<ReturnType<Store["deliveries"]["list"]>>;
  /** Of the messages in the channels that posts go to. */
  readonly posted: readonly string[];
  /** How many orders of this item the service has. */
  copies(item: string): number;
  /** What the message says in which an order was confirmed. */
  textOf(ordered: Ordered): string;
}

export async function soak(plan: SoakPlan): Promise<Soaked> {
  await using stack = new AsyncDisposableStack();
  const postgres = await startPostgres(dirname(inject("temporaryFolder")));
  stack.defer(() => postgres.stop());
  const dataFolder = await mkdtemp(join(tmpdir(), "workspace-bot-soak-"));
  stack.defer(() => rm(dataFolder, { recursive: true, force: true }));
  const emulators = stack.use(await startEmulators({ rateLimits: { perRouteInFiveSeconds: 100_000 } }));
  const { service, discord, clock } = emulators;
  const bakery = service.addWorkspace({ name: "Bakery Crew" });
  const store = await openStore({ databaseUrl: postgres.url, dataFolder, now: clock.now });
  stack.defer(() => store.close());
  await linkBoth(emulators, bakery, store, createVault(parseSecretKeys(secretKeys)));
  const before = new Set(channels.flatMap((channel) => discord.messagesIn(channel)).map(({ id }) => id));
  await planPosts(plan, store);

  const environment = {
    ...emulators.environment,
    DATABASE_URL: postgres.url,
    SECRET_KEYS: secretKeys,
    DATA_FOLDER: dataFolder,
    WRITES_PER_MINUTE: "1000",
    LOG_LEVEL: "warn",
    ...(plan.claimMs !== undefined && { CLAIM_MS: String(plan.claimMs) }),
  };
  const preload = join(import.meta.dirname, "../stops-behind-claim.process.ts");
  const parts = plan.claimMs === undefined ? {} : { preload };
  const persons = personsOf(emulators);
  const phases: Phase[] = [];
  for (const [index, transport] of transports.entries()) {
    const { frozenMs, phaseMs } = plan;
    const fleet = await startFleet(emulators, { transport, postgres, environment, parts, frozenMs });
    let isStopped = false;
    stack.defer(async () => void (isStopped || (await fleet.stop())));
    const people = createChaosPeople({ insists: true });
    const end = performance.now() + phaseMs;
    const [megabytes] = await Promise.all([
      sampleMemory(fleet, end),
      fleet.rage(createRandom(plan.seed + index), end),
      ...Object.entries(persons).map(([name, person], nth) =>
        people.live(name, person, createRandom(plan.seed + 100 * (index + 1) + nth), end),
      ),
    ]);
    if (index === transports.length - 1) await untilPostsEnded(plan, store);
    isStopped = true;
    phases.push({ transport, fleet, people, megabytes, exits: await fleet.stop() });
  }

  const deliveries = await deliveriesOf(plan, store);
  const posted = channels.flatMap((channel) => discord.messagesIn(channel)).map(({ id }) => id);
  const stored = [...service.state.orders.values(), ...bakery.state.orders.values()];
  const texts = new Map(
    Object.values(persons).map((person) => [
      person,
      new Map(person.read().map(({ id, text }) => [id, text])),
    ]),
  );
  const running = stack.move();
  return {
    phases,
    emulators,
    deliveries,
    posted: posted.filter((id) => !before.has(id)),
    copies: (item) => stored.filter(({ order }) => order.items?.includes(item)).length,
    textOf: ({ person, messageId }) => texts.get(person)?.get(messageId) ?? "",
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const sampleEveryMs = 2_000;

/** Single moments say little: just after a long stop, a replica holds all that it missed. */
async function sampleMemory(fleet: Fleet, untilMs: number): Promise<Phase["megabytes"]> {
  const samples: number[] = [];
  while (performance.now() < untilMs) {
    // Between its end and its next start there is no process; its end counts as a crash.
    const sample = await fleet.megabytes().catch(() => undefined);
    if (sample !== undefined) samples.push(sample);
    await sleep(sampleEveryMs);
  }
  const third = Math.floor(samples.length / 3);
  const median = (from: number, to?: number): number =>
    samples.slice(from, to).toSorted((a, b) => a - b)[third >> 1] ?? Number.NaN;
  return [median(third, 2 * third), median(2 * third, 3 * third)];
}

/** Spread over the time of both transports. */
async function planPosts({ posts, phaseMs }: SoakPlan, store: Store): Promise<void> {
  await store.guildSettings.set(guildId, "pictures", "off");
  const createdAt = Date.now();
  for (let index = 0; index < posts; index++) {
    const place = { guildId, channelId: channels[index % channels.length] ?? orders };
    const schedule = sampleSchedule({
      id: `due-${index}`,
      linkKey: "cafe",
      makerDiscordUserId: ada,
      createdAt,
      ...place,
    });
    const dueAt = createdAt + Math.round((index / posts) * transports.length * phaseMs);
    await store.schedules.create({ ...schedule, nextDueAt: dueAt });
  }
}

async function deliveriesOf({ posts }: SoakPlan, store: Store) {
  const ids = Array.from({ length: posts }, (_, index) => `due-${index}`);
  return (await Promise.all(ids.map((id) => store.deliveries.list(id, 5)))).flat();
}

async function untilPostsEnded(plan: SoakPlan, store: Store): Promise<void> {
  const isOver = async () => {
    const all = await deliveriesOf(plan, store);
    return all.length >= plan.posts && all.every(({ state }) => state !== "waiting" && state !== "claimed");
  };
  await until("every due time came to its end", isOver, allClaimsEndMs);
}

function personsOf(emulators: Emulators): Readonly<Record<string, Person>> {
  return {
    Mia: emulators.as("mia"),
    Noor: emulators.as("noor"),
    Theo: emulators.as("theo", "staff"),
    "Ada the baker": emulators.inBakery("ada"),
    "Mia the baker": emulators.inBakery("mia"),
    "Theo the baker": emulators.inBakery("theo"),
  };
}
