import type { ActivityEntry, GameDetails } from "../../../src/api/contract/activity.ts";
import { between, hex, newId, type Random } from "../random.ts";
import type { Sent } from "../state.ts";
import { hourMs, iso, minuteMs } from "../time.ts";
import type { Business, Habit, Person } from "./types.ts";
import type { Seeding } from "./seeding.ts";

type WireEntry = Sent<typeof ActivityEntry>;

/** How many visits, and how many hours are between two of them at least and at most. */
const stays: Readonly<
  Record<Habit, { readonly count: number; readonly gapHours: readonly [number, number] }>
> = {
  eager: { count: 32, gapHours: [5, 14] },
  steady: { count: 18, gapHours: [8, 24] },
  wavering: { count: 9, gapHours: [20, 45] },
  away: { count: 3, gapHours: [60, 90] },
};

export function seedActivity(seeding: Seeding): void {
  const { state, random, nowMs, business } = seeding;
  for (const guest of business.guests) state.activity.set(guest.id, []);
  for (const [index, person] of business.staff.entries()) {
    const entries = pastStays(seeding, person);
    if (index === 0) entries.unshift(runningStay(seeding, person));
    if (index === 1) entries.splice(1, 0, giftedStay(random, nowMs, business.staff[0]?.id));
    if (index === 3) entries.push({ _id: newId(random), ended: true, messages_sent: 2 });
    state.activity.set(person.id, entries);
  }
}

function pastStays({ random, nowMs, business }: Seeding, person: Person): WireEntry[] {
  const { count, gapHours } = stays[person.habit];
  let endMs = nowMs - between(random, 70, 150) * minuteMs;
  return Array.from({ length: count }, (_, index) => {
    // Most visits are short, a few last more than an hour.
    const durationMs = Math.round((3 + 70 * random() ** 2) * minuteMs);
    const startMs = endMs - durationMs;
    const entry = visit({ random, business }, person, {
      startMs,
      endMs,
      state: index < 2 ? "pending" : "consolidated",
      isManual: index % 11 === 7,
    });
    endMs = startMs - between(random, gapHours[0] * 60, gapHours[1] * 60) * minuteMs;
    return entry;
  });
}

interface Visit {
  readonly startMs: number;
  readonly endMs: number;
  readonly state: "pending" | "consolidated";
  /** Someone entered it by hand. */
  readonly isManual: boolean;
}

/** A visit that is over. */
export function visit(
  { random, business }: Pick<Seeding, "random" | "business">,
  person: Person,
  { startMs, endMs, state, isManual }: Visit,
): WireEntry {
  const friendIds = business.staff
    .filter(({ id }) => id !== person.id && random() < 0.15)
    .map(({ id }) => id);
  const durationMs = endMs - startMs;
  return {
    _id: newId(random),
    start: iso(startMs),
    end: iso(endMs),
    ended: true,
    game: business.game.id,
    tracked_idle: between(random, 0, Math.floor(durationMs / 6)),
    friends: friendIds,
    consolidation_state: state,
    duration: durationMs,
    messages_sent: between(random, 0, 40),
    manual_punch: isManual,
    job_id: hex(random, 32),
    game_details: gameDetails(business),
    events: [event("join", startMs, person, random), event("leave", endMs, person, random)],
  };
}

function runningStay({ random, nowMs, business }: Seeding, person: Person): WireEntry {
  const startMs = nowMs - 37 * minuteMs;
  return {
    _id: newId(random),
    start: iso(startMs),
    ended: false,
    game: business.game.id,
    tracked_idle: 0,
    friends: [],
    messages_sent: 11,
    job_id: hex(random, 32),
    game_details: gameDetails(business),
    events: [event("join", startMs, person, random)],
  };
}

function giftedStay(random: Random, nowMs: number, giver: string | undefined): WireEntry {
  const endMs = nowMs - 3 * hourMs;
  const durationMs = 45 * minuteMs;
  return {
    _id: newId(random),
    start: iso(endMs - durationMs),
    end: iso(endMs),
    ended: true,
    friends: [],
    duration: durationMs,
    messages_sent: 0,
    gifted_by: giver,
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

function gameDetails({ game }: Business): Sent<typeof GameDetails> {
  return {
    id: game.id,
    name: game.name,
    thumbnail: `/pictures/${game.picture}`,
    url: game.url,
    dominant: game.colour,
    brightness: 0.38,
  };
}
