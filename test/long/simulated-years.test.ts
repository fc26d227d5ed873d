import { createSecretKey, randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { WorkspaceApi } from "../../src/api/client.ts";
import type { Messenger, PostOptions } from "../../src/bot/messenger.ts";
import type { AppContext } from "../../src/context.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import type { JobTools } from "../../src/jobs/job.ts";
import { posting } from "../../src/jobs/posting/index.ts";
import type { Delivery } from "../../src/store/deliveries.ts";
import type { Schedule } from "../../src/store/schedules.ts";
import type { Store } from "../../src/store/store.ts";
import { linkSealContext } from "../../src/vault/contexts.ts";
import { createVault } from "../../src/vault/create-vault.ts";
import { makePlace } from "../store/places.ts";
import { link, schedule as sample } from "../store/samples.ts";
import { duesByCalendar, type KnownRule } from "../support/due-oracle.ts";

const zones = [
  "UTC",
  "Europe/Berlin",
  "Europe/London",
  "Europe/Dublin",
  "America/New_York",
  "America/Los_Angeles",
  "America/Sao_Paulo",
  "America/Santiago",
  "America/St_Johns",
  "Africa/Cairo",
  "Africa/Casablanca",
  "Asia/Beirut",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Asia/Tokyo",
  "Australia/Lord_Howe",
  "Australia/Sydney",
  "Pacific/Apia",
  "Pacific/Auckland",
  "Pacific/Chatham",
] as const;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const start = Temporal.Instant.from("2024-01-01T00:00:00Z").epochMilliseconds;
const end = Temporal.Instant.from("2033-01-01T00:00:00Z").epochMilliseconds;
/** Discord makes one message of several with one nonce for about so long. */
const nonceKeptMs = 5 * minuteMs;

const time = fc
  // Half of them in the hours in which clocks change.
  .tuple(fc.oneof(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 3 })), fc.nat(59))
  .map(([hour, minute]) => ({ hour, minute, text: `${two(hour)}:${two(minute)}` }));
const weekly: fc.Arbitrary<KnownRule> = fc
  .tuple(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 2 }), time)
  .map(([days, { text }]) => ({
    rule: { kind: "weekly", days, time: text },
    isDay: ({ dayOfWeek }) => days.includes(dayOfWeek),
    times: [text],
  }));
const monthly: fc.Arbitrary<KnownRule> = fc
  .tuple(fc.integer({ min: 1, max: 31 }), time)
  .map(([day, { text }]) => ({
    rule: { kind: "monthly", day, time: text },
    isDay: (date) => date.day === Math.min(day, date.daysInMonth),
    times: [text],
  }));
/** At two hours a day, either of which the clocks may skip or show twice. */
const cron: fc.Arbitrary<KnownRule> = fc
  .tuple(fc.integer({ min: 1, max: 31 }), time)
  .map(([day, { hour, minute, text }]) => ({
    rule: { kind: "cron", expression: `${minute} ${hour},${(hour + 12) % 24} ${day} * *` },
    // Unlike a monthly rule it leaves out the months that are too short.
    isDay: (date) => date.day === day,
    times: [text, `${two((hour + 12) % 24)}:${two(minute)}`],
  }));
const plans = fc.tuple(
  ...zones.map((zone) =>
    fc.record({ zone: fc.constant(zone), known: fc.oneof(weekly, monthly, monthly, cron) }),
  ),
);

const yearsSeed = Number(process.env["YEARS_SEED"] ?? 20_261_121);

test(`every due time of nine years is posted once or has its reason, whatever breaks meanwhile (seed ${yearsSeed})`, async () => {
  await fc.assert(
    fc.asyncProperty(plans, fc.integer(), (chosen, chance) => live(chosen, randomFrom(chance))),
    { seed: yearsSeed, numRuns: 3, endOnFailure: true },
  );
});

interface Plan {
  readonly zone: string;
  readonly known: KnownRule;
}
type Random = () => number;

interface Message {
  readonly id: string;
  readonly nonce: string | undefined;
  readonly mark: string | undefined;
  readonly at: number;
}

/** What outlives a process. */
interface World {
  clock: number;
  isCalm: boolean;
  readonly random: Random;
  readonly channels: Map<string, Message[]>;
}

