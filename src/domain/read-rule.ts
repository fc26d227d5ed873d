import { z } from "zod";
import type { ScheduleRule } from "./schedule-rule.ts";

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const Rule = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("weekly"),
    days: z.array(z.number().int().min(1).max(7)).min(1),
    time: Time,
  }),
  z.object({ kind: z.literal("monthly"), day: z.number().int().min(1).max(31), time: Time }),
  z.object({ kind: z.literal("cron"), expression: z.string() }),
]);

/** A rule as it was stored; `undefined` when it is damaged. */
export function readRule(stored: unknown): ScheduleRule | undefined {
  return Rule.safeParse(stored).data;
}
