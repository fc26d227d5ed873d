import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { findKind } from "../../src/schedules/boards/index.ts";
import { nextDues, parseRule, type ScheduleRule } from "../../src/schedules/rule.ts";
import type { Schedule, ScheduleMode } from "../../src/store/schedules.ts";

const shown = 3;

export function listRuns({ rule, zone }: ScheduleSettings, now: number): readonly number[] {
  return nextDues(rule, zone, now, shown);
}

const Rule = z.unknown().transform((stored, ctx): ScheduleRule => {
  const rule = parseRule(stored);
  if (rule !== undefined) return rule;
  ctx.addIssue("the rule is damaged");
  return z.NEVER;
});

/** What people decide about a schedule. */
export const ScheduleSettings = z.object({
  kind: z.string(),
  channelId: z.string(),
  mode: z.enum(["new", "live", "changed"]),
  rule: Rule,
  zone: z.string(),
  options: z.record(z.string(), z.unknown()),
  mentionRoleId: z.string().optional(),
  pins: z.boolean(),
  replaces: z.boolean(),
});
export type ScheduleSettings = z.output<typeof ScheduleSettings>;

/** `undefined` when what is stored cannot be read any more. */
export function toSettings(schedule: Schedule): ScheduleSettings | undefined {
  return ScheduleSettings.safeParse(schedule).data;
}

/** Equal for two looks at a schedule between which nobody changed it. */
export function fingerprintOf(schedule: Schedule): string {
  const { channelId, mode, rule, zone, options, mentionRoleId, pins, replaces } = schedule;
  return JSON.stringify([channelId, mode, rule, zone, options, mentionRoleId ?? "", pins, replaces]);
}

/** @throws UserError where there is only ever one message */
export function assertNotLive(replaces: boolean, mode: ScheduleMode): void {
  if (!replaces || mode !== "live") return;
  throw new UserError(
    "A message that is kept up to date is only ever one, so there is none before it to `replace`, and nothing was changed. Leave `replace` out, or choose another `mode`.",
  );
}

/** The rule of a board that is looked at all the time: once a day it is put up anew if it has to be. */
export const dailyRule: ScheduleRule = { kind: "weekly", days: [1, 2, 3, 4, 5, 6, 7], time: "00:00" };

/** It was given no set times, and needs none: people read of no clock then. */
export function hasNoSetTimes(settings: Pick<ScheduleSettings, "kind" | "mode" | "rule">): boolean {
  return refreshEveryMs(settings) !== undefined && isDeepStrictEqual(settings.rule, dailyRule);
}

/** How often the message is looked at between its due times; `undefined` when it is not. */
export function refreshEveryMs({ kind, mode }: Pick<ScheduleSettings, "kind" | "mode">): number | undefined {
  return mode === "live" ? findKind(kind)?.refreshEveryMs : undefined;
}
