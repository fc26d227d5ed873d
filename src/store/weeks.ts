import type { Db } from "./tables.ts";
import { createWeekPeople, createWeekReading, type WeekPeople, type WeekReading } from "./week-queries.ts";
import { createWeekLooks, type WeekLooks } from "./week-looks.ts";
import { createWeekWriting, type WeekWriting } from "./week-snapshots.ts";

export type { PersonWithHistory, LinkedWorkspaceRef } from "./week-queries.ts";
export type { KnownWeek } from "./week-queries.ts";
export type { Week, WeekAssignment } from "./week-rows.ts";
export type { FinalWeek, SnapshotWeek } from "./week-snapshots.ts";

/** People's saved weeks in a workspace. The only place where the service's numbers outlive their week. */
export type Weeks = WeekWriting & WeekReading & WeekPeople & WeekLooks;

export function createWeeks(db: Db, shared: boolean): Weeks {
  return {
    ...createWeekWriting(db),
    ...createWeekReading(db),
    ...createWeekPeople(db),
    ...createWeekLooks(db, shared),
  };
}
