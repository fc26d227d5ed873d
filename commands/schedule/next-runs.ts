import { nextDues } from "../../src/domain/schedule-rule.ts";
import type { Plan } from "./plan.ts";

const shown = 3;

export function runsOf({ rule, zone }: Plan, now: number): readonly number[] {
  return nextDues(rule, zone, now, shown);
}