async function live(chosen: readonly Plan[], random: Random): Promise<void> {
  const world: World = { clock: start, isCalm: false, random, channels: new Map() };
  const place = await makePlace("SQLite");
  const now = () => world.clock;
  let store = await place.open({ now });
  try {
    const schedules = chosen.map((plan, index) => ({ ...plan, id: `s${index}`, dues: duesOf(plan) }));
    for (const { id, zone, known, dues } of schedules)
      await store.schedules.create({
        ...sample,
        id,
        zone,
        rule: known.rule,
        channelId: `channel ${id}`,
        pins: random() < 0.3,
        createdAt: start,
        nextDueAt: [...dues][0],
      });
    let bot = startProcess(store, world);
    while (world.clock < end) {
      await bot.turn();
      if (bot.isDead() || random() < 0.01) {
        if (random() < 0.2) {
          await store.close();
          store = await place.open({ now });
        }
        bot = startProcess(store, world);
      }
      world.clock = Math.min(end, Math.round(await nextMoment(store, world)));
    }
    world.isCalm = true;
    bot = startProcess(store, world);
    do {
      await bot.turn();
      world.clock += 11 * minuteMs;
    } while (await store.deliveries.anyOpen(Number.MAX_SAFE_INTEGER));
    const posted = [...world.channels.values()].flat();
    expect(posted.length, "so much was posted that the rest says something").toBeGreaterThan(100);
    for (const { id, dues } of schedules) {
      const rows = await store.deliveries.list(id, 100_000);
      // While it settles, later ones may fall due.
      const until = (at: number) => at <= end;
      const messages = world.channels.get(`channel ${id}`) ?? [];
      expectAllAccountedFor(
        dues,
        rows.filter(({ dueAt }) => until(dueAt)),
        messages.filter(({ mark }) => until(Number(mark))),
      );
    }
  } finally {
    await store.close();
    await place.remove();
  }
}

function duesOf({ known, zone }: Plan): ReadonlySet<number> {
  return new Set([...duesByCalendar(known, zone, { after: start, until: end })].toSorted((a, b) => a - b));
}

/** Each due time has one record, each posted one its one message, and there are no others. */
function expectAllAccountedFor(
  dues: ReadonlySet<number>,
  rows: readonly Delivery[],
  messages: readonly Message[],
): void {
  expect(rows.map(({ dueAt }) => dueAt).toSorted((a, b) => a - b)).toEqual([...dues]);
  const marks = messages.map(({ mark }) => mark);
  expect(new Set(marks).size, "a due time was posted twice").toBe(marks.length);
  const byMark = new Map(messages.map((message) => [message.mark, message]));
  for (const { dueAt, state, reason, messageId } of rows) {
    const message = byMark.get(String(dueAt));
    byMark.delete(String(dueAt));
    if (state === "sent") expect(message?.id).toBe(messageId);
    else
      expect({ state, reason }).toEqual({
        state: expect.stringMatching(/^(skipped|failed)$/),
        reason: expect.any(String),
      });
    if (state === "skipped") expect(message).toBeUndefined();
    if (message !== undefined) expect(message.at).toBeGreaterThanOrEqual(dueAt - longestBackMs);
  }
  expect([...byMark.keys()], "posted for no due time").toEqual([]);
}

const longestBackMs = 2 * minuteMs;

/** On to what happens next; now and then nobody is there for a while, or the clock is set. */
async function nextMoment(store: Store, { clock, random }: World): Promise<number> {
  const chance = random();
  // Long ones, so that nine years take no more than a minute.
  if (chance < 0.04) return clock + random() * 150 * dayMs;
  if (chance < 0.06) return clock + random() * 5 * hourMs;
  if (chance < 0.1) return clock - random() * longestBackMs;
  const soon = clock + (1 + random() * 150) * 1_000;
  if (await store.deliveries.anyOpen(Number.MAX_SAFE_INTEGER)) return soon;
  const due = await store.schedules.nextDueAt();
  return due === undefined ? end : Math.max(soon, due + random() * 1_000);
}

interface BotProcess {
  turn(): Promise<void>;
  isDead(): boolean;
}

