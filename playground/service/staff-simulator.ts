import { totalsOf } from "./activity-totals.ts";
import { between, createRandom } from "./random.ts";
import { visit } from "./seed/activity.ts";
import { markedWeek, seedOlderWeeks } from "./seed/assignments.ts";
import type { Business, Habit, Person } from "./seed/types.ts";
import type { ServiceState } from "./state.ts";
import { hourMs, iso, minuteMs, weekMs, weekStartMs } from "./time.ts";

/** Someone comes once in it at most. Weeks begin and end with one. */
const slotMs = 6 * hourMs;
const maxVisitMinutes = 75;
/** After a longer pause, only these weeks have happened. */
const maxBackMs = 8 * weekMs;
const maxVisits = 60;

/** How likely someone comes in a slot. */
const chances: Readonly<Record<Habit, number>> = { eager: 0.55, steady: 0.35, wavering: 0.17, away: 0.05 };
/** How likely one visit brings a goal that is not minutes one further. */
const progressChance = 0.3;
const excusedChance = 0.06;

interface StaffParts {
  readonly state: ServiceState;
  readonly business: Business;
  readonly seed: number;
  readonly now: () => number;
}

/**
 * Staff who play, and weeks that are marked and begin again. As with the customers nothing runs meanwhile: the function
 * that is returned lets happen what should have happened, the same for the same seed however often it is called.
 */
export function createStaffLife({ state, business, seed, now }: StaffParts): () => void {
  seedOlderWeeks({ state, business, nowMs: now(), random: createRandom(Math.imul(seed, 0x85ebca6b)) });
  let lastSlot = slotAt(now());

  function play(person: Person, slot: number): void {
    const random = randomOf(person, slot);
    if (random() >= chances[person.habit]) return;
    const startMs = slot * slotMs + between(random, 0, slotMs / minuteMs - maxVisitMinutes) * minuteMs;
    const endMs = startMs + Math.round(3 + (maxVisitMinutes - 3) * random() ** 2) * minuteMs;
    const span = { startMs, endMs, state: "pending", isManual: false } as const;
    const entries = [visit({ random, business }, person, span), ...(state.activity.get(person.id) ?? [])];
    state.activity.set(person.id, entries.slice(0, maxVisits));
    const { assigned = [] } = state.assignments.get(person.id) ?? {};
    for (const [index, assignment] of assigned.entries())
      if (random() < progressChance) assigned[index] = { ...assignment, completed: assignment.completed + 1 };
  }

  function mark(person: Person, startMs: number): void {
    const stored = state.assignments.get(person.id);
    if (stored === undefined) return;
    const random = randomOf(person, startMs / slotMs + 0.5);
    const excused = random() < excusedChance;
    const { minutes } = totalsOf(state.activity.get(person.id) ?? [], startMs + weekMs - 1);
    const marked = stored.assigned.map((assignment) => {
      const reached = assignment._id === stored.minutesAssignmentId ? (minutes ?? 0) : assignment.completed;
      return markedWeek(assignment, { achieved: excused ? 0 : reached, excused, random, startMs });
    });
    stored.history.unshift(...marked);
    const due = iso(startMs + 2 * weekMs - 1);
    for (const [index, assignment] of stored.assigned.entries())
      stored.assigned[index] = { ...assignment, completed: 0, due };
  }

  const randomOf = ({ id }: Person, turn: number) =>
    createRandom(Math.imul(Number(id), 0x9e3779b1) ^ Math.imul(Math.round(turn * 2), 0xc2b2ae35) ^ seed);

  return () => {
    const slot = slotAt(now());
    const first = Math.max(lastSlot, slotAt(now() - maxBackMs));
    endRunningVisits(state, now());
    // A visit appears once it is over, as it is when its slot has ended.
    for (let each = first; each < slot; each += 1) {
      for (const person of business.staff) play(person, each);
      const endMs = (each + 1) * slotMs;
      if (weekStartMs(endMs) === endMs) for (const person of business.staff) mark(person, endMs - weekMs);
    }
    lastSlot = Math.max(lastSlot, slot);
  };
}

function slotAt(epochMs: number): number {
  return Math.floor(epochMs / slotMs);
}

/** Nobody plays on and on while the clock is moved. */
function endRunningVisits(state: ServiceState, nowMs: number): void {
  for (const entries of state.activity.values()) {
    for (const [index, entry] of entries.entries()) {
      if (entry.ended !== false) continue;
      const startMs = Date.parse(entry.start ?? "");
      const endMs = startMs + maxVisitMinutes * minuteMs;
      if (endMs < nowMs)
        entries[index] = { ...entry, ended: true, end: iso(endMs), duration: endMs - startMs };
    }
  }
}
