import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { isZoneKnown } from "../../src/domain/zones.ts";
import { UserError } from "../../src/errors.ts";
import {
  partOption,
  type ClockChange,
  listClockChanges,
  listNextDues,
  ScheduleRule,
  type Schedule,
  type ScheduleMode,
} from "../boards/index.ts";
import { findKind } from "./kinds.ts";

const shown = 3;

export function listRuns({ rule, zone }: ScheduleSettings, now: number): readonly number[] {
  return listNextDues(rule, zone, now, shown);
}

/** The changes of clocks in the next year that its times fall into. */
export function listChanges(settings: ScheduleSettings, now: number): readonly ClockChange[] {
  return hasNoSetTimes(settings) ? [] : listClockChanges(settings.rule, settings.zone, now);
}

/** A schedule's settings. */
export const ScheduleSettings = z.object({
  kind: z.string(),
  channelId: z.string(),
  mode: z.enum(["new", "live", "changed"]),
  rule: ScheduleRule,
  zone: z.string().refine(isZoneKnown),
  options: z.record(z.string(), z.unknown()),
  mentionRoleId: z.string().optional(),
  pins: z.boolean(),
  replaces: z.boolean(),
  publishes: z.boolean().default(false),
});
export type ScheduleSettings = z.output<typeof ScheduleSettings>;

/** `undefined` if the stored settings can no longer be read. */
export function toSettings(schedule: Schedule): ScheduleSettings | undefined {
  return ScheduleSettings.safeParse(schedule).data;
}

/** Changes whenever someone changes the schedule. */
export function computeFingerprint(schedule: Schedule): string {
  const { kind, channelId, mode, rule, zone, options, mentionRoleId, pins, replaces, publishes } = schedule;
  return JSON.stringify([
    kind,
    channelId,
    mode,
    rule,
    zone,
    options,
    mentionRoleId ?? "",
    pins,
    replaces,
    publishes,
  ]);
}

/** @throws UserError if there is always just one message */
export function assertNotLive(replaces: boolean, mode: ScheduleMode): void {
  if (!replaces || mode !== "live") return;
  throw new UserError(
    "A live message is edited in place, so there is no earlier one to delete. Nothing was changed. Untick that in *More options…*, or choose another way to post it.",
  );
}

/** @throws UserError where Discord would stop after a few edits */
export function assertPublishable(publishes: boolean, mode: ScheduleMode): void {
  if (!publishes || mode !== "live") return;
  throw new UserError(
    "Discord lets a published message be edited only a few times an hour, so a live message can't be published. Nothing was changed. Untick that in *More options…*, or choose another way to post it.",
  );
}

/** The rule of a live board: once a day it is posted again if necessary. */
export const dailyRule: ScheduleRule = { kind: "weekly", days: [1, 2, 3, 4, 5, 6, 7], time: "00:00" };

/** It has no set times and needs none, so texts don't mention any. */
export function hasNoSetTimes(settings: Pick<ScheduleSettings, "kind" | "mode" | "rule">): boolean {
  return findRefreshEveryMs(settings) !== undefined && isDeepStrictEqual(settings.rule, dailyRule);
}

/** Whether its posts are about a week that isn't over: early in the week there's hardly anything to show. */
export function showsWeekSoFar({ kind, options }: Pick<ScheduleSettings, "kind" | "options">): boolean {
  return findKind(kind)?.options["part"] === partOption && options["part"] !== "final";
}

/** When a schedule is due and refreshed from now on, as it is stored. */
export function computeNextTimes(settings: ScheduleSettings, now: number) {
  const refreshEveryMs = findRefreshEveryMs(settings);
  return {
    nextDueAt: listRuns(settings, now)[0],
    refreshEveryMs,
    nextRefreshAt: refreshEveryMs === undefined ? undefined : now + refreshEveryMs,
  };
}

/** How often the message is updated between its set times; `undefined` if it isn't. */
export function findRefreshEveryMs({
  kind,
  mode,
}: Pick<ScheduleSettings, "kind" | "mode">): number | undefined {
  return mode === "live" ? findKind(kind)?.refreshEveryMs : undefined;
}
