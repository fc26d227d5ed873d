import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { findKind } from "../../src/boards/index.ts";
import { readRule } from "../../src/domain/read-rule.ts";
import type { ScheduleRule } from "../../src/domain/schedule-rule.ts";
import { UserError } from "../../src/errors.ts";
import type { Schedule, ScheduleMode } from "../../src/store/schedules.ts";

const Rule = z.unknown().transform((stored, ctx): ScheduleRule => {
  const rule = readRule(stored);
  if (rule !== undefined) return rule;
  ctx.addIssue("the rule is damaged");
  return z.NEVER;
});

/** What people decide about a schedule. */
export const Plan = z.object({
  kind: z.string(),
  channelId: z.string(),
  mode: z.enum(["new", "standing", "changed"]),
  rule: Rule,
  zone: z.string(),
  options: z.record(z.string(), z.unknown()),
  mentionRoleId: z.string().optional(),
  pins: z.boolean(),
  replaces: z.boolean(),
});
export type Plan = z.output<typeof Plan>;

/** `undefined` when what is stored cannot be read any more. */
export function planOf(schedule: Schedule): Plan | undefined {
  return Plan.safeParse(schedule).data;
}

/** Equal for two looks at a schedule between which nobody changed it. */
export function fingerprintOf(schedule: Schedule): string {
  const { channelId, mode, rule, zone, options, mentionRoleId, pins, replaces } = schedule;
  return JSON.stringify([channelId, mode, rule, zone, options, mentionRoleId ?? "", pins, replaces]);
}

/** @throws UserError where there is only ever one message */
export function refuseReplacing(replaces: boolean, mode: ScheduleMode): void {
  if (!replaces || mode !== "standing") return;
  throw new UserError(
    "A message that is kept up to date is only ever one, so there is none before it to `replace`, and nothing was changed. Leave `replace` out, or choose another `mode`.",
  );
}

/** The rule of a board that is looked at all the time: once a day it is put up anew if it has to be. */
export const liveRule: ScheduleRule = { kind: "weekly", days: [1, 2, 3, 4, 5, 6, 7], time: "00:00" };

/** It was given no set times, and needs none: people read of no clock then. */
export function isAlwaysLive(plan: Pick<Plan, "kind" | "mode" | "rule">): boolean {
  return refreshEveryMs(plan) !== undefined && isDeepStrictEqual(plan.rule, liveRule);
}

/** How often the message is looked at between its due times; `undefined` when it is not. */
export function refreshEveryMs({ kind, mode }: Pick<Plan, "kind" | "mode">): number | undefined {
  return mode === "standing" ? findKind(kind)?.refreshEveryMs : undefined;
}
