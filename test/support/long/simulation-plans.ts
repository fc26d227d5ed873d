import * as fc from "fast-check";
import type { ScheduleMode } from "../../../commands/boards/store.ts";
import type { KnownRule } from "./schedule-oracle.ts";

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

/** One schedule of each zone, by any kind of rule, in any mode. */
export interface Plan {
  readonly zone: string;
  readonly known: KnownRule;
  readonly mode: ScheduleMode;
}

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
const mode = fc.constantFrom<ScheduleMode>("new", "live", "changed");

export const plans: fc.Arbitrary<readonly Plan[]> = fc.tuple(
  ...zones.map((zone) =>
    fc.record({ zone: fc.constant(zone), known: fc.oneof(weekly, monthly, monthly, cron), mode }),
  ),
);

function two(number: number): string {
  return String(number).padStart(2, "0");
}
