import type { z } from "zod";
import type { ActivityEntry, GameDetails } from "../../../api/contract/activity.ts";
import { between, hex, newId, type Random } from "../random.ts";
import type { ServiceState } from "../state.ts";
import { HOUR_MS, iso, MINUTE_MS } from "../time.ts";
import { guests, type Habit, type Person, staff } from "./people.ts";

type WireEntry = z.input<typeof ActivityEntry>;

const GAME_ID = "4815162342";
const gameDetails: z.input<typeof GameDetails> = {
  id: GAME_ID,
  name: "Harbour Café",
  thumbnail: "/pictures/game.png",
  url: "https://example.com/games/harbour-cafe",
  dominant: "#0B7285",
  brightness: 0.38,
};

/** How many stays, and how many hours lie between two of them at least and at most. */
const stays: Readonly<
  Record<Habit, { readonly count: number; readonly gapHours: readonly [number, number] }>
> = {
  eager: { count: 32, gapHours: [5, 14] },
  steady: { count: 18, gapHours: [8, 24] },
  wavering: { count: 9, gapHours: [20, 45] },
  away: { count: 3, gapHours: [60, 90] },
};

export function seedActivity(state: ServiceState, random: Random, nowMs: number): void {
  state.pictures.set("game.png", { width: 256, height: 256, colour: "#0B7285", motif: "cup" });
  for (const guest of guests) state.activity.set(guest.id, []);
  for (const [index, person] of staff.entries()) {
    const entries = pastStays(person, random, nowMs);
    if (index === 0) entries.unshift(runningStay(person, random, nowMs));
    if (index === 1) entries.splice(1, 0, giftedStay(random, nowMs));
    if (index === 3) entries.push({ _id: newId(random), ended: true, messages_sent: 2 });
    state.activity.set(person.id, entries);
  }
}

function pastStays(person: Person, random: Random, nowMs: number): WireEntry[] {
  const { count, gapHours } = stays[person.habit];
  let endMs = nowMs - between(random, 70, 150) * MINUTE_MS;
  return Array.from({ length: count }, (_, index) => {
    // Most stays are short, a few last more than an hour.
    const durationMs = Math.round((3 + 70 * random() ** 2) * MINUTE_MS);
    const startMs = endMs - durationMs;
    const friendIds = staff.filter(({ id }) => id !== person.id && random() < 0.15).map(({ id }) => id);
    const entry = {
      _id: newId(random),
      start: iso(startMs),
      end: iso(endMs),
      ended: true,
      game: GAME_ID,
      tracked_idle: between(random, 0, Math.floor(durationMs / 6)),
      friends: friendIds,
      consolidation_state: index < 2 ? "pending" : "consolidated",
      duration: durationMs,
      messages_sent: between(random, 0, 40),
      manual_punch: index % 11 === 7,
      job_id: hex(random, 32),
      game_details: gameDetails,
      events: [event("join", startMs, person, random), event("leave", endMs, person, random)],
    };
    endMs = startMs - between(random, gapHours[0] * 60, gapHours[1] * 60) * MINUTE_MS;
    return entry;
  });
}

function runningStay(person: Person, random: Random, nowMs: number): WireEntry {
  const startMs = nowMs - 37 * MINUTE_MS;
  return {
    _id: newId(random),
    start: iso(startMs),
    ended: false,
    game: GAME_ID,
    tracked_idle: 0,
    friends: [],
    messages_sent: 11,
    job_id: hex(random, 32),
    game_details: gameDetails,
    events: [event("join", startMs, person, random)],
  };
}

function giftedStay(random: Random, nowMs: number): WireEntry {
  const endMs = nowMs - 3 * HOUR_MS;
  const durationMs = 45 * MINUTE_MS;
  return {
    _id: newId(random),
    start: iso(endMs - durationMs),
    end: iso(endMs),
    ended: true,
    friends: [],
    duration: durationMs,
    messages_sent: 0,
    gifted_by: staff[0]?.id,
    events: [],
  };
}

function event(name: string, atMs: number, person: Person, random: Random) {
  return {
    event: name,
    timestamp: iso(atMs),
    data: { server: hex(random, 8) },
    _id: newId(random),
    user: person.id,
  };
}
