import type { Assignment, AssignmentWeek } from "../../../src/api/contract/assignments.ts";
import { between, newId, type Random } from "../random.ts";
import type { Sent } from "../state.ts";
import { dayMs, dateOf, iso, minuteMs, weekMs, weekStartMs } from "../time.ts";
import type { AssignmentKind, Habit, Person } from "./types.ts";
import type { Seeding } from "./seeding.ts";

type WireAssignment = Sent<typeof Assignment>;

const weeksOfHistory = 8;
const weeksOfLongHistory = 12;

interface HabitOfWeeks {
  /** How much of a target is reached in the present week. */
  readonly least: number;
  readonly most: number;
  /** How many of the past weeks were passed, as a share. */
  readonly passing: number;
  /** In how many of the last weeks the person was excused. */
  readonly away: number;
}

const habits: Readonly<Record<Habit, HabitOfWeeks>> = {
  eager: { least: 1, most: 1.6, passing: 0.97, away: 0 },
  steady: { least: 0.8, most: 1.3, passing: 0.85, away: 0 },
  wavering: { least: 0.2, most: 1.3, passing: 0.6, away: 0 },
  away: { least: 0.3, most: 1.1, passing: 0.75, away: 3 },
};

/** Now and then anyone takes a week off. */
const timeOff = 0.08;

export function seedAssignments({ state, random, nowMs, business }: Seeding): void {
  const kinds = business.assignments;
  const ids = kinds.map(() => newId(random));
  const droppedId = newId(random);
  for (const [index, person] of business.staff.entries()) {
    // The sessions attended are asked of every second person only.
    const own = kinds.flatMap((kind, at) =>
      kind.target_type === "sessions_attended" && index % 2 === 1
        ? []
        : [{ ...kind, _id: ids[at] ?? droppedId }],
    );
    const assigned = own.map((kind) => present(kind, person, random, nowMs));
    const withoutTarget = { ...business.withoutTarget, target: 0, _id: droppedId };
    const marked = index % 4 === 2 ? [...own, withoutTarget] : own;
    const history = Array.from({ length: weeksOfHistory }, (_, weeksAgo) =>
      pastWeeks({ marked, person, random, nowMs, weeksAgo }),
    ).flat();
    const minutesAssignmentId = ids[0];
    state.assignments.set(person.id, {
      assigned,
      history,
      ...(minutesAssignmentId === undefined ? {} : { minutesAssignmentId }),
    });
  }
}

type Kind = AssignmentKind & Pick<WireAssignment, "_id">;

interface PastWeek {
  readonly marked: readonly Kind[];
  readonly person: Person;
  readonly random: Random;
  readonly nowMs: number;
  /** 0 is the week before this one. */
  readonly weeksAgo: number;
}

function pastWeeks({ marked, person, random, nowMs, weeksAgo }: PastWeek): Sent<typeof AssignmentWeek>[] {
  const startMs = weekStartMs(nowMs) - (weeksAgo + 1) * weekMs;
  const fate = fateOf(person, random, weeksAgo);
  return marked.map((kind) => pastWeek(kind, fate, random, startMs));
}

/** Four more weeks of everyone, before those that each workspace has. */
export function seedOlderWeeks({ state, random, nowMs, business }: Seeding): void {
  for (const person of business.staff) {
    const { history = [] } = state.assignments.get(person.id) ?? {};
    const oldest = history.at(-1)?.week_start;
    const marked = history
      .filter(({ week_start }) => week_start === oldest)
      .map(({ assignment, assignment_name: name, target, target_type }) => ({
        _id: String(assignment),
        name,
        target,
        target_type,
      }));
    for (let weeksAgo = weeksOfHistory; weeksAgo < weeksOfLongHistory; weeksAgo += 1)
      history.push(...pastWeeks({ marked, person, random, nowMs, weeksAgo }));
  }
}

function reached({ target }: Kind, { habit }: Person, random: Random): number {
  const { least, most } = habits[habit];
  return Math.floor(target * (least + random() * (most - least)));
}

function present(kind: Kind, person: Person, random: Random, nowMs: number): WireAssignment {
  const { description, ...rest } = kind;
  return {
    ...rest,
    active: true,
    createdAt: iso(weekStartMs(nowMs) - 20 * weekMs),
    updatedAt: iso(weekStartMs(nowMs) - 5 * weekMs - 3 * dayMs),
    ...(description === undefined ? {} : { description }),
    completed: reached(kind, person, random),
    due: iso(weekStartMs(nowMs) + weekMs - 1),
  };
}

type Fate = "passed" | "failed" | "excused";

/** A week is drawn as a whole: four targets drawn one by one are hardly ever all reached. */
function fateOf({ habit }: Person, random: Random, weeksAgo: number): Fate {
  const { away, passing } = habits[habit];
  if (weeksAgo < away || random() < timeOff) return "excused";
  return random() < passing ? "passed" : "failed";
}

/** The minutes always fall short in a failed week; the rest may have been done all the same. */
function achievedIn(fate: Fate, { target, target_type }: Kind, random: Random): number {
  if (fate === "excused") return 0;
  const least = fate === "passed" ? 1 : 0.4;
  const most = fate === "failed" && target_type === "minutes" ? 0.95 : 1.4;
  return Math.floor(target * (least + random() * (most - least)));
}

function pastWeek(kind: Kind, fate: Fate, random: Random, startMs: number): Sent<typeof AssignmentWeek> {
  const excused = fate === "excused";
  return markedWeek(kind, { achieved: achievedIn(fate, kind, random), excused, random, startMs });
}

interface Marking {
  readonly achieved: number;
  readonly excused: boolean;
  readonly random: Random;
  readonly startMs: number;
}

type Week = Pick<Sent<typeof AssignmentWeek>, "week_start" | "week_end" | "week_number" | "year">;

/** Every workspace is filled with hundreds of marks of the same few weeks. */
const weeks = new Map<number, Week>();

function weekFrom(startMs: number): Week {
  const known = weeks.get(startMs);
  if (known !== undefined) return known;
  const date = dateOf(startMs);
  const week = {
    week_start: iso(startMs),
    week_end: iso(startMs + weekMs - 1),
    week_number: date.weekOfYear ?? 0,
    year: date.yearOfWeek ?? date.year,
  };
  weeks.set(startMs, week);
  return week;
}

/** How the service marks a week of one assignment once it is over. */
export function markedWeek(
  kind: Pick<WireAssignment, "_id" | "name" | "target" | "target_type">,
  { achieved, excused, random, startMs }: Marking,
): Sent<typeof AssignmentWeek> {
  return {
    _id: newId(random),
    ...weekFrom(startMs),
    assignment: kind._id,
    assignment_name: kind.name,
    marked_at: iso(startMs + weekMs + between(random, 2, 9) * minuteMs),
    passed: !excused && achieved >= kind.target,
    target: kind.target,
    target_type: kind.target_type,
    achieved,
    ...(excused ? { timeoff: true } : {}),
  };
}
