import { defineFeature } from "../../src/feature.ts";
import { rewardsSetting } from "./settings.ts";
import { rewards } from "./job.ts";
import { createRewards } from "./store.ts";
import type { AuditActions, Facts } from "../../src/interactions/audit-action.ts";
import { usualDateStyle } from "../../src/ui/formats.ts";
import { formatDateInFull } from "../../src/ui/time.ts";
import { mentionRole, shorten } from "../kit/audit-words.ts";

const rewardsAudit = {
  "reward.give": {
    label: "Get a role for a week",
    done: "Got a role for a week",
    target: "role",
    say: (is, target) => ["got", "get", `the role ${mentionRole(target)}${describeEarnedBy(is)}`],
    brief: (_is, target) => mentionRole(target),
  },
  "reward.take": {
    label: "Lose a role from an earlier week",
    done: "Lost a role from an earlier week",
    target: "role",
    say: (_is, target) => ["lost", "lose", `the role ${mentionRole(target)} from an earlier week`],
    brief: (_is, target) => mentionRole(target),
  },
  "settings.rewards": {
    label: "Choose the roles for weekly results",
    done: "Chose the roles for weekly results",
    say(is) {
      const chosen = (["passed", "top", "excused"] as const).map((reason) => is("roles", reason));
      const roles = [...new Set(chosen.filter((id) => id !== undefined))].map(mentionRole);
      return roles.length === 0
        ? ["turned", "turn", "rewards off"]
        : ["chose", "choose", `${roles.join(", ")} for weekly results`];
    },
  },
} as const satisfies AuditActions;

const earnedReasons: Readonly<Record<string, string>> = {
  passed: " for passing the week",
  top: " for being among the top three of the week",
  excused: " for being excused in the week",
};

/** ` for passing the week of 16 November 2026` */
function describeEarnedBy(is: Facts): string {
  const [reason, week] = [earnedReasons[is("reason") ?? ""], is("week")];
  return reason === undefined || week === undefined
    ? ""
    : `${reason} of ${/^\d{4}-\d\d-\d\d$/.test(week) ? formatDateInFull(week, usualDateStyle) : shorten(week)}`;
}

export const rewardsFeature = defineFeature({
  audit: rewardsAudit,
  settings: [rewardsSetting],
  createStores: ({ db }) => ({ rewards: createRewards(db) }),
  jobs: [rewards],
});
