import { z } from "zod";
import { findKind } from "../../src/boards/index.ts";
import type { BoardKind } from "../../src/boards/board.ts";
import type { ScheduleRule } from "../../src/domain/schedule-rule.ts";
import { UserError } from "../../src/errors.ts";
import { defineFormDraft } from "../shared/form-draft.ts";
import { liveRule, Plan, refuseReplacing } from "./plan.ts";
import { readTypedRule, TypedRule } from "./typed-rule.ts";

/** A new schedule as far as a person filled it in, whose zone may still be open. */
export const TypedPlan = z.object({
  ...Plan.pick({
    kind: true,
    channelId: true,
    options: true,
    mentionRoleId: true,
    pins: true,
    replaces: true,
  }).shape,
  mode: Plan.shape.mode.optional(),
  rule: TypedRule,
  zone: z.string().optional(),
});
export type TypedPlan = z.output<typeof TypedPlan>;

/** Kept while its zone is asked for. */
export const planDrafts = defineFormDraft({
  kind: "schedule.typed",
  schema: TypedPlan,
  command: "schedule add",
});

export function isTimed({ rule }: TypedPlan): boolean {
  return Object.values(rule).some((part) => part !== undefined);
}

/** The plan that this is in a zone. @throws UserError naming the part that makes no sense */
export function planIn(zone: string, { rule, mode, ...typed }: TypedPlan, now: number): Plan {
  const kind = readKind(typed.kind);
  const typedRule = readTypedRule(rule, { zone, now, present: undefined });
  const chosenMode = mode ?? (typedRule === undefined ? "standing" : "new");
  refuseReplacing(typed.replaces, chosenMode);
  return {
    ...typed,
    zone,
    mode: chosenMode,
    rule: typedRule ?? ruleWithoutTimes(kind, mode),
  };
}

/** @throws UserError when there is no such kind any more */
export function readKind(chosen: string): BoardKind {
  const kind = findKind(chosen);
  if (kind !== undefined) return kind;
  throw new UserError(
    "I no longer know how to make this kind of post, so nothing was added. Choose another.",
  );
}

/** A board that is looked at all the time needs no set time. */
function ruleWithoutTimes(kind: BoardKind, mode: TypedPlan["mode"]): ScheduleRule {
  if (kind.refreshEveryMs !== undefined && (mode === undefined || mode === "standing")) return liveRule;
  throw new UserError(
    "When shall I post it? Fill in `time`, and `days` or `day-of-month` if it is not for every day. Nothing was added.",
  );
}
