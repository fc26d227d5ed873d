import type { ProbedRead } from "../../src/api/probe.ts";

/** What a member can be reminded of in private, with the job that finds it. */
const finders = {
  /** What is missing before the week ends. */
  week: "reminders",
  /** A new goal. */
  assignment: "weeks",
  /** The result of a past week. */
  marked: "weeks",
  /** One of their orders is ready. */
  order: "notices",
} as const;
type Finders = typeof finders;

export type ReminderKind = keyof Finders;

/** What has to be read to find each. */
export const readsOfKinds = {
  week: "getAssignments",
  assignment: "getAssignments",
  marked: "getAssignments",
  order: "searchOrders",
} as const satisfies Readonly<Record<ReminderKind, ProbedRead>>;

/** Those that a job finds. */
export type KindFoundBy<Job extends Finders[ReminderKind]> = {
  [Kind in ReminderKind]: Finders[Kind] extends Job ? Kind : never;
}[ReminderKind];
/** Those that say what was found, whenever that is. */
export type NoticeKind = KindFoundBy<"weeks" | "notices">;

const isKind = (name: string): name is ReminderKind => name in finders;
export const reminderKinds: readonly ReminderKind[] = Object.keys(finders).filter(isKind);
export const isFoundBy =
  <Job extends Finders[ReminderKind]>(...jobs: readonly Job[]) =>
  (kind: ReminderKind): kind is KindFoundBy<Job> =>
    jobs.some((job) => job === finders[kind]);
export const noticeKinds: readonly NoticeKind[] = reminderKinds.filter(isFoundBy("weeks", "notices"));
