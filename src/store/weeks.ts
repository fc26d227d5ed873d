import type { Db } from "./tables.ts";
import { createWeekPeople, type WeekPeople } from "./week-people.ts";
import { createWeekReading, type WeekReading } from "./week-reading.ts";
import { createWeekWriting, type WeekWriting } from "./week-writing.ts";

export type { RememberedPerson, WeekPlace } from "./week-people.ts";
export type { KnownWeek } from "./week-reading.ts";
export type { Week, WeekAssignment } from "./week-rows.ts";
export type { MarkedWeek, TakenWeek } from "./week-writing.ts";

/** What is remembered of people's weeks in a workspace. No figure of the service outlives its week elsewhere. */
export type Weeks = WeekWriting & WeekReading & WeekPeople;

export function createWeeks(db: Db): Weeks {
  return { ...createWeekWriting(db), ...createWeekReading(db), ...createWeekPeople(db) };
}
