import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Store } from "../../src/store/store.ts";
import { makePlace } from "../store/test-databases.ts";
import { guildId, schedule as sample } from "../store/sample-rows.ts";
import { duesByCalendar } from "../support/long/schedule-oracle.ts";
import { expectAllAccountedFor } from "../support/long/simulation-oracle.ts";
import { type Plan, plans } from "../support/long/simulation-plans.ts";
import { type SimulatedProcess, startProcess } from "../support/long/simulation-process.ts";
import { type Random, randomFrom, type World } from "../support/long/simulation-world.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const start = Temporal.Instant.from("2024-01-01T00:00:00Z").epochMilliseconds;
const end = Temporal.Instant.from("2033-01-01T00:00:00Z").epochMilliseconds;
const maxBackMs = 2 * minuteMs;
const processes = 2;

const yearsSeed = Number(process.env["YEARS_SEED"] ?? 20_261_121);

test(
  `each due time of nine years is posted once or has its reason, whatever fails (seed ${yearsSeed})`,
  { timeout: 5 * 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(plans, fc.integer(), (chosen, chance) => live(chosen, randomFrom(chance))),
      { seed: yearsSeed, numRuns: 3, endOnFailure: true },
    );
  },
);

async function live(chosen: readonly Plan[], random: Random): Promise<void> {
  const world: World = { clock: start, isCalm: false, random, channels: new Map(), marks: new Map() };
  const place = await makePlace("SQLite");
  const now = () => world.clock;
  let store = await place.open({ now });
  try {
    const planned = chosen.map((plan, index) => ({ ...plan, id: `s${index}`, dues: duesOf(plan) }));
    for (const { id, zone, known, mode, dues } of planned)
      await store.schedules.create({
        ...sample,
        id,
        zone,
        mode,
        rule: known.rule,
        channelId: channelOf(id),
        pins: random() < 0.3,
        createdAt: start,
        nextDueAt: [...dues][0],
      });
    let bots = startAll(store, world);
    while (world.clock < end) {
      // Both at once, or one while the other does nothing.
      const working = random() < 0.5 ? bots : bots.slice(Math.floor(random() * processes)).slice(0, 1);
      await Promise.all(working.map((bot) => bot.turn()));
      if (random() < 0.002) {
        await store.close();
        store = await place.open({ now });
        bots = startAll(store, world);
      }
      bots = bots.map((bot) => (bot.isDead() || random() < 0.01 ? startProcess(store, world) : bot));
      const { id, mode } = pick(planned, random);
      if (mode === "live" && random() < 0.06) deleteNewest(world, channelOf(id));
      world.clock = Math.min(end, Math.round(await nextMoment(store, world)));
    }
    await settle(store, world);
    const posted = [...world.channels.values()].flat();
    expect(posted.length, "so much was posted that the rest says something").toBeGreaterThan(100);
    for (const { id, dues } of planned) {
      const schedule = await store.schedules.find(guildId, id);
      if (schedule === undefined) throw new Error("a schedule is gone");
      // While it settles, later ones may fall due.
      const rows = (await store.deliveries.list(id, 100_000)).filter(({ dueAt }) => dueAt <= end);
      const messages = world.channels.get(channelOf(id)) ?? [];
      expectAllAccountedFor({
        schedule,
        dues,
        rows,
        messages: messages.filter(({ mark }) => Number(mark) <= end),
        maxBackMs,
      });
    }
  } finally {
    await store.close();
    await place.remove();
  }
}

function startAll(store: Store, world: World): readonly SimulatedProcess[] {
  return Array.from({ length: processes }, () => startProcess(store, world));
}

/** Nothing breaks any more, until everything that fell due has its end. */
async function settle(store: Store, world: World): Promise<void> {
  world.isCalm = true;
  const bot = startProcess(store, world);
  do {
    await bot.turn();
    world.clock += 11 * minuteMs;
  } while (await anyOpen(store));
}

function duesOf({ known, zone }: Plan): ReadonlySet<number> {
  return new Set([...duesByCalendar(known, zone, { after: start, until: end })].toSorted((a, b) => a - b));
}

function channelOf(id: string): string {
  return `channel ${id}`;
}

async function anyOpen(store: Store): Promise<boolean> {
  return (await store.deliveries.ready(Number.MAX_SAFE_INTEGER, 1)).length > 0;
}

/** Someone clears up in a channel whose message is kept up to date. */
function deleteNewest({ channels }: World, channelId: string): void {
  const newest = channels.get(channelId)?.at(-1);
  if (newest !== undefined) newest.isDeleted = true;
}

function pick<T>(all: readonly T[], random: Random): T {
  const chosen = all[Math.floor(random() * all.length)];
  if (chosen === undefined) throw new Error("there is nothing to choose from");
  return chosen;
}

/** On to what happens next; now and then nobody is there for a while, or the clock is set. */
async function nextMoment(store: Store, { clock, random }: World): Promise<number> {
  const chance = random();
  // Long ones, so that nine years take no more than a minute.
  if (chance < 0.04) return clock + random() * 150 * dayMs;
  if (chance < 0.06) return clock + random() * 5 * hourMs;
  if (chance < 0.1) return clock - random() * maxBackMs;
  const soon = clock + (1 + random() * 150) * 1_000;
  if (await anyOpen(store)) return soon;
  const due = await store.schedules.nextDueAt();
  return due === undefined ? end : Math.max(soon, due + random() * 1_000);
}