/** The posting job as one process runs it. Once dead, nothing that it does has an effect. */
function startProcess(store: Store, world: World): BotProcess {
  const { random } = world;
  let isDead = false;
  const breaks = (share: number): void => {
    if (isDead) throw new Error("the process is dead");
    if (world.isCalm || random() >= share) return;
    isDead = random() < 0.4;
    throw new Error("something broke");
  };
  const shaky =
    <Input extends readonly unknown[], Output>(work: (...input: Input) => Promise<Output>) =>
    async (...input: Input): Promise<Output> => {
      breaks(0.04);
      const output = await work(...input);
      breaks(0.04);
      return output;
    };

  // `deliver` asks for its schedule first, in the order of the claim: so each one learns which due time it is for.
  const claimed: Delivery[] = [];
  const { schedules, deliveries } = store;
  const findById = shaky((id: string) => schedules.findById(id));
  const claim = shaky((...input: Parameters<Store["deliveries"]["claim"]>) => deliveries.claim(...input));
  const shakyStore: Store = {
    ...store,
    schedules: {
      ...schedules,
      due: shaky((...input: Parameters<Store["schedules"]["due"]>) => schedules.due(...input)),
      change: shaky((...input: Parameters<Store["schedules"]["change"]>) => schedules.change(...input)),
      pause: shaky((...input: Parameters<Store["schedules"]["pause"]>) => schedules.pause(...input)),
      async findById(id) {
        const index = claimed.findIndex(({ scheduleId }) => scheduleId === id);
        const [delivery] = claimed.splice(index, 1);
        const found: Schedule | undefined = await findById(id);
        return found && { ...found, mentionRoleId: String(delivery?.dueAt) };
      },
    },
    deliveries: {
      ...deliveries,
      advance: shaky((...input: Parameters<Store["deliveries"]["advance"]>) => deliveries.advance(...input)),
      settle: shaky((...input: Parameters<Store["deliveries"]["settle"]>) => deliveries.settle(...input)),
      postpone: shaky((...input: Parameters<Store["deliveries"]["postpone"]>) =>
        deliveries.postpone(...input),
      ),
      anyOpen: shaky((...input: Parameters<Store["deliveries"]["anyOpen"]>) => deliveries.anyOpen(...input)),
      async claim(...input) {
        const found = await claim(...input);
        claimed.push(...found);
        return found;
      },
    },
  };
  const tools = makeTools(shakyStore, channelsOf(world, shaky), world);
  return {
    async turn() {
      // What breaks here is tried again with the next tick.
      await posting.run(tools).catch(() => undefined);
    },
    isDead: () => isDead,
  };
}

type Shaky = <Input extends readonly unknown[], Output>(
  work: (...input: Input) => Promise<Output>,
) => (...input: Input) => Promise<Output>;

/** Channels as Discord keeps them. */
function channelsOf(world: World, shaky: Shaky): Partial<Messenger> {
  const messagesOf = (channelId: string): Message[] => {
    const messages = world.channels.get(channelId) ?? [];
    world.channels.set(channelId, messages);
    return messages;
  };
  const post = async (channelId: string, { content }: Answer, { nonce }: PostOptions = {}) => {
    const messages = messagesOf(channelId);
    const again = messages.find((one) => one.nonce === nonce && world.clock - one.at < nonceKeptMs);
    const id = again?.id ?? `${channelId} message ${messages.length}`;
    const mark = /^<@&(\d+)>/.exec(content ?? "")?.[1];
    if (again === undefined) messages.push({ id, nonce, mark, at: world.clock });
    return { messageId: id };
  };
  const findByNonce = async (channelId: string, nonce: string) => {
    const newest = messagesOf(channelId).slice(-100);
    const found = newest.find((message) => message.nonce === nonce);
    return found && { messageId: found.id };
  };
  const pinned = shaky(async () => undefined);
  return { post: shaky(post), findByNonce: shaky(findByNonce), pin: pinned, unpin: pinned };
}

const vault = createVault([{ id: "k1", key: createSecretKey(randomBytes(32)) }]);
const linked = { ...link, sealedToken: vault.seal("token", linkSealContext(link.guildId, link.workspaceId)) };
const silent = () => undefined;

function makeTools(store: Store, messenger: Partial<Messenger>, world: World): JobTools {
  const getCalendar = async () => ({ days: [{ date: "2026-11-16T00:00:00Z" }] });
  // The parts that posting a calendar touches.
  const ctx = {
    store,
    messenger,
    vault,
    log: { debug: silent, info: silent, warn: silent, error: silent },
    now: () => world.clock,
    service: {},
    freshness: () => undefined,
  } as unknown as AppContext;
  // The one operation that a calendar asks for.
  const api = { getCalendar } as unknown as WorkspaceApi;
  const openLink = async () => ({
    link: linked,
    workspaceId: link.workspaceId,
    workspaceName: undefined,
    api,
  });
  // Nothing else of the tools is used by posting.
  return { ctx, openLink } as unknown as JobTools;
}

/** The same numbers from 0 to 1 for the same seed. */
function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
